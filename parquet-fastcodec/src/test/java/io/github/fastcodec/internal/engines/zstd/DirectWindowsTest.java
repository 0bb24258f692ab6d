// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DirectWindowsTest {

    /** Would catch: a window that two calls have at a time, and one that is lost. */
    @Test
    void thereAreSoManyWindowsAndEachIsThereAgainOnceItIsGivenBack() {
        DirectWindows windows = new DirectWindows(() -> Long.MAX_VALUE);
        List<DirectWindow> taken =
                Stream.generate(windows::take).limit(DirectWindows.COUNT).toList();
        assertEquals(DirectWindows.COUNT, taken.stream().distinct().count());
        assertNull(windows.take());
        DirectWindow one = taken.get(3);
        windows.giveBack(one);
        assertSame(one, windows.take());
        assertNull(windows.take());
    }

    /** Would catch: memory that is asked for where there is little, and a JVM that goes without for ever after. */
    @Test
    void memoryIsAskedForOnceThereIsPlenty() {
        AtomicLong headroom = new AtomicLong(DirectWindows.PLENTY - 1);
        AtomicInteger looks = new AtomicInteger();
        DirectWindows windows = new DirectWindows(() -> {
            looks.incrementAndGet();
            return headroom.get();
        });
        assertNull(windows.take());
        assertNull(windows.take());
        headroom.set(DirectWindows.PLENTY);
        assertNotNull(windows.take());
        headroom.set(0);
        assertNotNull(windows.take());
        assertEquals(3, looks.get(), "looks at what there is");
    }

    /** Would catch: a window that two threads have at once, with the page of one in the frame of the other. */
    @Test
    void noTwoThreadsHaveTheSameWindow() throws Exception {
        DirectWindows windows = new DirectWindows(() -> Long.MAX_VALUE);
        AtomicIntegerArray holders = new AtomicIntegerArray(DirectWindows.COUNT);
        ExecutorService executor = Executors.newFixedThreadPool(2 * DirectWindows.COUNT);
        try {
            List<Future<Integer>> threads = new ArrayList<>();
            for (int thread = 0; thread < 2 * DirectWindows.COUNT; thread++) {
                threads.add(executor.submit(() -> {
                    int shared = 0;
                    for (int i = 0; i < 2_000; i++) {
                        DirectWindow window = windows.take();
                        if (window != null) {
                            shared += holders.incrementAndGet(window.number) == 1 ? 0 : 1;
                            Thread.yield();
                            holders.decrementAndGet(window.number);
                            windows.giveBack(window);
                        }
                    }
                    return shared;
                }));
            }
            for (Future<Integer> thread : threads) {
                assertEquals(0, thread.get());
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
