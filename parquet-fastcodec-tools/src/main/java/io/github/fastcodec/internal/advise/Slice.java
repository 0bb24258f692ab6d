// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import java.util.List;

/** Pages of a chunk and a stratum that are measured together. Immutable; holds places, not bytes. */
record Slice(ColumnSample column, ColumnSample.Chunk chunk, Stratum stratum, List<Page> pages) {

    /** A page may be as large as its writer's memory: it is measured in parts of at most so many bytes. */
    private static final int LARGEST_PART = 4 << 20;

    private static final long ENOUGH_TO_TRY = 128 << 10;

    /**
     * A page of the chunk, or a part of it.
     *
     * @param index its number in the chunk
     * @param part the number of the part
     * @param parts how many equal parts the page has
     * @param hits how often it was drawn
     * @param weight for how many pages like its own it stands
     */
    record Page(int index, int part, int parts, int hits, double weight) {

        /** Returns where the part begins in so many bytes; where the page ends if it is the part after the last one. */
        static int start(int bytes, int part, int parts) {
            return (int) ((long) bytes * part / parts);
        }

        /** Returns how many bytes of so many are in the part. */
        int of(int bytes) {
            return start(bytes, part + 1, parts) - start(bytes, part, parts);
        }
    }

    /** Returns how many parts a page of so many decompressed bytes has. */
    static int parts(long size) {
        return (int) Math.max(1, (size + LARGEST_PART - 1) / LARGEST_PART);
    }

    /** Returns how many decompressed bytes are measured. */
    long plainBytes() {
        return pages.stream().mapToLong(this::size).sum();
    }

    private long size(Page page) {
        return page.of(chunk.pages().uncompressedSize(page.index()));
    }

    /** Returns the first pages of this slice, as many as do to try something out. */
    Slice start() {
        int end = 1;
        for (long bytes = size(pages.get(0)); end < pages.size() && bytes < ENOUGH_TO_TRY; end++) {
            bytes += size(pages.get(end));
        }
        return new Slice(column, chunk, stratum, pages.subList(0, end));
    }
}
