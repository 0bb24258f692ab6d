// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.PoolState;
import io.github.fastcodec.internal.context.ContextPool;
import io.github.fastcodec.internal.context.PooledContext;

/**
 * A context of the process's pool that is at work until it is closed, after another one that the pool has closed. Meanwhile no two
 * numbers of the pool need be equal, so that a test sees one that stands under another's name.
 */
public final class BusyContext implements AutoCloseable {

    private static final long BYTES = 1000;

    private static final ContextPool<AutoCloseable> POOL =
            ContextPool.of(BusyContext.class.getName(), () -> () -> {}, context -> BYTES);

    private final PooledContext<AutoCloseable> lease;

    public BusyContext() {
        POOL.lease().close(); // not kept, as after a failure
        lease = POOL.lease();
    }

    /** Requires that the pool's numbers tell of both contexts. */
    public void assertSeen(PoolState pool) {
        assertTrue(pool.getIdle() < pool.getContexts() && pool.getClosed() > 0, pool::toString);
    }

    @Override
    public void close() {
        lease.keep();
        lease.close();
    }
}
