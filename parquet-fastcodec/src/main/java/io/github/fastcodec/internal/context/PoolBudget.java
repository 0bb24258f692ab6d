// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import io.github.fastcodec.internal.memory.Cleanup;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The bounds and totals of all pools, and the sweeps that free idle contexts. Thread-safe.
 *
 * <p><b>Bounds.</b> Contexts are counted when they are created and when they grow, not when they are leased, so the bounds
 * cost nothing in the steady state. At a bound, a new context replaces one that has not been used for a while; if there is
 * none, the new context lives for one page.
 *
 * <p><b>Age.</b> As long as there are idle contexts, each garbage collection is followed by a sweep on the thread of a
 * {@link java.lang.ref.Cleaner}. Leases do not read the clock: a returned context stores the number of the current epoch. A
 * sweep begins a new epoch and reads the clock. A process that never collects garbage keeps its idle contexts, within the
 * bounds. When the last context is gone, nothing is registered with the {@code Cleaner}, so the class loader of a stopped
 * application can be collected.
 */
public final class PoolBudget {

    /** The value of a limit that has not been requested. */
    public static final long OPEN = -1;

    /** The number of processors, but at least four, so that the defaults are not too low on small machines. */
    private static final int PROCESSORS = Math.max(4, Runtime.getRuntime().availableProcessors());

    private static final long DEFAULT_CONTEXTS = 16L * PROCESSORS;
    private static final long DEFAULT_BYTES = (32L << 20) * PROCESSORS;
    private static final long DEFAULT_IDLE_SECONDS = 60;

    private final ConcurrentMap<Object, ContextPool<?>> pools = new ConcurrentHashMap<>();

    private final AtomicLong contexts = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong created = new AtomicLong();
    private final AtomicLong closed = new AtomicLong();
    private final AtomicLong maxContexts = new AtomicLong(OPEN);
    private final AtomicLong maxBytes = new AtomicLong(OPEN);
    private final AtomicLong idleSeconds = new AtomicLong(OPEN);

    private final AtomicBoolean awaitsCollection = new AtomicBoolean();

    /** Created in advance, because it may be needed when the heap is full. */
    private final Runnable collected = this::collected;

    /** The current epoch. A context that was last used in an earlier epoch is stale. */
    private final AtomicInteger epoch = new AtomicInteger();

    /** Creates a budget without contexts. */
    PoolBudget() {}

    @SuppressWarnings("unchecked") // a key determines the type of its contexts
    <C extends AutoCloseable> ContextPool<C> pool(
            Object key, Supplier<? extends C> factory, ToLongFunction<? super C> footprint) {
        return (ContextPool<C>) pools.computeIfAbsent(key, k -> new ContextPool<>(this, factory, footprint));
    }

    /**
     * Sets each limit to the largest value requested so far; {@link #OPEN} requests nothing. Until a value is requested,
     * the limit has its default.
     *
     * @param moreContexts the largest number of contexts, busy or idle; with 0 each context lives for one page
     * @param moreBytes the largest size of all contexts together, in bytes
     * @param moreIdleSeconds the time after which an idle context is freed, in seconds
     */
    public void raiseLimits(long moreContexts, long moreBytes, long moreIdleSeconds) {
        maxContexts.accumulateAndGet(moreContexts, Math::max);
        maxBytes.accumulateAndGet(moreBytes, Math::max);
        idleSeconds.accumulateAndGet(moreIdleSeconds, Math::max);
        while ((contexts.get() > maxContexts() || bytes.get() > maxBytes()) && freeOne(idle -> true)) {
            // frees one context at a time, until the limits are met or all remaining contexts are busy
        }
    }

    /** Returns the largest number of contexts that are kept. */
    public int maxContexts() {
        return (int) limit(maxContexts, DEFAULT_CONTEXTS);
    }

    /** Returns the largest size of all contexts together, in bytes. */
    public long maxBytes() {
        return limit(maxBytes, DEFAULT_BYTES);
    }

    /** Returns the time after which an idle context is freed, in seconds. */
    public int idleSeconds() {
        return (int) limit(idleSeconds, DEFAULT_IDLE_SECONDS);
    }

    private static long limit(AtomicLong requested, long byDefault) {
        long limit = requested.get();
        return limit == OPEN ? byDefault : limit;
    }

    /** Returns the number of contexts that are kept, busy or idle. */
    public int contexts() {
        return (int) contexts.get();
    }

    /** Returns the number of idle contexts. */
    public int idle() {
        return pools.values().stream().mapToInt(ContextPool::idle).sum();
    }

    /** Returns the size of all contexts that are kept, in bytes. */
    public long bytes() {
        return bytes.get();
    }

    /** Returns how many contexts have been created. */
    public long created() {
        return created.get();
    }

    /** Returns how many contexts have been closed. */
    public long closed() {
        return closed.get();
    }

    int epoch() {
        return epoch.get();
    }

    void countCreated() {
        created.incrementAndGet();
    }

    void countClosed() {
        closed.incrementAndGet();
    }

    /**
     * Adds to the counts of contexts and bytes if the limits allow it; frees stale contexts to make room. If there is no
     * room, returns false and leaves the counts as they were.
     */
    boolean reserve(int moreContexts, long moreBytes) {
        if (moreBytes > maxBytes() || moreContexts > maxContexts()) {
            return false;
        }
        while (true) {
            boolean isWithinNumber = contexts.addAndGet(moreContexts) <= maxContexts() || moreContexts == 0;
            boolean isWithinBytes = bytes.addAndGet(moreBytes) <= maxBytes() || moreBytes <= 0;
            if (isWithinNumber && isWithinBytes) {
                return true;
            }
            release(moreContexts, moreBytes);
            if (!freeOne(PooledContext::isStale)) {
                epoch.incrementAndGet(); // makes stale all contexts that are not used before the next request
                return false;
            }
        }
    }

    /** Subtracts from the counts of contexts and bytes; undoes {@link #reserve}. */
    void release(int fewerContexts, long fewerBytes) {
        contexts.addAndGet(-fewerContexts);
        bytes.addAndGet(-fewerBytes);
    }

    /** Frees one idle context that matches {@code filter}. Returns false if there is none. */
    private boolean freeOne(Predicate<PooledContext<?>> filter) {
        return pools.values().stream().anyMatch(pool -> pool.freeIdle(filter, 1) > 0);
    }

    /** Frees the contexts that have been idle for longer than the limit. */
    void sweep(long nowNanos) {
        epoch.incrementAndGet();
        long idleNanos = TimeUnit.SECONDS.toNanos(idleSeconds());
        for (ContextPool<?> pool : pools.values()) {
            pool.freeIdle(idle -> idle.hasExpired(nowNanos, idleNanos), Integer.MAX_VALUE);
        }
    }

    /** Requests a sweep after the next garbage collection. If there is no memory for this, the next call tries again. */
    void awaitCollection() {
        if (!awaitsCollection.get()
                && awaitsCollection.compareAndSet(false, true)
                && !Cleanup.afterCollection(collected)) {
            awaitsCollection.set(false);
        }
    }

    private void collected() {
        try {
            sweep(System.nanoTime());
        } finally {
            awaitsCollection.set(false);
            if (idle() > 0) { // a busy context requests the sweep when it is returned
                awaitCollection();
            }
        }
    }
}
