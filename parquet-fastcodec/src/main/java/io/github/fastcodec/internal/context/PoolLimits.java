// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

/**
 * Limits of the process's pools: the number of contexts, their bytes, and how long they may be idle. Each limit may be left
 * open. Immutable.
 */
public final class PoolLimits {

    /** Leaves all limits open. */
    public static final PoolLimits NONE = new PoolLimits(-1, -1, -1);

    /**
     * The limits that apply if none is configured. They suit one thread per processor that uses a few codecs, with 32 MiB for each
     * processor, with at least four of them assumed, so that it is not the small machines that run short.
     */
    static final PoolLimits DEFAULTS =
            forProcessors(Math.max(4, Runtime.getRuntime().availableProcessors()));

    private final int maxContexts;
    private final long maxBytes;
    private final int idleSeconds;

    private PoolLimits(int maxContexts, long maxBytes, int idleSeconds) {
        this.maxContexts = maxContexts;
        this.maxBytes = maxBytes;
        this.idleSeconds = idleSeconds;
    }

    private static PoolLimits forProcessors(int processors) {
        return new PoolLimits(16 * processors, (32L << 20) * processors, 60);
    }

    /** Returns the limits that {@link #toArray} was called on. */
    static PoolLimits of(long[] limits) {
        return new PoolLimits((int) limits[0], limits[1], (int) limits[2]);
    }

    /** Returns these limits for another class loader. */
    long[] toArray() {
        return new long[] {maxContexts, maxBytes, idleSeconds};
    }

    /** Returns these limits with another number of contexts, busy or idle. With 0 each context lives for one page. */
    public PoolLimits withMaxContexts(int contexts) {
        return new PoolLimits(contexts, maxBytes, idleSeconds);
    }

    /** Returns these limits with another size of all contexts together, in bytes. */
    public PoolLimits withMaxBytes(long bytes) {
        return new PoolLimits(maxContexts, bytes, idleSeconds);
    }

    /** Returns these limits with another time after which an idle context is freed, in seconds. */
    public PoolLimits withIdleSeconds(int seconds) {
        return new PoolLimits(maxContexts, maxBytes, seconds);
    }

    /** Returns the larger of each limit; one that is left open counts as none. */
    PoolLimits largest(PoolLimits other) {
        return new PoolLimits(
                Math.max(maxContexts, other.maxContexts),
                Math.max(maxBytes, other.maxBytes),
                Math.max(idleSeconds, other.idleSeconds));
    }

    /** Returns these limits with those of {@code defaults} where one is left open. */
    PoolLimits orElse(PoolLimits defaults) {
        return new PoolLimits(
                maxContexts < 0 ? defaults.maxContexts : maxContexts,
                maxBytes < 0 ? defaults.maxBytes : maxBytes,
                idleSeconds < 0 ? defaults.idleSeconds : idleSeconds);
    }

    /** Returns the largest number of contexts. */
    public int maxContexts() {
        return maxContexts;
    }

    /** Returns the largest size of all contexts together, in bytes. */
    public long maxBytes() {
        return maxBytes;
    }

    /** Returns for how long a context may be idle, in seconds. */
    public int idleSeconds() {
        return idleSeconds;
    }
}
