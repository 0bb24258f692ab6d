// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Reusable contexts of one kind, shared by the whole process and leased for one page at a time.
 *
 * <p>Idle contexts are kept in a fixed number of slots. A thread first tries the slot that its id selects, where it put the
 * context that it used last. In the steady state, a lease is therefore one atomic swap and its return one compare-and-set,
 * both on memory that no other thread touches. If the slot is empty, the thread takes an idle context from another slot; only
 * if there is none does it create one. Threads never lock or wait. A {@code ThreadLocal} would hold a context for every
 * thread, and would keep our class loader reachable as long as these threads live.
 *
 * <p>All pools of the process share the bounds and the sweeps of one {@link PoolBudget}. A context for which there is no free
 * slot, or no room within the bounds, is closed when it is returned. Thread-safe.
 *
 * @param <C> the type of context; its {@code close} frees the memory of the context and throws nothing
 */
public final class ContextPool<C extends AutoCloseable> {

    private static final PoolBudget PROCESS = new PoolBudget();

    /**
     * The number of slots: at least twice the number of processors, so that threads seldom share a slot even if some of
     * them wait in the middle of a page. A power of two.
     */
    static final int SLOTS =
            Math.max(16, Integer.highestOneBit(4 * Runtime.getRuntime().availableProcessors() - 1));

    /**
     * The distance between slots, in array elements. An element takes at least four bytes, so no two slots share a cache
     * line of 64 bytes.
     */
    private static final int STRIDE = 16;

    private final AtomicReferenceArray<PooledContext<C>> slots = new AtomicReferenceArray<>(SLOTS * STRIDE);
    private final PoolBudget budget;
    private final Supplier<? extends C> factory;
    private final ToLongFunction<? super C> footprint;

    ContextPool(PoolBudget budget, Supplier<? extends C> factory, ToLongFunction<? super C> footprint) {
        this.budget = budget;
        this.factory = factory;
        this.footprint = footprint;
    }

    /**
     * Returns the pool for {@code key}. The first call with a key creates the pool, which uses the functions passed to
     * that call.
     *
     * @param key the common properties of the contexts, e.g. codec, engine and level; immutable and compared by
     *     {@code equals}; it determines the type of the contexts
     * @param factory creates a context; called by the leasing thread, without a lock
     * @param footprint returns how much memory a context holds between two pages, on and off the heap, in bytes; called by the
     *     leasing thread, after creating a context and after every page
     */
    public static <C extends AutoCloseable> ContextPool<C> of(
            Object key, Supplier<? extends C> factory, ToLongFunction<? super C> footprint) {
        return PROCESS.pool(key, factory, footprint);
    }

    /** Returns the budget that the pools of the process share. */
    public static PoolBudget process() {
        return PROCESS;
    }

    /** Leases a context for exclusive use until {@link PooledContext#close}, which the caller must call. */
    public PooledContext<C> lease() {
        for (int attempt = 0; attempt < SLOTS; attempt++) {
            int slot = slot(attempt);
            // a plain read first: a swap would take the cache line of an empty slot from another thread
            if (slots.getPlain(slot) != null) {
                PooledContext<C> idle = slots.getAndSet(slot, null);
                if (idle != null) {
                    idle.begin();
                    return idle;
                }
            }
        }
        return new PooledContext<>(this, budget, factory, footprint);
    }

    /** Puts an idle context into a free slot. Returns false if there is none. */
    boolean put(PooledContext<C> idle) {
        for (int attempt = 0; attempt < SLOTS; attempt++) {
            int slot = slot(attempt);
            if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, idle)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the index of the slot that the calling thread tries after {@code attempt} other slots. */
    private static int slot(int attempt) {
        return ((int) Thread.currentThread().getId() + attempt & SLOTS - 1) * STRIDE;
    }

    /** Frees up to {@code most} idle contexts that match {@code filter}, and returns how many it freed. */
    int freeIdle(Predicate<? super PooledContext<C>> filter, int most) {
        int freed = 0;
        for (int slot = 0; slot < slots.length() && freed < most; slot += STRIDE) {
            PooledContext<C> idle = slots.get(slot);
            if (idle != null && filter.test(idle) && slots.compareAndSet(slot, idle, null)) {
                idle.freeIdle();
                freed++;
            }
        }
        return freed;
    }

    /** Returns the number of idle contexts. */
    int idle() {
        int idle = 0;
        for (int slot = 0; slot < slots.length(); slot += STRIDE) {
            idle += slots.get(slot) == null ? 0 : 1;
        }
        return idle;
    }
}
