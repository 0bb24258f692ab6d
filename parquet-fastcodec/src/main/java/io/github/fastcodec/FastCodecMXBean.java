// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import java.util.Map;

/**
 * All numbers of {@link FastCodecStats}. {@link FastCodecStats#snapshot} returns those of one moment. The MBean that
 * {@link FastCodecJmx#register} registers as {@value FastCodecJmx#NAME} reads them anew at each call. Safe for use by many threads.
 */
public interface FastCodecMXBean {

    /**
     * Returns the pages of each codec and direction, by a key such as {@code zstd.compress}. A codec without pages has zeros;
     * UNCOMPRESSED is left out.
     */
    Map<String, Pages> getPages();

    /** Returns what the pool of contexts holds. */
    Pool getPool();

    /** The pages of one codec in one direction, as {@link PageStats} has them. */
    interface Pages {

        /** Returns {@link PageStats#pages}. */
        long getPages();

        /** Returns {@link PageStats#bytesIn}, in bytes. */
        long getBytesIn();

        /** Returns {@link PageStats#bytesOut}, in bytes. */
        long getBytesOut();

        /** Returns {@link PageStats#nanos}, in nanoseconds. */
        long getNanos();

        /** Returns {@link PageStats#failures}. */
        long getFailures();
    }

    /** The pool of contexts, as {@link PoolState} has it. */
    interface Pool {

        /** Returns {@link PoolState#contexts}. */
        int getContexts();

        /** Returns {@link PoolState#idle}. */
        int getIdle();

        /** Returns {@link PoolState#bytes}, in bytes. */
        long getBytes();

        /** Returns {@link PoolState#created}. */
        long getCreated();

        /** Returns {@link PoolState#closed}. */
        long getClosed();

        /** Returns {@link PoolState#maxContexts}. */
        int getMaxContexts();

        /** Returns {@link PoolState#maxBytes}, in bytes. */
        long getMaxBytes();

        /** Returns {@link PoolState#idleSeconds}, in seconds. */
        int getIdleSeconds();
    }
}
