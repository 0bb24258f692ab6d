// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Counts the pages that this project compresses or decompresses with one codec, in all threads, since its classes were
 * loaded. A page is counted when it completes or fails. UNCOMPRESSED pages are not counted.
 *
 * <p>Thread-safe. The counters are not read atomically as a group, so they may disagree while pages are in progress.
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

    /** Returns the counters of the pages that a codec compresses. Every call returns the same object. */
    public static PageCounters ofCompression(CompressionCodecName codec) {
        return COMPRESSION[codec.ordinal()];
    }

    /** Returns the counters of the pages that a codec decompresses. Every call returns the same object. */
    public static PageCounters ofDecompression(CompressionCodecName codec) {
        return DECOMPRESSION[codec.ordinal()];
    }

    /** Returns the codec whose pages are counted. */
    public CompressionCodecName codec() {
        return codec;
    }

    /** Returns true if the counted pages are compressed, and false if they are decompressed. */
    public boolean isCompression() {
        return compression;
    }

    /** Returns the number of pages that succeeded. */
    public long pages() {
        return pages.sum();
    }

    /**
     * Returns the input size of all pages that succeeded, in bytes: their uncompressed size when compressing, their
     * compressed size when decompressing.
     */
    public long bytesIn() {
        return bytesIn.sum();
    }

    /**
     * Returns the output size of all pages that succeeded, in bytes: their compressed size when compressing, their
     * uncompressed size when decompressing.
     */
    public long bytesOut() {
        return bytesOut.sum();
    }

    /** Returns the time spent on pages that succeeded, in nanoseconds, summed over all threads. */
    public long nanos() {
        return nanos.sum();
    }

    /** Returns the number of pages that ended in an exception. */
    public long failures() {
        return failures.sum();
    }

    /**
     * Counts a page that succeeded. Only this package calls it.
     *
     * @param pageBytesIn the size of the page's input, in bytes
     * @param pageBytesOut the size of the page's output, in bytes
     * @param pageNanos the time that the page took, in nanoseconds
     */
    public void add(long pageBytesIn, long pageBytesOut, long pageNanos) {
        pages.increment();
        bytesIn.add(pageBytesIn);
        bytesOut.add(pageBytesOut);
        nanos.add(pageNanos);
    }

    /** Counts a page that ended in an exception. Only this package calls it. */
    public void addFailure() {
        failures.increment();
    }
}
