// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.util.List;

/** Pages of a chunk that are measured together. Immutable; holds places, not bytes. */
record Slice(ColumnSample column, ColumnSample.Chunk chunk, List<Page> pages) {

    private static final long ENOUGH_TO_TRY = 128 << 10;

    /**
     * A page of the chunk.
     *
     * @param index its number in the chunk
     * @param weight how many decompressed bytes of the column it stands for
     */
    record Page(int index, double weight) {}

    /** Returns how many decompressed bytes are measured. */
    long plainBytes() {
        return pages.stream().mapToLong(this::size).sum();
    }

    private long size(Page page) {
        return Math.min(Sampler.CUT, chunk.pages().uncompressedSize(page.index()));
    }

    /** Returns the first pages of this slice, as many as do to try something out. */
    Slice start() {
        int end = 1;
        for (long bytes = size(pages.get(0)); end < pages.size() && bytes < ENOUGH_TO_TRY; end++) {
            bytes += size(pages.get(end));
        }
        return new Slice(column, chunk, pages.subList(0, end));
    }
}
