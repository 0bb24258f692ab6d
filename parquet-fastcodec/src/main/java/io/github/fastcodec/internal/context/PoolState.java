// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

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

    PoolState(int contexts, int idle, long bytes, long created, long closed, PoolLimits limits) {
        this.contexts = contexts;
        this.idle = idle;
        this.bytes = bytes;
        this.created = created;
        this.closed = closed;
        this.limits = limits;
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

    /** Returns the limits that hold. */
    public PoolLimits limits() {
        return limits;
    }

    @Override
    public String toString() {
        return contexts + " contexts (" + idle + " idle) of at most " + limits.maxContexts() + ", " + bytes
                + " bytes of at most " + limits.maxBytes() + ", " + created + " created, " + closed + " closed";
    }
}
