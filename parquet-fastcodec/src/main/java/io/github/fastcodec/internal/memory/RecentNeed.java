// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.memory;

/**
 * Chooses the size of a reused buffer: the largest size that any recent page needed. So one large page (such as a
 * dictionary) does not occupy memory forever, and pages of alternating sizes do not each need a new buffer. Not
 * thread-safe.
 */
public final class RecentNeed {

    /** The largest page is remembered for at least this many pages, and for at most twice as many. */
    private static final int PAGES = 64;

    private int pages;
    private long largest;
    private long largestBefore;

    /**
     * Records a page's need and returns the size that its buffer should have.
     *
     * @param size the size that the page needs, in bytes
     * @param current the buffer's size, in bytes; 0 if there is none
     * @return {@code current} if the buffer can stay, otherwise the size of a new buffer, in bytes: at least {@code size},
     *     and at most an eighth (or 7 bytes) more than the largest need of the recent pages
     */
    public long capacity(long size, long current) {
        if (++pages > PAGES) {
            pages = 1;
            largestBefore = largest;
            largest = 0;
        }
        largest = Math.max(largest, size);
        long recent = rounded(Math.max(largest, largestBefore));
        return current >= size && current <= recent ? current : recent;
    }

    /** Rounds up by at most an eighth (or 7 bytes), so that one buffer is enough for pages of slightly different sizes. */
    private static long rounded(long size) {
        long step = Math.max(8, Long.highestOneBit(Math.max(1, size)) >> 3);
        return (size + step - 1) / step * step;
    }
}
