// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import java.lang.ref.Cleaner;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One context of a pool, and the right to use it from {@link ContextPool#lease} until {@link #giveBack} or
 * {@link #discard}. For the leasing thread; the context must not be kept or used beyond it.
 *
 * @param <C> the type of context
 */
public final class Lease<C extends AutoCloseable> {

    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

    /** More than creating, counting and closing a context takes, in frames of the smallest size. */
    private static final int FRAMES = 256;

    private final ContextPool<C> pool;
    private final PoolBudget budget;
    private final ToLongFunction<? super C> footprint;
    private final Holding<C> holding;
    private final Cleaner.Cleanable cleanable;

    private boolean leased = true;

    /** The epoch of the last use; written by the leasing thread, read by others at any time. */
    private int usedIn;

    /** The epoch of the last use that a sweep knows of, and when it noted that. For sweeps, one at a time. */
    private int seenUsedIn = -1;

    private long seenNanos;

    private Lease(ContextPool<C> pool, PoolBudget budget, ToLongFunction<? super C> footprint) {
        this.pool = pool;
        this.budget = budget;
        this.footprint = footprint;
        this.holding = new Holding<>(budget);
        // before there is a context: one that is created is sure to be freed
        this.cleanable = PoolBudget.CLEANER.register(this, holding);
    }

    static <C extends AutoCloseable> Lease<C> create(
            ContextPool<C> pool,
            PoolBudget budget,
            Supplier<? extends C> factory,
            ToLongFunction<? super C> footprint) {
        requireStack(FRAMES);
        Lease<C> lease = new Lease<>(pool, budget, footprint);
        boolean complete = false;
        try {
            C context = factory.get();
            lease.holding.context = context;
            budget.countCreated();
            lease.holding.admit(footprint.applyAsLong(context));
            complete = true;
            return lease;
        } finally {
            if (!complete) {
                lease.cleanable.clean();
            }
        }
    }

    /** Returns the context. */
    public C context() {
        return holding.context;
    }

    /**
     * Returns a context that is as good as new, for the next lease; closes it if it is beyond the bounds or no slot is free.
     *
     * @throws IllegalStateException if this is not leased, or closing fails
     */
    public void giveBack() {
        end();
        usedIn = budget.epoch();
        budget.awaitCollection();
        if (!holding.resize(footprint.applyAsLong(holding.context)) || !pool.put(this)) {
            close();
        }
    }

    /**
     * Closes a context that may be in any state, after a failure.
     *
     * @throws IllegalStateException if this is not leased, or closing fails
     */
    public void discard() {
        end();
        close();
    }

    void begin() {
        leased = true;
    }

    private void end() {
        if (!leased) {
            throw new IllegalStateException("a context was returned that is not leased");
        }
        leased = false;
    }

    /** Returns whether this has not been used in this epoch. */
    boolean isStale() {
        return usedIn != budget.epoch();
    }

    /** Returns whether this has been idle for so long; for sweeps. */
    boolean hasExpired(long nowNanos, long idleNanos) {
        if (seenUsedIn != usedIn) {
            seenUsedIn = usedIn;
            seenNanos = nowNanos;
            return false;
        }
        return nowNanos - seenNanos >= idleNanos;
    }

    private void close() {
        requireStack(FRAMES);
        cleanable.clean();
    }

    /**
     * Has a stack that is nearly used up overflow here, and not halfway through what must be done whole. A lease that is
     * lost so is left to the {@code Cleaner}, whose stack is long enough.
     *
     * @return the number of frames
     */
    private static int requireStack(int frames) {
        return frames == 0 ? 0 : 1 + requireStack(frames - 1);
    }

    /** Frees an idle context that was taken out of its slot. */
    void free() {
        try {
            close();
        } catch (IllegalStateException e) {
            LOG.warn("An idle context could not be closed", e); // it is not the caller's, who has pages to see to
        }
    }

    /** What a lease holds, apart from it so that it can be freed when the lease is lost. Freed once, by its Cleanable. */
    private static final class Holding<C extends AutoCloseable> implements Runnable {
        private static final long NOT_COUNTED = -1;

        private final PoolBudget budget;
        private C context;
        private long bytes = NOT_COUNTED;

        private Holding(PoolBudget budget) {
            this.budget = budget;
        }

        private void admit(long size) {
            if (budget.admit(size)) {
                bytes = size;
            }
        }

        /** Counts another size, and returns whether the context may be kept. */
        private boolean resize(long size) {
            if (bytes == size) {
                return true;
            }
            if (bytes == NOT_COUNTED) {
                return false;
            }
            requireStack(FRAMES);
            long growth = size - bytes;
            // the next two together: nothing in between may fail
            budget.grow(growth);
            bytes = size;
            return growth < 0 || budget.hasRoom();
        }

        @Override
        public void run() {
            if (bytes != NOT_COUNTED) {
                budget.leave(bytes);
            }
            if (context != null) {
                budget.countClosed();
                try {
                    context.close();
                } catch (Exception e) {
                    throw new IllegalStateException("closing a context must not fail", e);
                }
            }
        }
    }
}
