// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import java.util.Map;

/**
 * All numbers of {@link FastCodecStats}. An object from {@link FastCodecStats#snapshot} contains the numbers of one moment.
 * The MBean that {@link FastCodecJmx#register} registers as {@value FastCodecJmx#NAME} reads the current numbers on each
 * call. Thread-safe.
 */
public interface FastCodecMXBean {

    /**
     * Returns the page statistics of each codec and direction, keyed by names such as {@code zstd.compress}. The
     * statistics are zero for a codec without pages. UNCOMPRESSED is left out.
     */
    Map<String, PageStats> getPages();

    /** Returns the state of the context pool. */
    PoolState getPool();
}
