// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.parquet.PagePlaces;
import io.github.fastcodec.internal.sampling.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses the pages that are measured. Each column gets a part of the sample in proportion to its decompressed bytes, and at
 * least a little. The pages of a column form one line, file after file and row group after row group, each as long as it is when
 * it is decompressed. The page at each of the {@link Points} of the line is taken, and stands for the part that the point stands
 * for. A column whose part reaches for all of it is taken as a whole.
 */
final class Sampler {

    /** As much of a page is measured at most, in bytes: a page may be as large as its writer's memory. */
    static final int CUT = 4 << 20;

    /** What is measured together is about as large, in bytes: small beside the caches of no machine, large beside a clock's tick. */
    private static final long SLICE = 1 << 20;

    /** What a column gets however small its part is, in bytes. */
    private static final long LEAST = 64 << 10;

    private final long budget;
    private final long seed;

    Sampler(long budget, long seed) {
        this.budget = budget;
        this.seed = seed;
    }

    /** Returns the slices of all columns, column by column. */
    List<Slice> sample(List<Column> columns) {
        long total = columns.stream().mapToLong(Column::plainBytes).sum();
        long least = Math.min(LEAST, budget / Math.max(1, columns.size()));
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            double part = (double) column.plainBytes() / Math.max(1, total);
            sample(i, column, Math.max(least, (long) (budget * part)), slices);
        }
        return slices;
    }

    private void sample(int index, Column column, long quota, List<Slice> slices) {
        long length = column.plainBytes();
        if (length == 0) {
            return;
        }
        if (quota >= length && isUncut(column)) {
            new Taker(index, slices).takeAll(column);
            return;
        }
        long points = Math.max(
                quota / expectedSize(column), Math.min(2, column.chunks().size()));
        long ofColumn = seed ^ (long) column.path().hashCode() << 32 | index;
        new Taker(index, slices).takeAt(column, new Points(length, Math.max(1, points), ofColumn));
    }

    private static boolean isUncut(Column column) {
        return column.chunks().stream().allMatch(chunk -> {
            for (int page = 0; page < chunk.pages().count(); page++) {
                if (chunk.pages().uncompressedSize(page) > CUT) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Returns how much is measured of a page at a point on the average: large pages are hit more often than small ones. */
    private static long expectedSize(Column column) {
        double sum = 0;
        for (Column.Chunk chunk : column.chunks()) {
            for (int page = 0; page < chunk.pages().count(); page++) {
                long size = chunk.pages().uncompressedSize(page);
                sum += (double) size * Math.min(CUT, size);
            }
        }
        return Math.max(1, (long) (sum / column.plainBytes()));
    }

    /** Collects the pages of a column in slices that do not reach over the end of a chunk. */
    private static final class Taker {

        private final int column;
        private final List<Slice> slices;
        private final int[] pages = new int[1 << 10];
        private final double[] weights = new double[1 << 10];
        private int count;
        private long bytes;

        Taker(int column, List<Slice> slices) {
            this.column = column;
            this.slices = slices;
        }

        void takeAll(Column taken) {
            for (Column.Chunk chunk : taken.chunks()) {
                for (int page = 0; page < chunk.pages().count(); page++) {
                    int size = chunk.pages().uncompressedSize(page);
                    if (size > 0) {
                        take(chunk, page, size);
                    }
                }
                close(chunk);
            }
        }

        void takeAt(Column taken, Points points) {
            for (Column.Chunk chunk : taken.chunks()) {
                PagePlaces places = chunk.pages();
                for (int page = 0; page < places.count(); page++) {
                    int hits = points.on(places.uncompressedSize(page)).size();
                    if (hits > 0) {
                        take(chunk, page, hits * points.distance());
                    }
                }
                close(chunk);
            }
        }

        private void take(Column.Chunk chunk, int page, double weight) {
            pages[count] = page;
            weights[count] = weight;
            count++;
            bytes += Math.min(CUT, chunk.pages().uncompressedSize(page));
            if (bytes >= SLICE || count == pages.length) {
                close(chunk);
            }
        }

        private void close(Column.Chunk chunk) {
            if (count > 0) {
                slices.add(new Slice(column, chunk, Arrays.copyOf(pages, count), Arrays.copyOf(weights, count)));
            }
            count = 0;
            bytes = 0;
        }
    }
}
