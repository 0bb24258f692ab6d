// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Reusable contexts of one kind, shared by the whole process and leased for one page at a time.
 *
 * <p>Idle contexts are in a fixed number of slots. A thread looks first into the slot that its id points at, where it put the
 * context that it used last. So in the steady state a lease is one atomic swap and its return one compare-and-set, both on memory
 * that no other thread touches. If the slot is empty, the thread takes an idle context from another slot, and only then creates one.
 * There is no lock and no waiting. A {@code ThreadLocal} would multiply contexts with threads, and would keep our class loader for as
 * long as they live.
 *
 * <p>All pools of the process share the bounds and the sweeps of one {@link PoolBudget}. A context that finds no slot, or no room
 * within the bounds, is closed when it comes back. Safe for use by many threads.
 *
 * @param <C> the type of context; its {@code close} frees what it holds and throws nothing
 */
public final class ContextPool<C extends AutoCloseable> {

    private static final PoolBudget PROCESS = new PoolBudget();

    /** Twice the processors, so that threads seldom share one, and some for threads that wait in mid-page; a power of two. */
    static final int SLOTS =
            Math.max(16, Integer.highestOneBit(4 * Runtime.getRuntime().availableProcessors() - 1));

    /** From one slot to the next, in references of four bytes or more: threads must not share a cache line, of 64 bytes. */
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
     * Returns the pool of a key; the first caller's functions serve it.
     *
     * @param key what the contexts have in common, e.g. codec, engine and level; immutable, compared by {@code equals}, and
     *     such that the type of context follows from it
     * @param factory creates a context; called outside of any lock, by the leasing thread
     * @param footprint returns what a context holds between two pages, on the heap and outside, in bytes; called after every page, by
     *     the thread that returns the context
     */
    public static <C extends AutoCloseable> ContextPool<C> of(
            Object key, Supplier<? extends C> factory, ToLongFunction<? super C> footprint) {
        return PROCESS.pool(key, factory, footprint);
    }

    /** Returns what the pools of the process share. */
    public static PoolBudget process() {
        return PROCESS;
    }

    /** Leases a context for exclusive use until {@link PooledContext#close}, which must follow. */
    public PooledContext<C> lease() {
        for (int attempt = 0; attempt < SLOTS; attempt++) {
            int slot = slot(attempt);
            // a plain read first: swapping null into the empty slots of others would move their cache lines about
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

    /** Returns whether there was a slot to put an idle context into. */
    boolean put(PooledContext<C> idle) {
        for (int attempt = 0; attempt < SLOTS; attempt++) {
            int slot = slot(attempt);
            if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, idle)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the index of the slot at which the calling thread looks next, by the number of its looks before. */
    private static int slot(int attempt) {
        return ((int) Thread.currentThread().getId() + attempt & SLOTS - 1) * STRIDE;
    }

    /** Frees up to {@code most} idle contexts that {@code which} chooses, and returns how many it freed. */
    int freeIdle(Predicate<? super PooledContext<C>> which, int most) {
        int freed = 0;
        for (int slot = 0; slot < slots.length() && freed < most; slot += STRIDE) {
            PooledContext<C> idle = slots.get(slot);
            if (idle != null && which.test(idle) && slots.compareAndSet(slot, idle, null)) {
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
