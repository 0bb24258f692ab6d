// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import javax.management.ConstructorParameters;

/**
 * Page statistics of one codec and direction at one moment. The counters are read one at a time, so a page that another
 * thread finishes while they are read may be included in only some of them. Immutable.
 */
public final class PageStats {

    private final long pages;
    private final long bytesIn;
    private final long bytesOut;
    private final long nanos;
    private final long failures;

    /** Creates the object from its numbers. JMX clients of {@link FastCodecMXBean} call this. */
    @ConstructorParameters({"pages", "bytesIn", "bytesOut", "nanos", "failures"})
    public PageStats(long pages, long bytesIn, long bytesOut, long nanos, long failures) {
        this.pages = pages;
        this.bytesIn = bytesIn;
        this.bytesOut = bytesOut;
        this.nanos = nanos;
        this.failures = failures;
    }

    /** Returns the number of pages that succeeded. */
    public long getPages() {
        return pages;
    }

    /**
     * Returns the total input of all pages that succeeded, in bytes: uncompressed when compressing, compressed when
     * decompressing.
     */
    public long getBytesIn() {
        return bytesIn;
    }

    /**
     * Returns the total output of all pages that succeeded, in bytes: compressed when compressing, uncompressed when
     * decompressing.
     */
    public long getBytesOut() {
        return bytesOut;
    }

    /** Returns the total time of all pages that succeeded, in nanoseconds, summed over all threads. */
    public long getNanos() {
        return nanos;
    }

    /** Returns the number of pages that ended in an exception. */
    public long getFailures() {
        return failures;
    }

    @Override
    public String toString() {
        return pages + " pages, " + bytesIn + " bytes in, " + bytesOut + " bytes out, " + nanos + " ns, " + failures
                + " failures";
    }
}
