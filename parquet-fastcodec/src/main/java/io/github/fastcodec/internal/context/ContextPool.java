// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import io.github.fastcodec.internal.memory.ThreadStripes;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Reusable contexts of one kind, shared by the whole process and leased for one page at a time.
 *
 * <p><b>Slots.</b> Idle contexts lie in a fixed number of slots. A thread looks first into the slot that its id points at,
 * where it put the context that it used last, so that in the steady state a lease is one atomic swap and its return one
 * compare-and-set, both on memory that no other thread touches. If the slot is empty (a first use, or another thread with
 * the same slot is at work) it takes an idle context from another slot, and only then creates one. A busy context belongs
 * only to its thread. There is no lock and no waiting: a thread that meets contention tries the next slot.
 *
 * <p><b>Bounds.</b> All pools of the process share one {@link PoolBudget}: so many contexts, busy or idle, and so many
 * bytes, by what each context says of itself. Contexts are counted when they are created and when they grow, not when they
 * are leased, so the bounds cost the steady state nothing. At the bound a new context takes the place of one that has not
 * been used for a while; if there is none it is not counted, lives for one page, and is closed on return. So is a context
 * that finds no free slot.
 *
 * <p><b>Age.</b> Each garbage collection has the pools swept on the thread of a {@link java.lang.ref.Cleaner}, by way of an
 * object that exists only to be collected; a sweep frees what has been idle for too long. Leasing reads no clock: it leaves
 * the number of the current epoch on the context; sweeps begin epochs, and tell the time. A process that never collects
 * garbage keeps its idle contexts, within the bounds.
 *
 * <p><b>Freeing.</b> A context is closed once: on discard, by a sweep, or, when its lease was lost with a thread
 * that failed between lease and return, by the {@code Cleaner}. When the last context is gone nothing is left with the
 * {@code Cleaner}, whose thread would otherwise keep our class loader alive: so a class loader that an application drops
 * goes with the contexts' idle time. A {@code ThreadLocal} would pin it for as long as the thread lives, would multiply
 * contexts with virtual threads, and would keep the contexts of threads that have turned to other work.
 *
 * <p>Safe for use by many threads.
 *
 * @param <C> the type of context; its {@code close} frees what it holds and throws nothing
 */
public final class ContextPool<C extends AutoCloseable> {

    private static final PoolBudget PROCESS = PoolBudget.ofProcess();

    /** Twice the processors, so that threads seldom share one, and some for threads that wait in mid-page; a power of two. */
    static final int SLOTS = Math.max(16, 2 * ThreadStripes.PROCESSORS);

    private final AtomicReferenceArray<PooledContext<C>> slots =
            new AtomicReferenceArray<>(ThreadStripes.length(SLOTS));
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
     * @param footprint tells what a context holds between two pages, on the heap and outside, in bytes; called by the thread
     *     that returns it, after every page
     */
    public static <C extends AutoCloseable> ContextPool<C> of(
            Object key, Supplier<? extends C> factory, ToLongFunction<? super C> footprint) {
        return PROCESS.pool(key, factory, footprint);
    }

    /** Returns what the pools of the process share. */
    public static PoolBudget process() {
        return PROCESS;
    }

    /**
     * Leases a context for exclusive use until {@link PooledContext#close}, which must follow.
     */
    public PooledContext<C> lease() {
        for (int attempt = 0; attempt < SLOTS; attempt++) {
            int slot = ThreadStripes.index(attempt, SLOTS);
            // a plain read first: swapping null into the empty slots of others would move their cache lines about
            if (slots.getPlain(slot) != null) {
                PooledContext<C> idle = slots.getAndSet(slot, null);
                if (idle != null) {
                    idle.begin();
                    return idle;
                }
            }
        }
        return PooledContext.create(this, budget, factory, footprint);
    }

    /** Returns whether there was a slot to put an idle context into. */
    boolean put(PooledContext<C> idle) {
        for (int attempt = 0; attempt < SLOTS; attempt++) {
            int slot = ThreadStripes.index(attempt, SLOTS);
            if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, idle)) {
                return true;
            }
        }
        return false;
    }

    /** Frees up to {@code most} idle contexts that {@code which} chooses, and returns how many it freed. */
    int freeIdle(Predicate<? super PooledContext<C>> which, int most) {
        int freed = 0;
        for (int number = 0; number < SLOTS && freed < most; number++) {
            int slot = ThreadStripes.index(number);
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
        for (int number = 0; number < SLOTS; number++) {
            if (slots.get(ThreadStripes.index(number)) != null) {
                idle++;
            }
        }
        return idle;
    }
}
