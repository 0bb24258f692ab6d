// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import io.github.fastcodec.engine.CompressionSettings;

/**
 * Estimates how much memory a compression context holds, which the library does not report. The context's tables grow with
 * the page, in powers of two, up to the size that the level sets. Not thread-safe.
 */
final class ZstdFootprint {

    /**
     * The size of the tables for large pages, in KiB, indexed by level; measured with libzstd 1.5.7 for pages of up to 16
     * MiB. From level 13 on, the tables keep growing with the page.
     */
    private static final int[] LARGEST_TABLES_KIB = {
        538, 569, 761, 1273, 2553, 3065, 3065, 5625, 5625, 10745, 20985, 20985, 41465
    };

    /**
     * The size of the tables for the smallest page, in bytes. The largest size that was measured, at any level, is 176 KiB.
     */
    private static final long SMALLEST_TABLES = 192 << 10;

    /** Up to this page size, in bytes, the tables grow faster with the page than beyond it. */
    private static final int SMALL_PAGE = 64 << 10;

    /**
     * The base-2 logarithm of the window, indexed by level: the library buffers at most one window of a page. The first value
     * is for negative levels.
     */
    private static final int[] WINDOW_LOG = {
        19, 19, 20, 21, 21, 21, 21, 21, 21, 22, 22, 22, 22, 22, 22, 22, 22, 23, 23, 23, 25, 26, 27
    };

    /**
     * The memory that the library holds in addition to the buffered page, in bytes: a block of 128 KiB, and room to
     * compress it.
     */
    private static final long BLOCKS = 264 << 10;

    private final long largestTables;
    private final int window;
    private final int contexts;

    private int largestPage;
    private int largestBuffered;

    ZstdFootprint(CompressionSettings settings) {
        int level = Math.max(settings.level(), 0);
        largestTables = level < LARGEST_TABLES_KIB.length ? LARGEST_TABLES_KIB[level] * 1024L : Long.MAX_VALUE;
        window = 1 << WINDOW_LOG[level];
        contexts = 1 + settings.workers();
    }

    /** Records the size of a page, in bytes. */
    void record(int pageSize) {
        largestPage = Math.max(largestPage, pageSize);
    }

    /** Records the size, in bytes, of a page that the library buffers. */
    void recordBuffered(int pageSize) {
        record(pageSize);
        largestBuffered = Math.max(largestBuffered, Math.max(1, pageSize));
    }

    /**
     * Returns the estimate, in bytes. Its factors are the largest that were measured, at any level, for pages of up to 8
     * MiB.
     */
    long bytes() {
        int power = Integer.highestOneBit(largestPage);
        long tables = SMALLEST_TABLES + 33L * power + 17L * Math.min(power, SMALL_PAGE);
        long buffered = largestBuffered == 0 ? 0 : BLOCKS + Math.min(window, largestBuffered);
        return buffered + contexts * Math.min(largestTables, tables);
    }
}
