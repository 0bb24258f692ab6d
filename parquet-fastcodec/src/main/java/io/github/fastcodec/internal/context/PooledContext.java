// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A context of a pool and its lease in one object, so that leasing allocates nothing. From {@link ContextPool#lease} to
 * {@link #close} it belongs to the leasing thread, which must not use the context after closing it. An idle context
 * belongs to the thread that takes it out of its slot.
 *
 * @param <C> the type of context
 */
public final class PooledContext<C extends AutoCloseable> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PooledContext.class);

    private final ContextPool<C> pool;
    private final PoolBudget budget;
    private final ToLongFunction<? super C> footprint;
    private final C context;

    /** Whether the budget counts this context and its {@link #bytes}. If not, the context lives for one page. */
    private boolean counted;

    private long bytes;
    private boolean leased = true;
    private boolean kept;

    /** The epoch of the last use; written by the leasing thread, read by other threads at any time. */
    private int usedIn;

    /**
     * The value of {@link #usedIn} at the last sweep, and the time at which a sweep first saw that value. Only the
     * sweeping thread uses them.
     */
    private int seenUsedIn = -1;

    private long seenNanos;

    /** Creates a context that is already leased. */
    PooledContext(
            ContextPool<C> pool,
            PoolBudget budget,
            Supplier<? extends C> factory,
            ToLongFunction<? super C> footprint) {
        this.pool = pool;
        this.budget = budget;
        this.footprint = footprint;
        context = factory.get();
        budget.countCreated();
        try {
            bytes = footprint.applyAsLong(context);
            counted = budget.reserve(1, bytes);
        } catch (Throwable e) { // an Error too: otherwise the native memory leaks
            free();
            throw e;
        }
    }

    /** Returns the context. */
    public C context() {
        return context;
    }

    /** Marks the context as fit for reuse, so that {@link #close} returns it to the pool. */
    public void keep() {
        kept = true;
    }

    /**
     * Returns the context to the pool if {@link #keep} was called and the limits allow it. Otherwise closes it, because
     * after a failure it may be in any state.
     *
     * @throws IllegalStateException if the lease has ended already, or closing the context fails
     */
    @Override
    public void close() {
        if (!leased) {
            throw new IllegalStateException("The lease of this context has already ended");
        }
        leased = false;
        boolean returned = false;
        try {
            returned = kept && returnToPool();
        } finally {
            if (!returned) {
                free();
            }
        }
        if (returned) {
            budget.awaitCollection();
        }
    }

    /** Returns the context to the pool. Returns false if the limits do not allow it, or no slot is free. */
    private boolean returnToPool() {
        kept = false;
        usedIn = budget.epoch();
        long size = footprint.applyAsLong(context);
        if (counted && size != bytes) {
            if (!budget.reserve(0, size - bytes)) {
                return false;
            }
            bytes = size;
        }
        return counted && pool.put(this);
    }

    /** Begins a lease of an idle context. */
    void begin() {
        leased = true;
    }

    /** Returns whether the context was last used in an earlier epoch. */
    boolean isStale() {
        return usedIn != budget.epoch();
    }

    /**
     * Returns whether the context has been idle for {@code idleNanos} since a sweep first saw it idle. Only the sweeping
     * thread calls it.
     */
    boolean hasExpired(long nowNanos, long idleNanos) {
        if (seenUsedIn != usedIn) {
            seenUsedIn = usedIn;
            seenNanos = nowNanos;
            return false;
        }
        return nowNanos - seenNanos >= idleNanos;
    }

    /** Frees an idle context that was taken out of its slot. */
    void freeIdle() {
        try {
            free();
        } catch (IllegalStateException e) {
            // not rethrown, because the caller does not use this context
            LOG.warn("An idle context could not be closed", e);
        }
    }

    private void free() {
        if (counted) {
            budget.release(1, bytes);
        }
        budget.countClosed();
        try {
            context.close();
        } catch (Exception e) {
            throw new IllegalStateException("A context could not be closed", e);
        }
    }
}
