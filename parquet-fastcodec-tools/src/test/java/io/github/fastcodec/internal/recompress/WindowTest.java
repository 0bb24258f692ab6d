// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.work.Window;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The window admits as much as it may, and every task in the end. */
class WindowTest {

    @Test
    void largeTasksMayExceedTheWindow() {
        Window window = new Window(100, 1000, 2);
        assertTrue(window.tryTake(50));
        assertTrue(window.tryTake(50));
        assertFalse(window.tryTake(1), "the window is full");
        assertTrue(window.tryTake(400), "a large one has the memory");
        assertTrue(window.tryTake(400), "so has one for each thread");
        assertFalse(window.tryTake(51), "but no more of them");
        window.giveBack(400);
        assertFalse(window.tryTake(501), "and no more than the memory");
        window.giveBack(400);
        window.giveBack(50);
        window.giveBack(50);
        assertTrue(window.tryTake(5000), "what exceeds the memory goes alone");
        assertFalse(window.tryTake(1));
    }

    // Would catch: a large page that waits as long as small ones arrive, counts that drift.
    @Test
    void everyTaskGetsRoomWithinTheMemory() throws Exception {
        Window window = new Window(100, 300, 3);
        AtomicLong held = new AtomicLong();
        CompletableFuture<?>[] users = new CompletableFuture<?>[6];
        for (int i = 0; i < users.length; i++) {
            Random random = new Random(i);
            users[i] = CompletableFuture.runAsync(
                    () -> {
                        for (int turn = 0; turn < 500; turn++) {
                            long bytes = 1 + random.nextInt(random.nextInt(10) == 0 ? 300 : 30);
                            try {
                                window.take(bytes, () -> {});
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                            assertTrue(held.addAndGet(bytes) <= 300);
                            Thread.yield();
                            held.addAndGet(-bytes);
                            window.giveBack(bytes);
                        }
                    },
                    task -> new Thread(task).start());
        }
        CompletableFuture.allOf(users).get();
        assertEquals(0, held.get());
        assertTrue(window.tryTake(300));
    }

    @Test
    void waitingEndsWithTheWork() {
        Window window = new Window(10, 10, 1);
        assertTrue(window.tryTake(10));
        assertThrows(
                CancelledException.class,
                () -> window.take(1, () -> {
                    throw new CancelledException();
                }));
        window.giveBack(10);
        assertTrue(window.tryTake(1), "a cancelled task no longer waits");
    }

    // Would catch: advice to enlarge a heap that has room, and two figures that are the same.
    @Test
    void blamesTheLimitIfTheHeapHasRoom() {
        long ofHeap = Window.memory(0);
        assertEquals(
                "raise the memory limit (option memory) to at least 1025 KiB", Window.remedy((1 << 20) + 1, 1 << 20));
        assertTrue(Window.remedy(ofHeap + 1, ofHeap).matches("use a heap of at least \\d+ MiB \\(-Xmx\\)"));
        assertTrue(Window.remedy(ofHeap + 1, 1 << 20)
                .matches("use a heap of at least \\d+ MiB \\(-Xmx\\), and raise the memory limit .*"));
        for (long limit : new long[] {1000, 1 << 20, 64 << 20, 1L << 30}) {
            assertNotEquals(Window.roundedDown(limit), Window.roundedUp(limit + 1));
        }
    }
}
