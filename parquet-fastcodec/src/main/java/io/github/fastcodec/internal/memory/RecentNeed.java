// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.memory;

/**
 * How large a reused buffer should be: as large as the largest of the recent pages needed, so that one large page (a
 * dictionary) is not paid for ever after, and pages of all sizes in turn do not each ask for new memory. For one thread at
 * a time.
 */
public final class RecentNeed {

    /** The largest page is remembered for as many pages at least, and for twice as many at most. */
    private static final int PAGES = 64;

    private int pages;
    private long largest;
    private long largestBefore;

    /**
     * Notes a page's need and returns the size that its buffer should have.
     *
     * @param size what the page needs, in bytes
     * @param current the buffer's size, in bytes; 0 if there is none
     * @return {@code current} if the buffer will do, else the size of a new one, in bytes, at least {@code size} and at most
     *     an eighth more than what the largest of the recent pages needed
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

    /** Up to an eighth more, so that pages of slightly different sizes are served by one buffer. */
    private static long rounded(long size) {
        long step = Math.max(8, Long.highestOneBit(Math.max(1, size)) >> 3);
        return (size + step - 1) / step * step;
    }
}
