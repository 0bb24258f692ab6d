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
    Map<String, PageStats> getPages();

    /** Returns what the pool of contexts holds. */
    PoolState getPool();
}
