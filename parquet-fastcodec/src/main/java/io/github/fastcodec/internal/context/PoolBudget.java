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
 * What all pools share: their bounds, what they hold together, and the sweeps that free what is idle. Safe for use by many threads.
 *
 * <p><b>Bounds.</b> Contexts are counted when they are created and when they grow, not when they are leased, so the bounds cost the
 * steady state nothing. At a bound a new context takes the place of one that has not been used for a while, or lives for one page.
 *
 * <p><b>Age.</b> A garbage collection is followed by a sweep on the thread of a {@link java.lang.ref.Cleaner}, as long as there are
 * idle contexts. Leasing reads no clock: it leaves the number of the current epoch on the context; sweeps begin epochs, and read the
 * time. A process that never collects garbage keeps its idle contexts, within the bounds. When the last context is gone nothing is
 * left with the {@code Cleaner}, so that a class loader which an application drops can be collected.
 */
public final class PoolBudget {

    /** Stands for a limit that is not requested. */
    public static final long OPEN = -1;

    /** At least four, so that it is not the small machines that run short. */
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

    /** Made in advance, since it is needed where memory is short. */
    private final Runnable collected = this::collected;

    /** Tells what was used lately from what was not. */
    private final AtomicInteger epoch = new AtomicInteger();

    /** Creates a budget without contexts. */
    PoolBudget() {}

    @SuppressWarnings("unchecked") // a key determines the type of its contexts
    <C extends AutoCloseable> ContextPool<C> pool(
            Object key, Supplier<? extends C> factory, ToLongFunction<? super C> footprint) {
        return (ContextPool<C>) pools.computeIfAbsent(key, k -> new ContextPool<>(this, factory, footprint));
    }

    /**
     * Raises each limit to the requested value, or leaves it as it is for {@link #OPEN}; never lowers one that was requested before.
     * A limit has its default until the first request.
     *
     * @param moreContexts the number of contexts, busy or idle; with 0 each context lives for one page
     * @param moreBytes the size of all contexts together, in bytes
     * @param moreIdleSeconds the time after which an idle context is freed, in seconds
     */
    public void raiseLimits(long moreContexts, long moreBytes, long moreIdleSeconds) {
        maxContexts.accumulateAndGet(moreContexts, Math::max);
        maxBytes.accumulateAndGet(moreBytes, Math::max);
        idleSeconds.accumulateAndGet(moreIdleSeconds, Math::max);
        while ((contexts.get() > maxContexts() || bytes.get() > maxBytes()) && freeOne(idle -> true)) {
            // one at a time, until what is left is within the bounds or busy
        }
    }

    /** Returns the largest number of contexts that are kept. */
    public int maxContexts() {
        return (int) limit(maxContexts, DEFAULT_CONTEXTS);
    }

    /** Returns the most that all contexts may hold together, in bytes. */
    public long maxBytes() {
        return limit(maxBytes, DEFAULT_BYTES);
    }

    /** Returns for how long a context may be idle, in seconds. */
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

    /** Returns what the contexts that are kept hold, in bytes. */
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

    /** Counts more contexts and bytes if the limits allow it, or if what is stale makes room. Returns whether it has counted them. */
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
                epoch.incrementAndGet(); // what is not used until the next context asks for room will have to make it
                return false;
            }
        }
    }

    /** Counts fewer contexts and bytes. */
    void release(int fewerContexts, long fewerBytes) {
        contexts.addAndGet(-fewerContexts);
        bytes.addAndGet(-fewerBytes);
    }

    /** Frees one idle context that {@code which} chooses, and returns whether there was one. */
    private boolean freeOne(Predicate<PooledContext<?>> which) {
        return pools.values().stream().anyMatch(pool -> pool.freeIdle(which, 1) > 0);
    }

    /** Frees what has been idle for longer than the limit. */
    void sweep(long nowNanos) {
        epoch.incrementAndGet();
        long idleNanos = TimeUnit.SECONDS.toNanos(idleSeconds());
        for (ContextPool<?> pool : pools.values()) {
            pool.freeIdle(idle -> idle.hasExpired(nowNanos, idleNanos), Integer.MAX_VALUE);
        }
    }

    /** Has the next garbage collection followed by a sweep. Where there is no memory for it, the next call tries again. */
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
            if (idle() > 0) { // a busy context has this done when it comes back
                awaitCollection();
            }
        }
    }
}
