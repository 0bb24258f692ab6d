// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.context;

import java.lang.ref.Cleaner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The pools that share bounds, what they hold together, and the sweeps that free what is idle. Safe for use by many
 * threads.
 */
final class PoolBudget {

    static final Cleaner CLEANER = Cleaner.create();

    private final ConcurrentMap<Object, ContextPool<?>> pools = new ConcurrentHashMap<>();
    private final AtomicReference<PoolLimits> asked = new AtomicReference<>(PoolLimits.NONE);
    private final AtomicInteger contexts = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong created = new AtomicLong();
    private final AtomicLong closed = new AtomicLong();

    private final AtomicBoolean sweeping = new AtomicBoolean();
    private final AtomicBoolean awaitsCollection = new AtomicBoolean();

    /** Tells what was used lately from what was not. May miss an increment where two threads make one. */
    private volatile int epoch;

    @SuppressWarnings("unchecked") // a key determines the type of its contexts
    <C extends AutoCloseable> ContextPool<C> pool(
            Object key, Supplier<? extends C> factory, ToLongFunction<? super C> footprint) {
        return (ContextPool<C>) pools.computeIfAbsent(key, k -> new ContextPool<>(this, factory, footprint));
    }

    void ask(PoolLimits more) {
        asked.accumulateAndGet(more, PoolLimits::largest);
        PoolLimits limits = limits();
        while ((contexts.get() > limits.maxContexts() || bytes.get() > limits.maxBytes()) && freeOne(lease -> true)) {
            // one at a time, until what is left is within the bounds or busy
        }
    }

    PoolState state() {
        int idle = pools.values().stream().mapToInt(ContextPool::idle).sum();
        return new PoolState(contexts.get(), idle, bytes.get(), created.get(), closed.get(), limits());
    }

    /** Returns the limits that hold now: computed from what was asked for, so that there is no copy to fall behind it. */
    private PoolLimits limits() {
        return asked.get().orElse(PoolLimits.DEFAULTS);
    }

    int epoch() {
        return epoch;
    }

    void created() {
        created.incrementAndGet();
    }

    void closed() {
        closed.incrementAndGet();
    }

    /** Counts one more context of {@code size} bytes, if the bounds allow it or what is stale makes room. */
    boolean admit(long size) {
        PoolLimits limits = limits();
        if (size > limits.maxBytes() || limits.maxContexts() == 0) {
            return false;
        }
        while (!count(size, limits)) {
            if (!freeOne(Lease::isStale)) {
                epoch++; // what is not used until the next context asks for room will have to make it
                return false;
            }
        }
        awaitCollection();
        return true;
    }

    private boolean count(long size, PoolLimits limits) {
        if (contexts.incrementAndGet() <= limits.maxContexts()) {
            if (bytes.addAndGet(size) <= limits.maxBytes()) {
                return true;
            }
            bytes.addAndGet(-size);
        }
        contexts.decrementAndGet();
        return false;
    }

    /** Counts what a context has grown by, if not negative, and returns whether it is still within the bounds. */
    boolean grow(long growth) {
        PoolLimits limits = limits();
        if (bytes.addAndGet(growth) <= limits.maxBytes() || growth < 0) {
            return true;
        }
        while (freeOne(Lease::isStale)) {
            if (bytes.get() <= limits.maxBytes()) {
                return true;
            }
        }
        epoch++;
        return false;
    }

    /** Counts one context less. */
    void leave(long size) {
        contexts.decrementAndGet();
        bytes.addAndGet(-size);
    }

    /** Frees one idle context that {@code which} chooses, and returns whether there was one. */
    private boolean freeOne(Predicate<Lease<?>> which) {
        return pools.values().stream().anyMatch(pool -> pool.freeIdle(which, 1) > 0);
    }

    /** Frees what has been idle for longer than the limit. */
    void sweep(long nowNanos) {
        if (!sweeping.compareAndSet(false, true)) {
            return; // another thread is at it
        }
        try {
            epoch++;
            long idleNanos = TimeUnit.SECONDS.toNanos(limits().idleSeconds());
            for (ContextPool<?> pool : pools.values()) {
                pool.freeIdle(lease -> lease.hasExpired(nowNanos, idleNanos), Integer.MAX_VALUE);
            }
        } finally {
            sweeping.set(false);
        }
    }

    /** Has the next garbage collection followed by a sweep: the object that is registered is garbage at once. */
    private void awaitCollection() {
        if (awaitsCollection.compareAndSet(false, true)) {
            CLEANER.register(new Object(), this::collected);
        }
    }

    private void collected() {
        sweep(System.nanoTime());
        awaitsCollection.set(false);
        if (contexts.get() > 0) {
            awaitCollection();
        }
    }
}
