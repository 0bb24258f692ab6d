// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PoolState;
import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;

/** What the pool of this JVM says of itself while nobody is at work. */
final class PoolAccount {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private PoolAccount() {}

    /** Every context that was created is closed or lies idle, once the collector has found those that were lost. */
    static void assertBalanced() throws InterruptedException {
        long start = System.nanoTime();
        while (!isBalanced(FastCodecStats.pool()) && System.nanoTime() - start < PATIENCE_NANOS) {
            System.gc();
            Thread.sleep(20);
        }
        PoolState state = FastCodecStats.pool();
        assertEquals(state.idle(), state.contexts(), () -> "contexts counted that are not idle: " + state);
        assertEquals(state.idle(), state.created() - state.closed(), () -> "contexts open that are not idle: " + state);
        assertTrue(state.bytes() >= 0, state::toString);
        assertTrue(state.idle() > 0 || state.bytes() == 0, () -> "bytes of no context: " + state);
    }

    /**
     * Does that, and sees to it that all is freed which has been idle for its time, a second here, and that libdeflate is not
     * held by contexts that are gone.
     */
    static void assertRunsEmpty() throws Exception {
        assertBalanced();
        long start = System.nanoTime();
        while (FastCodecStats.pool().contexts() > 0 && System.nanoTime() - start < PATIENCE_NANOS) {
            System.gc();
            Thread.sleep(100);
        }
        PoolState state = FastCodecStats.pool();
        assertEquals(0, state.contexts(), state::toString);
        assertEquals(0, state.bytes(), state::toString);
        Field users = Class.forName("io.github.fastcodec.internal.engines.gzip.Libdeflate")
                .getDeclaredField("users");
        users.setAccessible(true);
        assertEquals(0, users.getInt(null), "users of libdeflate");
    }

    private static boolean isBalanced(PoolState state) {
        return state.idle() == state.contexts() && state.idle() == state.created() - state.closed();
    }
}
