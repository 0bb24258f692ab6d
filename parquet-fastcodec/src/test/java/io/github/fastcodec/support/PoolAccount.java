// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PoolState;
import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;

/** Assertions about this JVM's pool while no context is in use. */
public final class PoolAccount {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private PoolAccount() {}

    /** Asserts that every created context is closed or idle, once the collector has found the lost ones. */
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
     * Asserts the same, and that all contexts are freed after their idle time, a second here, and that no collected context still
     * holds libdeflate.
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
