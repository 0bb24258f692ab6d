// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import java.util.List;

/** Pages of one chunk and stratum that are measured together. Immutable; identifies the pages but does not hold their bytes. */
record Slice(ColumnSample column, ColumnSample.Chunk chunk, Stratum stratum, List<Page> pages) {

    /**
     * The largest part of a page, in decompressed bytes. A larger page is measured in parts, because a page may be as large as
     * its writer's memory.
     */
    private static final int LARGEST_PART = 4 << 20;

    private static final long ENOUGH_TO_TRY = 128 << 10;

    /**
     * A page of the chunk, or a part of it.
     *
     * @param index the index of the page in the chunk
     * @param part the index of the part
     * @param parts the number of equal parts of the page
     * @param hits the number of times the part was drawn
     * @param weight the number of pages like this one that the part represents
     */
    record Page(int index, int part, int parts, int hits, double weight) {

        /** Returns where a part starts in a page of {@code bytes} bytes. The part after the last one starts at the end. */
        static int start(int bytes, int part, int parts) {
            return (int) ((long) bytes * part / parts);
        }

        /** Returns the length of this part in a page of {@code bytes} bytes. */
        int of(int bytes) {
            return start(bytes, part + 1, parts) - start(bytes, part, parts);
        }
    }

    /** Returns the number of parts of a page of the given decompressed size, in bytes. */
    static int parts(long size) {
        return (int) Math.max(1, (size + LARGEST_PART - 1) / LARGEST_PART);
    }

    /** Returns the number of decompressed bytes that are measured. */
    long plainBytes() {
        return pages.stream().mapToLong(this::size).sum();
    }

    private long size(Page page) {
        return page.of(chunk.pages().uncompressedSize(page.index()));
    }

    /** Returns a slice of the first pages, enough for a trial. */
    Slice start() {
        int end = 1;
        for (long bytes = size(pages.get(0)); end < pages.size() && bytes < ENOUGH_TO_TRY; end++) {
            bytes += size(pages.get(end));
        }
        return new Slice(column, chunk, stratum, pages.subList(0, end));
    }
}
