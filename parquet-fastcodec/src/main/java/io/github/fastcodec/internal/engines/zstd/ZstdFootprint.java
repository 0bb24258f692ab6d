// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import io.github.fastcodec.engine.CompressionSettings;

/**
 * How much memory a context for compression holds. The library does not say; its tables grow with the page, from one power
 * of two to the next, up to the level's size. For one thread at a time.
 */
final class ZstdFootprint {

    /**
     * What the tables take for large pages, in KiB, by level; measured with libzstd 1.5.7 for pages of up to 16 MiB. From
     * level 13 on they go on growing with the page.
     */
    private static final int[] LARGEST_TABLES_KIB = {
        538, 569, 761, 1273, 2553, 3065, 3065, 5625, 5625, 10745, 20985, 20985, 41465
    };

    /** What the tables take for the smallest page at the levels that take most, in bytes; measured: 176 KiB. */
    private static final long SMALLEST_TABLES = 192 << 10;

    /** Up to this size, in bytes, a page takes more for each of its bytes than beyond it. */
    private static final int SMALL_PAGE = 64 << 10;

    /** How much of a page the library gathers at most, as a power of two, by level: its window. The first is that of negative levels. */
    private static final int[] WINDOW_LOG = {
        19, 19, 20, 21, 21, 21, 21, 21, 21, 22, 22, 22, 22, 22, 22, 22, 22, 23, 23, 23, 25, 26, 27
    };

    /** What the library holds beside what it gathers, in bytes: a block of 128 KiB, and room for it when compressed. */
    private static final long BLOCKS = 264 << 10;

    private final long largestTables;
    private final int window;
    private final int contexts;

    private int largestPage;
    private int largestGathered;

    ZstdFootprint(CompressionSettings settings) {
        int level = Math.max(settings.level(), 0);
        largestTables = level < LARGEST_TABLES_KIB.length ? LARGEST_TABLES_KIB[level] * 1024L : Long.MAX_VALUE;
        window = 1 << WINDOW_LOG[level];
        contexts = 1 + settings.workers();
    }

    /** Notes a page of so many bytes. */
    void note(int pageSize) {
        largestPage = Math.max(largestPage, pageSize);
    }

    /** Notes a page of so many bytes of which the library makes a copy. */
    void noteGathered(int pageSize) {
        note(pageSize);
        largestGathered = Math.max(largestGathered, Math.max(1, pageSize));
    }

    /** Returns the estimate, in bytes; its factors are what pages of up to 8 MiB were measured to take at most, at any level. */
    long bytes() {
        int power = Integer.highestOneBit(largestPage);
        long tables = SMALLEST_TABLES + 33L * power + 17L * Math.min(power, SMALL_PAGE);
        long gathered = largestGathered == 0 ? 0 : BLOCKS + Math.min(window, largestGathered);
        return gathered + contexts * Math.min(largestTables, tables);
    }
}
