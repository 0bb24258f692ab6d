// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One context of a pool, and its lease, so that leasing allocates nothing. From {@link ContextPool#lease} to {@link #close} it is for
 * the leasing thread, which must not use the context after that. An idle one is for the thread that takes it out of its slot.
 *
 * @param <C> the type of context
 */
public final class PooledContext<C extends AutoCloseable> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PooledContext.class);

    private final ContextPool<C> pool;
    private final PoolBudget budget;
    private final ToLongFunction<? super C> footprint;
    private final C context;

    /** Whether the budget counts this, with so many bytes. If not, the context lives for one page. */
    private boolean counted;

    private long bytes;
    private boolean leased = true;
    private boolean kept;

    /** The epoch of the last use; written by the leasing thread, read by others at any time. */
    private int usedIn;

    /** The epoch of the last use that a sweep knows of, and when it noted that; for the thread of the sweeps. */
    private int seenUsedIn = -1;

    private long seenNanos;

    /** Creates a context that is leased. */
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
        } catch (Throwable e) { // an Error too: nobody else would free what the library holds
            free();
            throw e;
        }
    }

    /** Returns the context. */
    public C context() {
        return context;
    }

    /** Says that the context is as good as new, so that {@link #close} returns it to the pool. */
    public void keep() {
        kept = true;
    }

    /**
     * Returns the context to the pool if it is to be kept and the limits allow it. Otherwise closes it: after a failure it may
     * be in any state.
     *
     * @throws IllegalStateException if the lease has ended already, or closing the context fails
     */
    @Override
    public void close() {
        if (!leased) {
            throw new IllegalStateException("a context was returned that is not leased");
        }
        leased = false;
        boolean returned = false;
        try {
            returned = kept && returned();
        } finally {
            if (!returned) {
                free();
            }
        }
        if (returned) {
            budget.awaitCollection();
        }
    }

    /** Returns whether the pool has taken the context back: it is within the limits, and a slot was free. */
    private boolean returned() {
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

    /** Returns whether this has not been used in this epoch. */
    boolean isStale() {
        return usedIn != budget.epoch();
    }

    /** Returns whether this has been idle for so long; for the thread of the sweeps. */
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
            LOG.warn("An idle context could not be closed", e); // it is not the caller's, who has pages to see to
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
            throw new IllegalStateException("closing a context must not fail", e);
        }
    }
}
