// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import static io.github.fastcodec.internal.context.PoolBudget.OPEN;
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
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class ContextPoolTest {

    private static final long SEED = 20261121;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Queue<Context> created = new ConcurrentLinkedQueue<>();
    private final PoolBudget budget = new PoolBudget();
    private final ContextPool<Context> pool = newPool();

    // Would catch: a pool that creates a context for each page.
    @Test
    void threadReusesItsLastContext() {
        Context first = use(pool);
        for (int i = 0; i < 100; i++) {
            assertSame(first, use(pool));
        }
        assertEquals(1, created.size());
    }

    // Would catch: threads of one slot that discard each other's contexts, and a pool that does not find idle
    // contexts.
    @Test
    void threadTakesAnIdleContextBeforeCreatingOne() throws Exception {
        Context first = use(pool);
        Queue<Context> leased = new ConcurrentLinkedQueue<>();
        Thread other = new Thread(() -> leased.add(use(pool)));
        other.start();
        other.join();
        assertSame(first, leased.remove());
        assertEquals(1, created.size());
    }

    // Would catch: a context that is leased to a second thread while the first one still uses it.
    @Test
    void contextInUseIsNotShared() {
        PooledContext<Context> first = pool.lease();
        PooledContext<Context> second = pool.lease();
        assertNotSame(first.context(), second.context());
        giveBack(second);
        giveBack(first);
        assertEquals(2, open());
    }

    // Would catch: contexts that a codec's pool keeps beyond the common bound of all codecs.
    @Test
    void closesContextsBeyondTheBoundAfterOnePage() {
        budget.raiseLimits(3, OPEN, OPEN);
        ContextPool<Context> other = newPool();
        List<PooledContext<Context>> leases = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            leases.add((i % 2 == 0 ? pool : other).lease());
        }
        assertEquals(10, open(), "no busy context may be closed");
        assertEquals(3, budget.contexts());
        leases.forEach(ContextPoolTest::giveBack);
        assertEquals(3, open());
        assertConsistent();
    }

    // Would catch: a bound on bytes that is not checked when a context is created.
    @Test
    void closesContextsBeyondTheByteLimitAfterOnePage() {
        budget.raiseLimits(OPEN, 3 * Context.SIZE, OPEN);
        List<PooledContext<Context>> leases = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            leases.add(pool.lease());
        }
        leases.forEach(ContextPoolTest::giveBack);
        assertEquals(3, open());
        assertEquals(3 * Context.SIZE, budget.bytes());
        assertConsistent();
    }

    // Would catch: scratch memory that grows with a large page and is not counted.
    @Test
    void countsTheBytesOfAContextThatGrowsOrShrinks() {
        budget.raiseLimits(OPEN, 3 * Context.SIZE, OPEN);
        PooledContext<Context> grown = pool.lease();
        grown.context().size = 3 * Context.SIZE + 1;
        giveBack(grown);
        assertEquals(0, open());
        PooledContext<Context> large = pool.lease();
        large.context().size = 3 * Context.SIZE;
        giveBack(large);
        assertEquals(3 * Context.SIZE, budget.bytes());
        large = pool.lease();
        large.context().size = 1;
        giveBack(large);
        assertEquals(1, budget.bytes());
        assertConsistent();
    }

    // Would catch: idle contexts of a job at one level that keep the contexts of the next job, at another
    // level, out of the pool.
    @Test
    void unusedContextsMakeRoomForOthers() {
        budget.raiseLimits(2, OPEN, OPEN);
        PooledContext<Context> one = pool.lease();
        PooledContext<Context> two = pool.lease();
        giveBack(one);
        giveBack(two);
        ContextPool<Context> other = newPool();
        use(other);
        Context kept = use(other);
        assertSame(kept, use(other));
        assertTrue(kept.closed.get() == 0);
        assertEquals(2, open());
        assertConsistent();
    }

    // Would catch: constantly used contexts that are evicted for others, which are then evicted in turn.
    @Test
    void constantlyUsedContextsAreNotEvicted() {
        budget.raiseLimits(1, OPEN, OPEN);
        ContextPool<Context> other = newPool();
        Context kept = use(pool);
        for (int i = 0; i < 10; i++) {
            use(other);
            assertSame(kept, use(pool));
        }
    }

    // Would catch: memory of a job that ended hours ago, and a context in use that is considered idle.
    @Test
    void freesOnlyContextsThatWereIdleTooLong() {
        ContextPool<Context> other = newPool();
        Context used = use(pool);
        Context idle = use(other);
        PooledContext<Context> busy = newPool().lease();
        long now = 0;
        budget.sweep(now);
        for (int i = 0; i < 6; i++) {
            now += 10 * SECOND;
            used = use(pool);
            assertEquals(0, idle.closed.get(), "idle for " + i + "0 seconds");
            budget.sweep(now);
        }
        assertEquals(1, idle.closed.get());
        assertEquals(0, used.closed.get());
        assertEquals(0, busy.context().closed.get());
        giveBack(busy);
        assertEquals(2, budget.contexts());
        assertConsistent();
    }

    // Would catch: expiry that is never triggered, or only once.
    @Test
    void everyGarbageCollectionFreesIdleContexts() throws Exception {
        budget.raiseLimits(OPEN, OPEN, 0);
        for (int i = 0; i < 3; i++) {
            Context context = use(pool);
            collectUntil(() -> context.closed.get() > 0);
            assertEquals(1, context.closed.get());
            assertEquals(0, budget.contexts());
        }
    }

    // Would catch: a context that is in two slots, and so is leased to two threads.
    @Test
    void leaseEndsOnlyOnce() {
        PooledContext<Context> lease = pool.lease();
        giveBack(lease);
        assertThrows(IllegalStateException.class, () -> giveBack(lease));
        assertThrows(IllegalStateException.class, lease::close);
        assertEquals(0, lease.context().closed.get());
        assertEquals(1, budget.idle());
    }

    // Would catch: a failed creation that counts towards the bounds permanently.
    @Test
    void doesNotCountAContextThatFailedToOpen() {
        ContextPool<Context> broken = budget.pool(
                new Object(),
                () -> {
                    throw new LinkageError("broken");
                },
                context -> context.size);
        assertThrows(LinkageError.class, broken::lease);
        assertEquals(0, budget.contexts());
        assertEquals(0, budget.created());
    }

    // Would catch: limits that depend on which factory came first, and a factory without settings that resets
    // them.
    @Test
    void eachLimitIsTheLargestRequested() {
        long defaultBytes = budget.maxBytes();
        assertEquals(60, budget.idleSeconds());
        budget.raiseLimits(3, OPEN, OPEN);
        assertEquals(3, budget.maxContexts(), "less than the default");
        assertEquals(defaultBytes, budget.maxBytes(), "a limit that was not requested");
        budget.raiseLimits(2, 7, 5);
        budget.raiseLimits(OPEN, OPEN, OPEN);
        assertEquals(3, budget.maxContexts());
        assertEquals(7, budget.maxBytes());
        assertEquals(5, budget.idleSeconds());
    }

    // Would catch: limits that are computed and published in two steps, so that another thread's larger limits
    // can be lost.
    @Test
    void concurrentRequestsRaiseLimitsToTheLargest() throws Exception {
        int threads = 2;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 2_000; round++) {
                PoolBudget asked = new PoolBudget();
                AtomicInteger ready = new AtomicInteger();
                List<Future<?>> asking = new ArrayList<>();
                for (int thread = 1; thread <= threads; thread++) {
                    int most = thread;
                    asking.add(executor.submit(() -> {
                        ready.incrementAndGet();
                        while (ready.get() < threads) {
                            Thread.onSpinWait();
                        }
                        asked.raiseLimits(most, OPEN, OPEN);
                    }));
                }
                for (Future<?> one : asking) {
                    one.get();
                }
                assertEquals(threads, asked.maxContexts(), "in round " + round);
            }
        } finally {
            executor.shutdownNow();
        }
    }

    // Would catch: a bound below the default that applies only to later contexts.
    @Test
    void lowerBoundFreesIdleContextsBeyondIt() {
        PooledContext<Context> one = pool.lease();
        use(pool);
        giveBack(one);
        assertEquals(2, open());
        budget.raiseLimits(1, OPEN, OPEN);
        assertEquals(1, open());
        assertConsistent();
    }

    // Would catch: a pool that cannot be turned off.
    @Test
    void keepsNoContextIfTheBoundIsZero() {
        budget.raiseLimits(0, OPEN, OPEN);
        assertNotSame(use(pool), use(pool));
        assertEquals(0, open());
    }

    // Would catch: a lease that is not atomic, so that two threads use one native context; a context that is
    // freed while it is used, or twice; and counts that drift.
    @Test
    void contextsAndCountsStayConsistentUnderStress() throws Exception {
        budget.raiseLimits(6, 8 * Context.SIZE, 0);
        List<ContextPool<Context>> pools = List.of(pool, newPool(), newPool());
        int threads = 8;
        ExecutorService executor = Executors.newFixedThreadPool(threads + 1);
        AtomicBoolean over = new AtomicBoolean();
        try {
            Future<?> sweeps = executor.submit(() -> {
                while (!over.get()) {
                    budget.sweep(System.nanoTime());
                    Thread.yield();
                }
            });
            CountDownLatch start = new CountDownLatch(threads);
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Random random = new Random(SEED + i);
                Callable<Integer> work = () -> {
                    int wrong = 0;
                    start.countDown();
                    start.await();
                    for (int page = 0; page < 20_000; page++) {
                        PooledContext<Context> lease =
                                pools.get(random.nextInt(pools.size())).lease();
                        Context context = lease.context();
                        if (!context.busy.compareAndSet(false, true)) {
                            wrong++;
                        }
                        context.size = random.nextInt((int) Context.SIZE * 2);
                        if (page % 64 == 0) {
                            Thread.yield();
                        }
                        if (context.closed.get() != 0) {
                            wrong++;
                        }
                        context.busy.set(false);
                        if (random.nextInt(1_000) == 0) {
                            lease.close();
                        } else {
                            giveBack(lease);
                        }
                    }
                    return wrong;
                };
                results.add(executor.submit(work));
            }
            for (Future<Integer> result : results) {
                assertEquals(
                        0, result.get(), "times that a context was busy or closed when it was leased, seed " + SEED);
            }
            over.set(true);
            sweeps.get();
        } finally {
            over.set(true);
            executor.shutdownNow();
        }
        assertConsistent();
    }

    // Would catch: a process that frees nothing after a sweep has run out of memory.
    @Test
    void sweepsAgainAfterAFailedSweep() throws Exception {
        budget.raiseLimits(OPEN, OPEN, 0);
        AtomicInteger failures = new AtomicInteger();
        ContextPool<AutoCloseable> failing = budget.pool(
                new Object(),
                () -> () -> {
                    failures.incrementAndGet();
                    throw new OutOfMemoryError("of the test");
                },
                context -> 0);
        Context kept = use(pool);
        giveBack(failing.lease());
        collectUntil(() -> failures.get() > 0 && kept.closed.get() > 0);
        assertEquals(1, failures.get());
        assertEquals(1, kept.closed.get());
        Context later = use(pool);
        collectUntil(() -> later.closed.get() > 0);
        assertEquals(1, later.closed.get());
    }

    // Would catch: a pool that grows with the number of open files.
    @Test
    void closesReturnedContextsBeyondTheSlots() {
        budget.raiseLimits(1_000, OPEN, OPEN);
        List<PooledContext<Context>> leased = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            leased.add(pool.lease());
        }
        assertEquals(1_000, open(), "no busy context may be closed");
        leased.forEach(ContextPoolTest::giveBack);
        assertEquals(ContextPool.SLOTS, open());
        for (int i = 0; i < ContextPool.SLOTS; i++) {
            assertEquals(0, pool.lease().context().closed.get(), "a closed context must not be leased");
        }
        assertEquals(1_000, created.size(), "every idle context is found again");
    }

    // Would catch: a failed context that is used for the next page.
    @Test
    void closesADiscardedContextOnceAndNeverLeasesIt() {
        PooledContext<Context> failed = pool.lease();
        failed.close();
        assertEquals(1, failed.context().closed.get());
        assertNotSame(failed.context(), use(pool));
        assertEquals(1, failed.context().closed.get());
        assertConsistent();
    }

    // Would catch: a failure to free memory that is swallowed.
    @Test
    void reportsAContextThatCannotBeClosed() {
        ContextPool<AutoCloseable> broken = budget.pool(
                new Object(),
                () -> () -> {
                    throw new Exception("broken");
                },
                context -> 0);
        PooledContext<AutoCloseable> lease = broken.lease();
        IllegalStateException thrown = assertThrows(IllegalStateException.class, lease::close);
        assertEquals("broken", thrown.getCause().getMessage());
        assertEquals(0, budget.contexts());
    }

    // Would catch: contexts of one level that are leased for another, and a pool for each file.
    @Test
    void eachKeyHasItsOwnPool() {
        assertSame(poolOf(List.of("pool", 1)), poolOf(List.of("pool", 1)));
        assertNotSame(poolOf(List.of("pool", 1)), poolOf(List.of("pool", 2)));
    }

    // Would catch: contexts that are kept for ended threads.
    @Test
    void thousandShortThreadsLeaveABoundedNumberOfContexts() throws Exception {
        runInBatches(1_000, task -> {
            Thread thread = new Thread(task);
            thread.start();
            return thread;
        });
    }

    // Would catch: contexts that multiply with virtual threads, whose number may be millions.
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void thousandVirtualThreadsLeaveABoundedNumberOfContexts() throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        runInBatches(1_000, task -> {
            try {
                return (Thread) start.invoke(null, task);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
    }

    private void runInBatches(int total, Function<Runnable, Thread> starter) throws InterruptedException {
        int bound = 5;
        budget.raiseLimits(bound, OPEN, OPEN);
        AtomicInteger done = new AtomicInteger();
        for (int batch = 0; batch < total / 100; batch++) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                threads.add(starter.apply(() -> {
                    PooledContext<Context> lease = pool.lease();
                    Thread.yield();
                    giveBack(lease);
                    done.incrementAndGet();
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertEquals(total, done.get());
        assertTrue(open() <= bound, () -> open() + " contexts are open");
        assertConsistent();
    }

    private static void giveBack(PooledContext<?> lease) {
        lease.keep();
        lease.close();
    }

    /**
     * Asserts, without contexts in use, that the budget counts all open contexts, that they are within its limits, and that none
     * was closed twice.
     */
    private void assertConsistent() {
        assertFalse(created.stream().anyMatch(context -> context.closed.get() > 1), "a context was closed twice");
        assertEquals(open(), budget.contexts());
        assertEquals(open(), budget.idle());
        assertEquals(
                created.stream()
                        .filter(context -> context.closed.get() == 0)
                        .mapToLong(context -> context.size)
                        .sum(),
                budget.bytes());
        assertEquals(created.size(), budget.created());
        assertEquals(created.size() - open(), budget.closed());
        assertTrue(budget.contexts() <= budget.maxContexts());
        assertTrue(budget.bytes() <= budget.maxBytes());
    }

    private static Context use(ContextPool<Context> pool) {
        PooledContext<Context> lease = pool.lease();
        Context context = lease.context();
        giveBack(lease);
        return context;
    }

    private static void collectUntil(BooleanSupplier done) throws InterruptedException {
        for (int i = 0; i < 500 && !done.getAsBoolean(); i++) {
            System.gc();
            Thread.sleep(20);
        }
    }

    private long open() {
        return created.stream().filter(context -> context.closed.get() == 0).count();
    }

    private ContextPool<Context> newPool() {
        return poolOf(new Object());
    }

    private ContextPool<Context> poolOf(Object key) {
        return budget.pool(key, this::newContext, context -> context.size);
    }

    private Context newContext() {
        Context context = new Context();
        created.add(context);
        return context;
    }

    private static final class Context implements AutoCloseable {
        private static final long SIZE = 1_000;

        private final AtomicBoolean busy = new AtomicBoolean();
        private final AtomicInteger closed = new AtomicInteger();
        private volatile long size = SIZE;

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }
}
