// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.context;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Reusable contexts of one kind, shared by the whole process and leased for one page at a time.
 *
 * <p>Contexts lie in a fixed number of slots. A thread looks first into the slot that its id points at, where it put the
 * context that it used last, so that in the steady state a lease is one atomic swap and its return one compare-and-set,
 * both on memory that no other thread touches. If the slot is empty (a first use, or another thread with the same slot is
 * at work) it takes an idle context from another slot, and only then creates one. If no slot is free on return, the
 * context is closed. So there are never more idle contexts than slots, however many threads come and go; a busy one belongs
 * to nobody but its thread; and nothing is kept in a {@code ThreadLocal}, where it would outlive its class loader and
 * multiply with virtual threads.
 *
 * <p>Safe for use by many threads.
 *
 * @param <C> the type of context; its {@code close} frees what it holds and throws nothing
 */
public final class ContextPool<C extends AutoCloseable> {

    private static final ConcurrentMap<Object, ContextPool<?>> POOLS = new ConcurrentHashMap<>();

    /** Twice the processors, so that threads seldom share one; a power of two. */
    private static final int SLOTS =
            Integer.highestOneBit(Math.max(1, 2 * Runtime.getRuntime().availableProcessors() - 1)) << 1;

    /** Slots lie this many references apart (64 bytes at least), so that threads do not share cache lines. */
    private static final int STRIDE = 16;

    private final AtomicReferenceArray<C> slots = new AtomicReferenceArray<>(SLOTS * STRIDE);
    private final Supplier<? extends C> factory;

    private ContextPool(Supplier<? extends C> factory) {
        this.factory = factory;
    }

    /**
     * Returns the pool of a key; the first caller's {@code factory} creates its contexts.
     *
     * @param key what the contexts have in common, e.g. codec, engine and level; immutable, compared by {@code equals}, and
     *     such that the type of context follows from it
     * @param factory creates a context; called outside of any lock, by the leasing thread
     */
    @SuppressWarnings("unchecked") // a key determines the type of its contexts
    public static <C extends AutoCloseable> ContextPool<C> of(Object key, Supplier<? extends C> factory) {
        return (ContextPool<C>) POOLS.computeIfAbsent(key, k -> new ContextPool<>(factory));
    }

    /** Returns a context that nobody else uses until {@link #giveBack} or {@link #discard}, one of which must follow. */
    public C lease() {
        int home = home();
        for (int i = 0; i < SLOTS; i++) {
            int slot = slot(home + i);
            // a plain read first: swapping null into the empty slots of others would move their cache lines about
            if (slots.getPlain(slot) != null) {
                C context = slots.getAndSet(slot, null);
                if (context != null) {
                    return context;
                }
            }
        }
        return factory.get();
    }

    /** Puts a context that is as good as new back for the next lease, or closes it if no slot is free. */
    public void giveBack(C context) {
        Objects.requireNonNull(context, "context");
        int home = home();
        for (int i = 0; i < SLOTS; i++) {
            int slot = slot(home + i);
            if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, context)) {
                return;
            }
        }
        discard(context);
    }

    /** Closes a context that may be in any state, after a failure. */
    public void discard(C context) {
        try {
            context.close();
        } catch (Exception e) {
            throw new IllegalStateException("closing a context must not fail", e);
        }
    }

    private static int home() {
        return (int) Thread.currentThread().getId();
    }

    private static int slot(int number) {
        return (number & SLOTS - 1) * STRIDE;
    }
}
