// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.parquet.PagePlaces;
import io.github.fastcodec.internal.sampling.Points;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws the pages that are measured. Each column gets a part of the sample in proportion to its decompressed bytes, and at
 * least a little. The pages of a column form one line, file after file and row group after row group, each as long as it is when
 * it is decompressed. The page at each of the {@link Points} of the line is taken, and stands for the part that the point stands
 * for. A column that fits into its part is taken as a whole.
 */
final class Sampler {

    /** As much of a page is measured at most, in bytes: a page may be as large as its writer's memory. */
    static final int CUT = 4 << 20;

    /** A slice is about as large, in bytes: it fills a processor's caches as real work does, and takes much longer than a clock's tick. */
    private static final long SLICE = 1 << 20;

    /** What a column gets however small its part is, in bytes. */
    private static final long LEAST = 64 << 10;

    /** The most pages of a slice: pages of a few bytes take thousands of times their size in memory while they are measured. */
    private static final int MOST_PAGES = 1 << 10;

    private Sampler() {}

    /**
     * Returns the slices of all columns, column by column.
     *
     * @param budget about how much is measured, in decompressed bytes
     * @param seed what the choice depends on
     */
    static List<Slice> sample(List<ColumnSample> columns, long budget, long seed) {
        double total = columns.stream().mapToLong(ColumnSample::plainBytes).sum();
        long least = Math.min(LEAST, budget / Math.max(1, columns.size()));
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            ColumnSample column = columns.get(i);
            if (column.plainBytes() > 0) {
                long quota = Math.max(least, (long) (budget * (column.plainBytes() / total)));
                sample(column, quota, seed ^ (long) column.path().hashCode() << 32 | i, slices);
            }
        }
        return slices;
    }

    private static void sample(ColumnSample column, long quota, long seed, List<Slice> slices) {
        boolean isWhole = quota >= column.plainBytes();
        long count = Math.max(
                quota / expectedSize(column), Math.min(2, column.chunks().size()));
        Points points = new Points(column.plainBytes(), Math.max(1, count), seed);
        for (ColumnSample.Chunk chunk : column.chunks()) {
            List<Slice.Page> pages = new ArrayList<>();
            long bytes = 0;
            for (int page = 0; page < chunk.pages().count(); page++) {
                int size = chunk.pages().uncompressedSize(page);
                double weight = isWhole ? size : points.on(size).size() * points.distance();
                if (weight > 0) {
                    pages.add(new Slice.Page(page, weight));
                    bytes += Math.min(CUT, size);
                }
                if (bytes >= SLICE || pages.size() == MOST_PAGES) {
                    slices.add(new Slice(column, chunk, pages));
                    pages = new ArrayList<>();
                    bytes = 0;
                }
            }
            if (!pages.isEmpty()) {
                slices.add(new Slice(column, chunk, pages));
            }
        }
    }

    /** Returns how much is measured of a page at a point on the average: large pages are hit more often than small ones. */
    private static long expectedSize(ColumnSample column) {
        double sum = 0;
        for (ColumnSample.Chunk chunk : column.chunks()) {
            PagePlaces places = chunk.pages();
            for (int page = 0; page < places.count(); page++) {
                long size = places.uncompressedSize(page);
                sum += (double) size * Math.min(CUT, size);
            }
        }
        return Math.max(1, (long) (sum / column.plainBytes()));
    }
}
