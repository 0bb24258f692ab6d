// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.PoolState;
import io.github.fastcodec.internal.context.ContextPool;
import io.github.fastcodec.internal.context.PooledContext;

/**
 * A context of the process's pool that is in use until it is closed, after another context that the pool has already closed. In
 * the meantime all of the pool's numbers may differ, so that a test notices a number under another's name.
 */
public final class BusyContext implements AutoCloseable {

    private static final long BYTES = 1000;

    private static final ContextPool<AutoCloseable> POOL =
            ContextPool.of(BusyContext.class.getName(), () -> () -> {}, context -> BYTES);

    private final PooledContext<AutoCloseable> lease;

    public BusyContext() {
        POOL.lease().close(); // discarded, as after a failure
        lease = POOL.lease();
    }

    /** Requires that the pool's numbers include both contexts. */
    public void assertSeen(PoolState pool) {
        assertTrue(pool.getIdle() < pool.getContexts() && pool.getClosed() > 0, pool::toString);
    }

    @Override
    public void close() {
        lease.keep();
        lease.close();
    }
}
