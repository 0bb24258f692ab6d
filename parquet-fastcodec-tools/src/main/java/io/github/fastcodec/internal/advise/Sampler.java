// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Draws the pages to measure. The number of draws from each {@link Stratum} of each column is in proportion to the stratum's
 * decompressed bytes, but at least two.
 */
final class Sampler {

    /**
     * The approximate size of a slice, in decompressed bytes. A slice of this size fills a processor's caches, as real work does,
     * and its measurement takes much longer than a tick of the clock.
     */
    private static final long SLICE = 1 << 20;

    /**
     * The maximum number of pages in a slice. While a page of a few bytes is measured, it takes thousands of times its size in
     * memory.
     */
    private static final int MOST_PAGES = 1 << 10;

    private Sampler() {}

    /**
     * Returns the slices of all columns, column by column.
     *
     * @param budget the approximate number of decompressed bytes to measure
     * @param seed the seed of the random choice
     */
    static List<Slice> sample(List<ColumnSample> columns, long budget, long seed) {
        double share = budget
                / Math.max(
                        1.0,
                        columns.stream().mapToLong(ColumnSample::plainBytes).sum());
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            ColumnSample column = columns.get(i);
            sample(column, share, seed ^ (long) column.path().hashCode() << 32 | i, slices);
        }
        return slices;
    }

    private static void sample(ColumnSample column, double share, long seed, List<Slice> slices) {
        Map<Integer, Stratum> strata = column.strata();
        strata.forEach((number, stratum) -> stratum.begin(share, seed + number));
        for (ColumnSample.Chunk chunk : column.chunks()) {
            Map<Stratum, List<Slice.Page>> drawn = new LinkedHashMap<>();
            for (int page = 0; page < chunk.pages().count(); page++) {
                Stratum stratum = strata.get(Stratum.of(chunk, page));
                if (stratum != null && chunk.pages().uncompressedSize(page) > 0) {
                    drawn.computeIfAbsent(stratum, none -> new ArrayList<>()).addAll(stratum.draw(chunk, page));
                }
            }
            drawn.forEach((stratum, pages) -> slice(column, chunk, stratum, pages, slices));
        }
    }

    private static void slice(
            ColumnSample column,
            ColumnSample.Chunk chunk,
            Stratum stratum,
            List<Slice.Page> pages,
            List<Slice> slices) {
        List<Slice.Page> next = new ArrayList<>();
        long bytes = 0;
        for (Slice.Page page : pages) {
            next.add(page);
            bytes += page.of(chunk.pages().uncompressedSize(page.index()));
            if (bytes >= SLICE || next.size() == MOST_PAGES) {
                slices.add(new Slice(column, chunk, stratum, next));
                next = new ArrayList<>();
                bytes = 0;
            }
        }
        if (!next.isEmpty()) {
            slices.add(new Slice(column, chunk, stratum, next));
        }
    }
}
