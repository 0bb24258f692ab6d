// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import javax.management.ConstructorParameters;

/**
 * The state of this process's context pools at one moment. Other threads may use the pools while the numbers are read, so
 * the numbers may be off by a few contexts. Immutable.
 */
public final class PoolState {

    private final int contexts;
    private final int idle;
    private final long bytes;
    private final long created;
    private final long closed;
    private final int maxContexts;
    private final long maxBytes;
    private final int idleSeconds;

    /** Creates the object from its numbers. JMX clients of {@link FastCodecMXBean} call this. */
    @ConstructorParameters({"contexts", "idle", "bytes", "created", "closed", "maxContexts", "maxBytes", "idleSeconds"})
    public PoolState(
            int contexts,
            int idle,
            long bytes,
            long created,
            long closed,
            int maxContexts,
            long maxBytes,
            int idleSeconds) {
        this.contexts = contexts;
        this.idle = idle;
        this.bytes = bytes;
        this.created = created;
        this.closed = closed;
        this.maxContexts = maxContexts;
        this.maxBytes = maxBytes;
        this.idleSeconds = idleSeconds;
    }

    /** Returns the number of contexts that the pools keep, busy or idle. The limits apply to this number. */
    public int getContexts() {
        return contexts;
    }

    /** Returns how many of the contexts that the pools keep are idle. */
    public int getIdle() {
        return idle;
    }

    /** Returns the estimated memory of the contexts that the pools keep, on and off the heap, in bytes. */
    public long getBytes() {
        return bytes;
    }

    /** Returns how many contexts have been created. In the steady state the number does not rise. */
    public long getCreated() {
        return created;
    }

    /** Returns how many contexts have been closed. All other contexts that were created are idle or busy. */
    public long getClosed() {
        return closed;
    }

    /** Returns the largest number of contexts that the pools may keep. */
    public int getMaxContexts() {
        return maxContexts;
    }

    /** Returns the largest total memory that the contexts may hold, in bytes. */
    public long getMaxBytes() {
        return maxBytes;
    }

    /** Returns how long a context may stay idle, in seconds. */
    public int getIdleSeconds() {
        return idleSeconds;
    }

    @Override
    public String toString() {
        return contexts + " contexts (" + idle + " idle) of at most " + maxContexts + ", " + bytes
                + " bytes of at most " + maxBytes + ", " + created + " created, " + closed + " closed";
    }
}
