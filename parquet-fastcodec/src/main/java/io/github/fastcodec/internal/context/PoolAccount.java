// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import io.github.fastcodec.internal.link.AgentLink;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What pools that share bounds hold together, and the limits that were requested for them. It is kept in objects of the JDK, which
 * the pools of another copy of this project can share: one that an application brings counts with the Java agent's. Safe for use
 * by many threads.
 */
final class PoolAccount {

    private static final int CONTEXTS = 0;
    private static final int BYTES = 1;
    private static final int CREATED = 2;
    private static final int CLOSED = 3;
    private static final int REQUESTED = 4;

    private final Object[] shared;
    private final boolean isAgents;

    /** The limits that were requested; another array each time. */
    private final AtomicReference<long[]> requested;

    /** What {@link #limits} returned last, and for which request. */
    private volatile Effective effective = new Effective(new long[0], PoolLimits.DEFAULTS);

    /** Creates an empty account without limits of its own. */
    PoolAccount() {
        this(
                new Object[] {
                    new AtomicInteger(),
                    new AtomicLong(),
                    new AtomicLong(),
                    new AtomicLong(),
                    new AtomicReference<>(PoolLimits.NONE.toArray())
                },
                false);
    }

    @SuppressWarnings("unchecked") // as shared() has it
    private PoolAccount(Object[] shared, boolean isAgents) {
        this.shared = shared;
        this.isAgents = isAgents;
        this.requested = (AtomicReference<long[]>) shared[REQUESTED];
    }

    /** Returns the account of this process: the Java agent's if there is one, else a new one. */
    static PoolAccount ofProcess() {
        Object agents = AgentLink.ask(AgentLink.POOL, null);
        return agents == null ? new PoolAccount() : new PoolAccount((Object[]) agents, true);
    }

    /** Returns whether the account is another copy's, the Java agent's. */
    boolean isAgents() {
        return isAgents;
    }

    /** Returns what another account can be made of. */
    Object shared() {
        return shared;
    }

    AtomicInteger contexts() {
        return (AtomicInteger) shared[CONTEXTS];
    }

    AtomicLong bytes() {
        return (AtomicLong) shared[BYTES];
    }

    AtomicLong created() {
        return (AtomicLong) shared[CREATED];
    }

    AtomicLong closed() {
        return (AtomicLong) shared[CLOSED];
    }

    /** Raises each limit to what is requested, and returns those that hold. */
    PoolLimits raise(PoolLimits more) {
        requested.updateAndGet(before -> PoolLimits.of(before).largest(more).toArray());
        return limits();
    }

    /** Returns the limits that hold. */
    PoolLimits limits() {
        long[] now = Objects.requireNonNull(requested.get());
        Effective known = effective;
        if (known.of != now) {
            known = new Effective(now, PoolLimits.of(now).orElse(PoolLimits.DEFAULTS));
            effective = known;
        }
        return known.limits;
    }

    private static final class Effective {
        private final long[] of;
        private final PoolLimits limits;

        private Effective(long[] of, PoolLimits limits) {
            this.of = of;
            this.limits = limits;
        }
    }
}
