// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.context.ContextPool;
import io.github.fastcodec.context.PoolState;
import java.util.concurrent.TimeUnit;

/** What the pool of this JVM says of itself while nobody is at work. */
final class PoolAccount {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private PoolAccount() {}

    /** Every context that was created is closed or lies idle, once the collector has found those that were lost. */
    static void assertBalanced() throws InterruptedException {
        long start = System.nanoTime();
        while (!isBalanced(ContextPool.state()) && System.nanoTime() - start < PATIENCE_NANOS) {
            System.gc();
            Thread.sleep(20);
        }
        PoolState state = ContextPool.state();
        assertEquals(state.idle(), state.contexts(), () -> "contexts counted that are not idle: " + state);
        assertEquals(state.idle(), state.created() - state.closed(), () -> "contexts open that are not idle: " + state);
        assertTrue(state.bytes() >= 0, state::toString);
        assertTrue(state.idle() > 0 || state.bytes() == 0, () -> "bytes of no context: " + state);
    }

    private static boolean isBalanced(PoolState state) {
        return state.idle() == state.contexts() && state.idle() == state.created() - state.closed();
    }
}
