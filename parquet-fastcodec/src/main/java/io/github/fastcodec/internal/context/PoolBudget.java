// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import io.github.fastcodec.internal.link.AgentLink;
import io.github.fastcodec.internal.memory.Cleanup;
import java.util.Objects;
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
public final class PoolBudget {

    private static final long[] DEFAULTS = PoolLimits.defaults();

    private final ConcurrentMap<Object, ContextPool<?>> pools = new ConcurrentHashMap<>();

    /**
     * Counts and requests, as objects of the JDK, so that the pools of another copy of this project can share them: a copy that an
     * application brings counts with the Java agent's.
     */
    private final Object[] account;

    private final AtomicInteger contexts;
    private final AtomicLong bytes;
    private final AtomicLong created;
    private final AtomicLong closed;

    /** The limits that were requested; another array each time. */
    private final AtomicReference<long[]> requested;

    /** Whether the account is the Java agent's, which another copy of this project serves. */
    private final boolean isAgents;

    /** How many of the account's contexts are in the pools here. */
    private final AtomicInteger ours = new AtomicInteger();

    private final AtomicBoolean sweeping = new AtomicBoolean();
    private final AtomicBoolean awaitsCollection = new AtomicBoolean();

    /** Made in advance, since it is needed where memory is short. */
    private final Runnable collected = this::collected;

    /** Tells what was used lately from what was not. May miss an increment where two threads make one. */
    private final AtomicInteger epoch = new AtomicInteger();

    /** Creates a budget that is shared with no other. */
    PoolBudget() {
        this(
                new Object[] {
                    new AtomicInteger(),
                    new AtomicLong(),
                    new AtomicLong(),
                    new AtomicLong(),
                    new AtomicReference<>(new long[] {PoolLimits.OPEN, PoolLimits.OPEN, PoolLimits.OPEN})
                },
                false);
    }

    /** Creates a budget that shares its bounds, and what is counted, with all budgets of the same account. */
    @SuppressWarnings("unchecked") // as the other constructor has it
    PoolBudget(Object[] account, boolean isAgents) {
        this.account = account;
        this.contexts = (AtomicInteger) account[0];
        this.bytes = (AtomicLong) account[1];
        this.created = (AtomicLong) account[2];
        this.closed = (AtomicLong) account[3];
        this.requested = (AtomicReference<long[]>) account[4];
        this.isAgents = isAgents;
    }

    /** Returns the budget of this process: with the Java agent's account if there is one, else with a new one. */
    static PoolBudget ofProcess() {
        Object agents = AgentLink.ask(AgentLink.POOL, null);
        return agents == null ? new PoolBudget() : new PoolBudget((Object[]) agents, true);
    }

    /** Returns the account, of the JDK's types, from which a budget in another class loader can be made. */
    public Object[] account() {
        return account;
    }

    @SuppressWarnings("unchecked") // a key determines the type of its contexts
    <C extends AutoCloseable> ContextPool<C> pool(
            Object key, Supplier<? extends C> factory, ToLongFunction<? super C> footprint) {
        return (ContextPool<C>) pools.computeIfAbsent(key, k -> new ContextPool<>(this, factory, footprint));
    }

    /**
     * Raises each limit to the requested value; never lowers one that was requested before. A limit has its default until the first
     * request.
     */
    public void raiseLimits(PoolLimits more) {
        requested.updateAndGet(more::largest);
        while ((contexts.get() > maxContexts() || bytes.get() > maxBytes()) && freeOne(idle -> true)) {
            // one at a time, until what is left is within the bounds or busy
        }
    }

    /** Returns the largest number of contexts that are kept. */
    public int maxContexts() {
        return (int) limit(PoolLimits.MAX_CONTEXTS);
    }

    /** Returns the most that all contexts may hold together, in bytes. */
    public long maxBytes() {
        return limit(PoolLimits.MAX_BYTES);
    }

    /** Returns for how long a context may be idle, in seconds. */
    public int idleSeconds() {
        return (int) limit(PoolLimits.IDLE_SECONDS);
    }

    private long limit(int which) {
        long limit = Objects.requireNonNull(requested.get())[which];
        return limit == PoolLimits.OPEN ? DEFAULTS[which] : limit;
    }

    /** Returns the number of contexts that are kept, busy or idle. */
    public int contexts() {
        return contexts.get();
    }

    /** Returns the number of idle contexts, the Java agent's included. */
    public int idle() {
        Integer agents = isAgents ? (Integer) AgentLink.ask(AgentLink.IDLE, null) : null;
        return pools.values().stream().mapToInt(ContextPool::idle).sum() + (agents == null ? 0 : agents);
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

    /** Counts one more context of {@code size} bytes, if the bounds allow it or what is stale makes room. */
    boolean admit(long size) {
        if (size > maxBytes() || maxContexts() == 0) {
            return false;
        }
        while (!count(size)) {
            if (!freeOne(PooledContext::isStale)) {
                epoch.incrementAndGet(); // what is not used until the next context asks for room will have to make it
                return false;
            }
        }
        return true;
    }

    private boolean count(long size) {
        if (contexts.incrementAndGet() <= maxContexts()) {
            if (bytes.addAndGet(size) <= maxBytes()) {
                ours.incrementAndGet();
                return true;
            }
            bytes.addAndGet(-size);
        }
        contexts.decrementAndGet();
        return false;
    }

    /** Counts what a context has grown by, or with a negative number shrunk. */
    void grow(long growth) {
        bytes.addAndGet(growth);
    }

    /** Returns whether a context that has grown may be kept, if need be in place of what is stale. */
    boolean hasRoom() {
        while (bytes.get() > maxBytes()) {
            if (!freeOne(PooledContext::isStale)) {
                epoch.incrementAndGet();
                return false;
            }
        }
        return true;
    }

    /** Counts one context less. */
    void leave(long size) {
        ours.decrementAndGet();
        contexts.decrementAndGet();
        bytes.addAndGet(-size);
    }

    /** Frees one idle context that {@code which} chooses, and returns whether there was one. */
    private boolean freeOne(Predicate<PooledContext<?>> which) {
        return pools.values().stream().anyMatch(pool -> pool.freeIdle(which, 1) > 0);
    }

    /** Frees what has been idle for longer than the limit. */
    void sweep(long nowNanos) {
        if (!sweeping.compareAndSet(false, true)) {
            return; // another thread is at it
        }
        try {
            epoch.incrementAndGet();
            long idleNanos = TimeUnit.SECONDS.toNanos(idleSeconds());
            for (ContextPool<?> pool : pools.values()) {
                pool.freeIdle(idle -> idle.hasExpired(nowNanos, idleNanos), Integer.MAX_VALUE);
            }
        } finally {
            sweeping.set(false);
        }
    }

    /**
     * Has the next garbage collection followed by a sweep. Where there is no memory for it, the next call tries again.
     */
    void awaitCollection() {
        if (awaitsCollection.get() || !awaitsCollection.compareAndSet(false, true)) {
            return;
        }
        boolean noted = false;
        try {
            noted = Cleanup.afterCollection(collected);
        } finally {
            if (!noted) {
                awaitsCollection.set(false);
            }
        }
    }

    private void collected() {
        try {
            sweep(System.nanoTime());
        } finally {
            awaitsCollection.set(false);
            // Contexts of others need no sweep here. It would keep this class loader for as long as they live.
            if (ours.get() > 0) {
                awaitCollection();
            }
        }
    }
}
