// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Counts the pages that went through one codec in one direction, in all threads, since this project's classes were loaded. A
 * page of this project's compressors and decompressors counts when it is done. UNCOMPRESSED pages are not counted.
 *
 * <p>Safe for use by many threads. The counters are read one after the other, so while pages are under way they may not agree.
 */
public final class PageCounters {

    private static final PageCounters[] COMPRESSION = forEachCodec(true);
    private static final PageCounters[] DECOMPRESSION = forEachCodec(false);

    private final CompressionCodecName codec;
    private final boolean compression;

    private final LongAdder pages = new LongAdder();
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder failures = new LongAdder();

    private PageCounters(CompressionCodecName codec, boolean compression) {
        this.codec = codec;
        this.compression = compression;
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
        return pages.sum();
    }

    /** Returns the input of all pages that succeeded, in bytes: uncompressed when compressing, compressed when decompressing. */
    public long bytesIn() {
        return bytesIn.sum();
    }

    /** Returns the output of all pages that succeeded, in bytes: compressed when compressing, uncompressed when decompressing. */
    public long bytesOut() {
        return bytesOut.sum();
    }

    /** Returns the time that pages that succeeded took, in nanoseconds, summed over all threads. */
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
     * @param pageNanos how long the page took, in nanoseconds
     */
    public void add(long pageBytesIn, long pageBytesOut, long pageNanos) {
        pages.increment();
        bytesIn.add(pageBytesIn);
        bytesOut.add(pageBytesOut);
        nanos.add(pageNanos);
    }

    /** Counts a page that ended in an exception; for the page path only. */
    public void addFailure() {
        failures.increment();
    }
}
