// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import io.github.fastcodec.internal.memory.ThreadStripes;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Counts the pages that went through one codec in one direction, in all threads, since this project's classes were loaded. A
 * page of this project's compressors and decompressors counts when it is done. UNCOMPRESSED pages are not counted.
 *
 * <p>Safe for use by many threads. The counters are read one after the other, so while pages are under way they may not agree.
 */
public final class PageCounters {

    /**
     * Threads count in cells of their own, as long as there are as many: a cell is taken by one compare-and-set, changed by
     * plain additions, and freed. Four counters that each take a compare-and-set of their own cost small pages three more.
     */
    private static final int CELLS = ThreadStripes.PROCESSORS;

    private static final int PAGES = 0;
    private static final int BYTES_IN = 1;
    private static final int BYTES_OUT = 2;
    private static final int NANOS = 3;
    private static final int COUNTERS = 4;

    /** Behind a cell's counters: 1 while a thread changes them. */
    private static final int TAKEN = COUNTERS;

    private static final int NO_CELL = -1;

    private static final PageCounters[] COMPRESSION = forEachCodec(true);
    private static final PageCounters[] DECOMPRESSION = forEachCodec(false);

    private final CompressionCodecName codec;
    private final boolean compression;

    private final AtomicLongArray cells = new AtomicLongArray(ThreadStripes.length(CELLS));

    /** For a thread that finds every cell taken: it neither waits nor loses its page. */
    private final LongAdder[] withoutCell = new LongAdder[COUNTERS];

    private final LongAdder failures = new LongAdder();

    private PageCounters(CompressionCodecName codec, boolean compression) {
        this.codec = codec;
        this.compression = compression;
        Arrays.setAll(withoutCell, counter -> new LongAdder());
    }

    private static PageCounters[] forEachCodec(boolean compression) {
        return Arrays.stream(CompressionCodecName.values())
                .map(codec -> new PageCounters(codec, compression))
                .toArray(PageCounters[]::new);
    }

    /** Returns the counters of pages that a codec compresses, the same object each time. */
    public static PageCounters ofCompression(CompressionCodecName codec) {
        return COMPRESSION[codec.ordinal()];
    }

    /** Returns the counters of pages that a codec decompresses, the same object each time. */
    public static PageCounters ofDecompression(CompressionCodecName codec) {
        return DECOMPRESSION[codec.ordinal()];
    }

    /** Returns the codec whose pages are counted. */
    public CompressionCodecName codec() {
        return codec;
    }

    /** Returns whether pages are counted that are compressed, else those that are decompressed. */
    public boolean isCompression() {
        return compression;
    }

    /** Returns the number of pages that succeeded. */
    public long pages() {
        return sum(PAGES);
    }

    /** Returns the input of all pages that succeeded, in bytes: uncompressed when compressing, compressed when decompressing. */
    public long bytesIn() {
        return sum(BYTES_IN);
    }

    /** Returns the output of all pages that succeeded, in bytes: compressed when compressing, uncompressed when decompressing. */
    public long bytesOut() {
        return sum(BYTES_OUT);
    }

    /** Returns the time that pages that succeeded took, in nanoseconds, summed over all threads. */
    public long nanos() {
        return sum(NANOS);
    }

    /** Returns the number of pages that ended in an exception. */
    public long failures() {
        return failures.sum();
    }

    /**
     * Counts a page that succeeded; for the page path only.
     *
     * @param pageNanos how long the page took, in nanoseconds
     */
    public void add(long pageBytesIn, long pageBytesOut, long pageNanos) {
        int cell = take();
        if (cell == NO_CELL) {
            withoutCell[PAGES].increment();
            withoutCell[BYTES_IN].add(pageBytesIn);
            withoutCell[BYTES_OUT].add(pageBytesOut);
            withoutCell[NANOS].add(pageNanos);
            return;
        }
        try {
            count(cell + PAGES, 1);
            count(cell + BYTES_IN, pageBytesIn);
            count(cell + BYTES_OUT, pageBytesOut);
            count(cell + NANOS, pageNanos);
        } finally {
            cells.setRelease(cell + TAKEN, 0);
        }
    }

    /** Counts a page that ended in an exception; for the page path only. */
    public void addFailure() {
        failures.increment();
    }

    /** Returns a cell that no other thread changes until it is freed: the thread's own, or the next that is free. */
    private int take() {
        for (int attempt = 0; attempt < CELLS; attempt++) {
            int cell = ThreadStripes.index(attempt, CELLS);
            if (cells.compareAndSet(cell + TAKEN, 0, 1)) {
                return cell;
            }
        }
        return NO_CELL;
    }

    private void count(int index, long more) {
        // opaque, so that a reader sees whole numbers that grow
        cells.setOpaque(index, cells.getPlain(index) + more);
    }

    private long sum(int counter) {
        long sum = withoutCell[counter].sum();
        for (int cell = 0; cell < CELLS; cell++) {
            sum += cells.get(ThreadStripes.index(cell) + counter);
        }
        return sum;
    }
}
