// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class ContextPoolTest {

    /** No pool keeps more idle contexts than this, which is what its slots come to: at most four for each processor. */
    private static final int MOST_IDLE = 4 * Runtime.getRuntime().availableProcessors();

    private final Queue<Context> created = new ConcurrentLinkedQueue<>();
    private final ContextPool<Context> pool = ContextPool.of(new Object(), this::newContext);

    // Would catch: a pool that makes a context for each page.
    @Test
    void aThreadGetsBackTheContextThatItUsedLast() {
        Context first = pool.lease();
        pool.giveBack(first);
        for (int i = 0; i < 100; i++) {
            Context again = pool.lease();
            assertSame(first, again);
            pool.giveBack(again);
        }
        assertEquals(1, created.size());
    }

    // Would catch: threads of one slot that throw each other's contexts away, or a pool in which idle ones are not
    // found.
    @Test
    void aThreadTakesTheIdleContextOfAnotherBeforeANewOneIsMade() throws Exception {
        Context first = pool.lease();
        pool.giveBack(first);
        Queue<Context> leased = new ConcurrentLinkedQueue<>();
        Thread other = new Thread(() -> leased.add(pool.lease()));
        other.start();
        other.join();
        assertSame(first, leased.remove());
        assertEquals(1, created.size());
    }

    // Would catch: a context that a thread still holds and another one gets.
    @Test
    void aContextInUseIsNobodyElses() {
        Context first = pool.lease();
        Context second = pool.lease();
        assertNotSame(first, second);
        pool.giveBack(second);
        pool.giveBack(first);
        assertEquals(2, open());
    }

    // Would catch: a lease that is not atomic, which lets two threads into one native context.
    @Test
    void twoThreadsNeverShareAContext() throws Exception {
        int threads = 8;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch start = new CountDownLatch(threads);
            Callable<Integer> work = () -> {
                int shared = 0;
                start.countDown();
                start.await();
                for (int i = 0; i < 20_000; i++) {
                    Context context = pool.lease();
                    if (!context.busy.compareAndSet(false, true) || context.closed.get() != 0) {
                        shared++;
                    }
                    if (i % 64 == 0) {
                        Thread.yield();
                    }
                    context.busy.set(false);
                    if (i % 1_000 == 999) {
                        pool.discard(context);
                    } else {
                        pool.giveBack(context);
                    }
                }
                return shared;
            };
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                results.add(executor.submit(work));
            }
            for (Future<Integer> result : results) {
                assertEquals(0, result.get(), "times that a context was busy or closed when it was leased");
            }
        } finally {
            executor.shutdownNow();
        }
        assertIdleContextsAreBounded();
    }

    // Would catch: a pool that grows with the number of files that are open at once.
    @Test
    void contextsBeyondTheSlotsAreClosedWhenTheyComeBack() {
        List<Context> leased = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            leased.add(pool.lease());
        }
        assertEquals(1_000, open(), "no busy context may be closed");
        leased.forEach(pool::giveBack);
        assertIdleContextsAreBounded();
        long idle = open();
        assertTrue(idle > 0);
        for (int i = 0; i < idle; i++) {
            assertEquals(0, pool.lease().closed.get(), "a closed context must not be leased");
        }
        assertEquals(1_000, created.size(), "every idle context is found again");
    }

    // Would catch: a context that failed and serves the next page.
    @Test
    void aDiscardedContextIsClosedOnceAndNotSeenAgain() {
        Context failed = pool.lease();
        pool.discard(failed);
        assertEquals(1, failed.closed.get());
        assertNotSame(failed, pool.lease());
        assertEquals(1, failed.closed.get());
    }

    // Would catch: a failure to free memory that is swallowed, and a null that is leased to the next page.
    @Test
    void aContextThatCannotBeClosedAndAMissingOneAreReported() {
        ContextPool<AutoCloseable> broken = ContextPool.of(new Object(), () -> () -> {
            throw new Exception("broken");
        });
        AutoCloseable context = broken.lease();
        IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> broken.discard(context));
        assertEquals("broken", thrown.getCause().getMessage());
        assertThrows(NullPointerException.class, () -> broken.giveBack(null));
    }

    // Would catch: contexts of one level that are leased for another, and a pool for each file.
    @Test
    void aKeyHasOnePoolAndAnotherKeyAnother() {
        assertSame(ContextPool.of(List.of("pool", 1), Context::new), ContextPool.of(List.of("pool", 1), Context::new));
        assertNotSame(
                ContextPool.of(List.of("pool", 1), Context::new), ContextPool.of(List.of("pool", 2), Context::new));
    }

    // Would catch: contexts that stay with threads that have ended.
    @Test
    void tenThousandShortLivedThreadsLeaveABoundedNumberOfContexts() throws Exception {
        runInBatches(10_000, task -> {
            Thread thread = new Thread(task);
            thread.start();
            return thread;
        });
        assertIdleContextsAreBounded();
    }

    // Would catch: contexts that multiply with virtual threads, of which there may be millions.
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void tenThousandVirtualThreadsLeaveABoundedNumberOfContexts() throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        runInBatches(10_000, task -> {
            try {
                return (Thread) start.invoke(null, task);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        assertIdleContextsAreBounded();
    }

    private void runInBatches(int total, Function<Runnable, Thread> starter) throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        for (int batch = 0; batch < total / 100; batch++) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                threads.add(starter.apply(() -> {
                    Context context = pool.lease();
                    Thread.yield();
                    pool.giveBack(context);
                    done.incrementAndGet();
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertEquals(total, done.get());
    }

    private void assertIdleContextsAreBounded() {
        assertTrue(open() <= MOST_IDLE, () -> open() + " contexts are open, expected at most " + MOST_IDLE);
        assertFalse(created.stream().anyMatch(context -> context.closed.get() > 1), "a context was closed twice");
    }

    private long open() {
        return created.stream().filter(context -> context.closed.get() == 0).count();
    }

    private Context newContext() {
        Context context = new Context();
        created.add(context);
        return context;
    }

    private static final class Context implements AutoCloseable {
        private final AtomicBoolean busy = new AtomicBoolean();
        private final AtomicInteger closed = new AtomicInteger();

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }
}
