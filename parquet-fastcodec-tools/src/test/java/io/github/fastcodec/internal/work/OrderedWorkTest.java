// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work on several threads has the results of work on one, and does not exceed its memory. */
class OrderedWorkTest {

    private static Workers workers(int threads, long window) {
        return new Workers(threads, true, new Window(window, window, threads), () -> {});
    }

    // Would catch: a result that overtakes another, a last task whose result is never written.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void stepsRunInTheOrderOfTheirTasks(int threads) throws IOException {
        List<Integer> done = new ArrayList<>();
        try (Workers workers = workers(threads, 100);
                OrderedWork work = new OrderedWork(workers)) {
            for (int i = 0; i < 500; i++) {
                int number = i;
                if (i % 7 == 0) {
                    work.addStep(() -> done.add(number));
                } else {
                    work.awaitRoom(1 + number % 50);
                    work.add(() -> {
                        Thread.yield();
                        return () -> done.add(number);
                    });
                }
            }
            work.finish();
        }
        assertEquals(IntStream.range(0, 500).boxed().toList(), done);
    }

    // Would catch: a window that counts only running tasks, and not those that wait to be written.
    @Test
    void tasksStayWithinTheWindowUnlessAlone() throws IOException {
        AtomicInteger held = new AtomicInteger();
        List<Integer> most = new ArrayList<>();
        try (Workers workers = workers(3, 25);
                OrderedWork work = new OrderedWork(workers)) {
            for (int i = 0; i < 200; i++) {
                int bytes = i == 100 ? 1000 : 10;
                work.awaitRoom(bytes);
                most.add(held.addAndGet(bytes));
                work.add(() -> () -> held.addAndGet(-bytes));
            }
            work.finish();
        }
        assertEquals(0, held.get());
        assertEquals(1000, most.get(100));
        most.remove(100);
        assertTrue(most.stream().allMatch(bytes -> bytes <= 25), most::toString);
    }

    // Would catch: an exception that depends on the number of threads, a task that still runs when its memory
    // is freed.
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void throwsTheFirstFailureAndRunsNothingAfterwards(int threads) {
        AtomicInteger running = new AtomicInteger();
        CountDownLatch failed = new CountDownLatch(threads == 1 ? 0 : 1);
        IOException thrown = assertThrows(IOException.class, () -> {
            try (Workers workers = workers(threads, 1000);
                    OrderedWork work = new OrderedWork(workers)) {
                for (int i = 0; i < 50; i++) {
                    int number = i;
                    work.awaitRoom(1);
                    work.add(() -> {
                        running.incrementAndGet();
                        try {
                            if (number == 5) {
                                failed.await(); // a later one fails first
                                throw new IOException("first");
                            }
                            if (number == 6) {
                                failed.countDown();
                                throw new IOException("second");
                            }
                            return () -> {};
                        } finally {
                            running.decrementAndGet();
                        }
                    });
                }
                work.finish();
            }
        });
        assertEquals("first", thrown.getMessage());
        assertEquals(0, running.get());
    }

    // Would catch: a caller that sleeps while tasks wait, or that runs tasks in addition to as many threads as
    // there are processors.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void helpingCallerCountsAsAThread(int threads) throws Exception {
        assertEquals(threads - 1, othersAtWork(threads, true));
        assertEquals(threads, othersAtWork(threads, false));
    }

    /** Returns the number of threads other than the caller that run tasks; the caller must run some if it helps. */
    private static int othersAtWork(int threads, boolean callerHelps) throws Exception {
        Thread caller = Thread.currentThread();
        Set<Thread> others = ConcurrentHashMap.newKeySet();
        CountDownLatch allOthersAreThere = new CountDownLatch(callerHelps ? threads - 1 : threads);
        CountDownLatch callerHasRunOne = new CountDownLatch(callerHelps ? 1 : 0);
        try (Workers workers = new Workers(threads, callerHelps, new Window(1000, 1000, threads), () -> {});
                OrderedWork work = new OrderedWork(workers)) {
            for (int i = 0; i < 20; i++) {
                work.awaitRoom(1);
                work.add(() -> {
                    if (Thread.currentThread() == caller) {
                        callerHasRunOne.countDown();
                    } else if (others.add(Thread.currentThread())) {
                        allOthersAreThere.countDown();
                    }
                    allOthersAreThere.await();
                    callerHasRunOne.await();
                    return () -> {};
                });
            }
            work.finish();
        }
        return others.size();
    }

    // Would catch: a caller that waits for a task that has no thread, because the system had none left.
    @Test
    void endsAlthoughATaskFoundNoThread() throws IOException {
        Workers workers = workers(2, 100);
        try (OrderedWork work = new OrderedWork(workers)) {
            workers.close();
            work.awaitRoom(1);
            assertThrows(
                    RejectedExecutionException.class,
                    () -> work.add(() -> fail("the result of a rejected task is not used")));
        }
    }

    // Would catch: a caller that never waits, and therefore never notices an interrupt.
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void interruptedCallerStopsBeforeTheNextTask(int threads) throws IOException {
        try (Workers workers = workers(threads, 100);
                OrderedWork work = new OrderedWork(workers)) {
            Thread.currentThread().interrupt();
            assertThrows(InterruptedIOException.class, () -> work.awaitRoom(1));
        } finally {
            assertTrue(Thread.interrupted());
        }
    }

    // Would catch: pages that could not be read, whose room is never freed.
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void releasesTheRoomOfATaskThatIsNotAdded(int threads) throws IOException {
        try (Workers workers = workers(threads, 100);
                OrderedWork work = new OrderedWork(workers)) {
            assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
                for (int i = 0; i < 10; i++) {
                    work.awaitRoom(60);
                }
            });
            work.add(() -> () -> {});
            work.finish();
        }
    }

    // Would catch: a page that waits forever for the dictionary of a page whose check was dropped at the end.
    @Test
    void endsAlthoughATaskWaitsForADroppedOne() throws Exception {
        Workers workers = new Workers(2, false, new Window(100, 100, 2), () -> {});
        OrderedWork work = new OrderedWork(workers);
        CountDownLatch waits = new CountDownLatch(1);
        work.awaitRoom(1);
        work.add(() -> {
            waits.countDown();
            OrderedWork.result(new CompletableFuture<>(), work::requireOpen);
            return () -> {};
        });
        waits.await();
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            work.close();
            workers.close();
        });
    }
}
