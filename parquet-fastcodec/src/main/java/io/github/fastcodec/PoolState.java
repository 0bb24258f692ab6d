// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.internal.context.ContextPool;
import io.github.fastcodec.internal.context.PoolBudget;
import io.github.fastcodec.internal.context.PoolLimits;

/**
 * The contents of the process's pools at one moment. Other threads may be at work while it is read, so the numbers may differ
 * by a few contexts. Immutable.
 */
public final class PoolState {

    private final int contexts;
    private final int idle;
    private final long bytes;
    private final long created;
    private final long closed;
    private final PoolLimits limits;

    PoolState() {
        PoolBudget process = ContextPool.process();
        this.idle = process.idle();
        this.contexts = process.contexts();
        this.bytes = process.bytes();
        this.created = process.created();
        this.closed = process.closed();
        this.limits = process.limits();
    }

    /** Returns the number of contexts that the pools keep, busy or idle; within the limits. */
    public int contexts() {
        return contexts;
    }

    /** Returns the number of those contexts that are idle. */
    public int idle() {
        return idle;
    }

    /** Returns the estimated memory of the contexts that the pools keep, on the heap and outside, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Returns how many contexts have been created. In the steady state the number does not rise. */
    public long created() {
        return created;
    }

    /** Returns how many contexts have been closed. The others are idle or busy. */
    public long closed() {
        return closed;
    }

    /** Returns the largest number of contexts that the pools keep. */
    public int maxContexts() {
        return limits.maxContexts();
    }

    /** Returns the most memory that the contexts may hold together, in bytes. */
    public long maxBytes() {
        return limits.maxBytes();
    }

    /** Returns for how long a context may be idle, in seconds. */
    public int idleSeconds() {
        return limits.idleSeconds();
    }

    @Override
    public String toString() {
        return contexts + " contexts (" + idle + " idle) of at most " + limits.maxContexts() + ", " + bytes
                + " bytes of at most " + limits.maxBytes() + ", " + created + " created, " + closed + " closed";
    }
}
