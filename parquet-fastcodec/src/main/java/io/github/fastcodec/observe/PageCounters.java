// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.observe;

import java.util.concurrent.atomic.LongAdder;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What went through one codec in one direction since our classes were loaded, in all threads together. Every page of a
 * compressor or decompressor of ours counts once it is done; UNCOMPRESSED pages do not pass through any.
 *
 * <p>Safe for use by many threads. The numbers are read one after the other, so that while pages are under way they can
 * differ by those.
 */
public final class PageCounters {

    private static final int DIRECTIONS = Direction.values().length;
    private static final PageCounters[] ALL = new PageCounters[CompressionCodecName.values().length * DIRECTIONS];

    static {
        for (int i = 0; i < ALL.length; i++) {
            ALL[i] = new PageCounters();
        }
    }

    private final LongAdder pages = new LongAdder();
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder failures = new LongAdder();

    private PageCounters() {}

    /** Returns the counters of a codec and direction, the same object each time. */
    public static PageCounters of(CompressionCodecName codec, Direction direction) {
        return ALL[codec.ordinal() * DIRECTIONS + direction.ordinal()];
    }

    /** Returns the number of pages that succeeded. */
    public long pages() {
        return pages.sum();
    }

    /** Returns the bytes that the codec was given by pages that succeeded: uncompressed ones when it compresses. */
    public long bytesIn() {
        return bytesIn.sum();
    }

    /** Returns the bytes that the codec made of pages that succeeded: compressed ones when it compresses. */
    public long bytesOut() {
        return bytesOut.sum();
    }

    /** Returns the time spent with pages that succeeded, in nanoseconds, added up over all threads. */
    public long nanos() {
        return nanos.sum();
    }

    /** Returns the number of pages that ended in an exception. */
    public long failures() {
        return failures.sum();
    }

    /**
     * Counts a page that succeeded; for the page path only.
     *
     * @param started what {@link System#nanoTime} returned when the page came
     */
    public void add(long pageBytesIn, long pageBytesOut, long started) {
        // Four uncontended compare-and-sets and the second look at the clock: some 60 ns, of a page's microseconds.
        nanos.add(System.nanoTime() - started);
        bytesIn.add(pageBytesIn);
        bytesOut.add(pageBytesOut);
        pages.increment();
    }

    /** Counts a page that ended in an exception; for the page path only. */
    public void addFailure() {
        failures.increment();
    }
}
