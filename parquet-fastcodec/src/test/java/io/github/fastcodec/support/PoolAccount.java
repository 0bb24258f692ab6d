// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PoolState;
import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;

/** What the pool of this JVM says of itself while nobody is at work. */
public final class PoolAccount {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private PoolAccount() {}

    /** Every context that was created is closed or lies idle, once the collector has found those that were lost. */
    public static void assertBalanced() throws InterruptedException {
        long start = System.nanoTime();
        while (!isBalanced(FastCodecStats.pool()) && System.nanoTime() - start < PATIENCE_NANOS) {
            System.gc();
            Thread.sleep(20);
        }
        PoolState state = FastCodecStats.pool();
        assertEquals(state.getIdle(), state.getContexts(), () -> "contexts counted that are not idle: " + state);
        assertEquals(
                state.getIdle(),
                state.getCreated() - state.getClosed(),
                () -> "contexts open that are not idle: " + state);
        assertTrue(state.getBytes() >= 0, state::toString);
        assertTrue(state.getIdle() > 0 || state.getBytes() == 0, () -> "bytes of no context: " + state);
    }

    /**
     * Does that, and sees to it that all is freed which has been idle for its time, a second here, and that libdeflate is not
     * held by contexts that are gone.
     */
    public static void assertRunsEmpty() throws Exception {
        assertBalanced();
        long start = System.nanoTime();
        while (FastCodecStats.pool().getContexts() > 0 && System.nanoTime() - start < PATIENCE_NANOS) {
            System.gc();
            Thread.sleep(100);
        }
        PoolState state = FastCodecStats.pool();
        assertEquals(0, state.getContexts(), state::toString);
        assertEquals(0, state.getBytes(), state::toString);
        Field users = Class.forName("io.github.fastcodec.internal.engines.gzip.Libdeflate")
                .getDeclaredField("users");
        users.setAccessible(true);
        assertEquals(0, users.getInt(null), "users of libdeflate");
    }

    private static boolean isBalanced(PoolState state) {
        return state.getIdle() == state.getContexts() && state.getIdle() == state.getCreated() - state.getClosed();
    }
}
