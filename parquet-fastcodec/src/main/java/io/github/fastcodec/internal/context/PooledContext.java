// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import io.github.fastcodec.internal.memory.Cleanup;
import java.lang.ref.Cleaner;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One context of a pool with what the pool knows of it. It is its own lease, so that leasing allocates nothing: from
 * {@link ContextPool#lease} to {@link #close} it is for the leasing thread, which must not use the context after that. An idle one
 * is for whoever takes it out of its slot.
 *
 * @param <C> the type of context
 */
public final class PooledContext<C extends AutoCloseable> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PooledContext.class);

    /** More than creating, counting and closing a context takes, in frames of the smallest size. */
    private static final int FRAMES = 256;

    private final ContextPool<C> pool;
    private final PoolBudget budget;
    private final ToLongFunction<? super C> footprint;
    private final Holding<C> holding;
    private final Cleaner.Cleanable cleanable;

    private boolean leased = true;
    private boolean kept;

    /** The epoch of the last use; written by the leasing thread, read by others at any time. */
    private int usedIn;

    /** The epoch of the last use that a sweep knows of, and when it noted that. For sweeps, one at a time. */
    private int seenUsedIn = -1;

    private long seenNanos;

    private PooledContext(ContextPool<C> pool, PoolBudget budget, ToLongFunction<? super C> footprint) {
        this.pool = pool;
        this.budget = budget;
        this.footprint = footprint;
        this.holding = new Holding<>(budget);
        // before there is a context: one that is created is sure to be freed
        this.cleanable = Cleanup.CLEANER.register(this, holding);
    }

    static <C extends AutoCloseable> PooledContext<C> create(
            ContextPool<C> pool,
            PoolBudget budget,
            Supplier<? extends C> factory,
            ToLongFunction<? super C> footprint) {
        requireStack(FRAMES);
        PooledContext<C> created = new PooledContext<>(pool, budget, footprint);
        try {
            C context = factory.get();
            created.holding.context = context;
            budget.countCreated();
            created.holding.admit(footprint.applyAsLong(context));
            return created;
        } catch (Throwable e) {
            created.cleanable.clean();
            throw e;
        }
    }

    /** Returns the context. */
    public C context() {
        return Objects.requireNonNull(holding.context);
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
        if (!kept || !returned()) {
            free();
        }
    }

    /** Returns whether the pool has taken the context back: it is within the limits, and a slot was free. */
    private boolean returned() {
        kept = false;
        usedIn = budget.epoch();
        budget.awaitCollection();
        return holding.resize(footprint.applyAsLong(context())) && pool.put(this);
    }

    /** Begins a lease of an idle context. */
    void begin() {
        leased = true;
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

    private void free() {
        requireStack(FRAMES);
        cleanable.clean();
    }

    /**
     * Makes a nearly exhausted stack overflow here, not halfway through work that must be done whole. A context that is lost
     * this way is left to the {@code Cleaner}, whose stack is long enough.
     *
     * @return the number of frames
     */
    private static int requireStack(int frames) {
        return frames == 0 ? 0 : 1 + requireStack(frames - 1);
    }

    /** Frees an idle context that was taken out of its slot. */
    void freeIdle() {
        try {
            free();
        } catch (IllegalStateException e) {
            LOG.warn("An idle context could not be closed", e); // it is not the caller's, who has pages to see to
        }
    }

    /** What there is to free, apart from the rest so that it can be freed when a lease is lost. Freed once, by its Cleanable. */
    private static final class Holding<C extends AutoCloseable> implements Runnable {
        private static final long NOT_COUNTED = -1;

        private final PoolBudget budget;
        private @Nullable C context;
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
