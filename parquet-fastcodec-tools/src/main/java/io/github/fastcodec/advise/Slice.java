// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.util.Arrays;

/** Pages of a chunk that are measured together. Immutable; holds places, not bytes. */
final class Slice {

    private static final long ENOUGH_TO_TRY = 128 << 10;

    private final int column;
    private final Column.Chunk chunk;
    private final int[] pages;
    private final double[] weights;
    private final long plainBytes;

    /**
     * Creates a slice.
     *
     * @param column the index of the column
     * @param pages indexes of pages in the chunk
     * @param weights how many decompressed bytes of the column each page stands for
     */
    Slice(int column, Column.Chunk chunk, int[] pages, double[] weights) {
        this.column = column;
        this.chunk = chunk;
        this.pages = pages;
        this.weights = weights;
        this.plainBytes = Arrays.stream(pages)
                .mapToLong(page -> Math.min(Sampler.CUT, chunk.pages().uncompressedSize(page)))
                .sum();
    }

    /** Returns the first pages of this slice, as many as do to try something out. */
    Slice start() {
        int end = 1;
        for (long bytes = size(0); end < pages.length && bytes + size(end) <= ENOUGH_TO_TRY; end++) {
            bytes += size(end);
        }
        return new Slice(column, chunk, Arrays.copyOf(pages, end), Arrays.copyOf(weights, end));
    }

    private int size(int index) {
        return chunk.pages().uncompressedSize(pages[index]);
    }

    int column() {
        return column;
    }

    Column.Chunk chunk() {
        return chunk;
    }

    int pageCount() {
        return pages.length;
    }

    int page(int index) {
        return pages[index];
    }

    /** Returns how many decompressed bytes of the column a page stands for. */
    double weight(int index) {
        return weights[index];
    }

    double weight() {
        return Arrays.stream(weights).sum();
    }

    /** Returns how many decompressed bytes are measured. */
    long plainBytes() {
        return plainBytes;
    }
}
