// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.internal.page.PageCounters;

/**
 * The pages of one codec in one direction at one moment. The counters are read one after the other, so they may disagree by the
 * pages that other threads finish meanwhile. Immutable.
 */
public final class PageStats {

    private final long pages;
    private final long bytesIn;
    private final long bytesOut;
    private final long nanos;
    private final long failures;

    /** @param agents the Java agent's, in the same order */
    PageStats(PageCounters counters, long[] agents) {
        this.pages = counters.pages() + agents[0];
        this.bytesIn = counters.bytesIn() + agents[1];
        this.bytesOut = counters.bytesOut() + agents[2];
        this.nanos = counters.nanos() + agents[3];
        this.failures = counters.failures() + agents[4];
    }

    /** Returns the number of pages that succeeded. */
    public long pages() {
        return pages;
    }

    /** Returns the input of all pages that succeeded, in bytes: uncompressed when compressing, compressed when decompressing. */
    public long bytesIn() {
        return bytesIn;
    }

    /** Returns the output of all pages that succeeded, in bytes: compressed when compressing, uncompressed when decompressing. */
    public long bytesOut() {
        return bytesOut;
    }

    /** Returns the time that pages that succeeded took, in nanoseconds, summed over all threads. */
    public long nanos() {
        return nanos;
    }

    /** Returns the number of pages that ended in an exception. */
    public long failures() {
        return failures;
    }

    @Override
    public String toString() {
        return pages + " pages, " + bytesIn + " bytes in, " + bytesOut + " bytes out, " + nanos + " ns, " + failures
                + " failures";
    }
}
