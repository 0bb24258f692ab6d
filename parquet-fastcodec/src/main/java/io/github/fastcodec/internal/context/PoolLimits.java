// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

/**
 * A request for the process's pools: the number of contexts, their bytes, and how long they may be idle. Each limit
 * may be left {@link #OPEN}. Immutable.
 */
public final class PoolLimits {

    /** Stands for a limit that is not requested. */
    public static final long OPEN = -1;

    static final int MAX_CONTEXTS = 0;
    static final int MAX_BYTES = 1;
    static final int IDLE_SECONDS = 2;

    private final long[] limits;

    /**
     * Creates a request.
     *
     * @param maxContexts the number of contexts, busy or idle; with 0 each context lives for one page
     * @param maxBytes the size of all contexts together, in bytes
     * @param idleSeconds the time after which an idle context is freed, in seconds
     */
    public PoolLimits(long maxContexts, long maxBytes, long idleSeconds) {
        limits = new long[] {maxContexts, maxBytes, idleSeconds};
    }

    /**
     * Returns the limits that apply if none is requested. They suit one thread per processor that uses a few codecs, with 32 MiB for
     * each processor, with at least four of them assumed, so that it is not the small machines that run short.
     */
    static long[] defaults() {
        int processors = Math.max(4, Runtime.getRuntime().availableProcessors());
        return new long[] {16L * processors, (32L << 20) * processors, 60};
    }

    /** Returns the larger of each limit, in a new array; one that is left open counts as none. */
    long[] largest(long[] before) {
        long[] largest = limits.clone();
        for (int limit = 0; limit < largest.length; limit++) {
            largest[limit] = Math.max(largest[limit], before[limit]);
        }
        return largest;
    }
}
