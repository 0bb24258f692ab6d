// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.internal.sampling.Points;
import io.github.fastcodec.internal.sampling.Variance;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a column that look alike before they are read: their compressed lengths differ by less than a factor of two, and so do
 * the compression ratios of their chunks. Dictionary ids, values that did not fit into the dictionary, and row groups with different
 * values fall into separate strata, so that each kind is sampled.
 *
 * <p>This is stratified sampling with probability proportional to size, with replacement (Cochran, Sampling Techniques, 1977, chapters
 * 5 and 9A). The pages of a stratum form a line, on which each page takes up its compressed length. The pages at some
 * {@link Points} of the line are measured, and their mean ratio of new size to old size is the estimate for the stratum. Not
 * thread-safe. A deserialized stratum cannot draw pages.
 */
final class Stratum implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The least number of draws, because a variance needs two. */
    private static final int LEAST_DRAWS = 2;

    private long length;
    private long plainBytes;

    /** The sum over the pages of the compressed length times the size of a part, both in bytes. */
    private double cost;

    /** Null before {@link #begin}. */
    private transient @Nullable Points points;

    private boolean isWhole;
    private long draws;

    /** The sums over all draws of the bytes that a draw adds: in the current codec, and with each candidate. */
    private double[] sums = {};

    /** The sums over all draws of the squares of the bytes that a draw adds, indexed like {@link #sums}. */
    private double[] squares = {};

    /** Returns the number of a page's stratum, which is unique within its column. */
    static int of(ColumnSample.Chunk chunk, int page) {
        return Math.getExponent(chunk.ratio()) * Long.SIZE + Math.getExponent((double) length(chunk, page));
    }

    private static long length(ColumnSample.Chunk chunk, int page) {
        return Math.max(1, chunk.pages().compressedSize(page));
    }

    void add(ColumnSample.Chunk chunk, int page) {
        long size = chunk.pages().uncompressedSize(page);
        length += length(chunk, page);
        plainBytes += size;
        cost += (double) length(chunk, page) * size / Slice.parts(size);
    }

    /**
     * Prepares to draw pages.
     *
     * @param share the share of the decompressed bytes to measure
     */
    void begin(double share, long seed) {
        double each = cost / length;
        double count = Math.max(LEAST_DRAWS, Math.ceil(plainBytes * share / each));
        isWhole = count * each >= plainBytes;
        points = new Points(length, isWhole ? 1 : (long) count, seed);
    }

    /** Returns the parts of the next page that are to be measured. */
    List<Slice.Page> draw(ColumnSample.Chunk chunk, int page) {
        Points points = Objects.requireNonNull(this.points, "begin() must be called first");
        long size = length(chunk, page);
        int parts = Slice.parts(chunk.pages().uncompressedSize(page));
        int[] hits = new int[parts];
        if (isWhole) {
            Arrays.fill(hits, 1);
        } else {
            points.on(size).forEach(offset -> hits[(int) (offset * parts / size)]++);
        }
        List<Slice.Page> drawn = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            if (hits[part] > 0) {
                double weight = isWhole ? 1.0 / parts : hits[part] * points.distance() / size;
                drawn.add(new Slice.Page(page, part, parts, hits[part], weight));
            }
        }
        return drawn;
    }

    /**
     * @param hits the number of draws
     * @param bytes the sums over these draws of the bytes that a draw adds: in the current codec, and with each candidate
     * @param drawSquares the sums over these draws of the squares of the bytes that a draw adds, indexed like {@code bytes}
     */
    void add(int hits, double[] bytes, double[] drawSquares) {
        draws += hits;
        sums = plus(sums, bytes);
        squares = plus(squares, drawSquares);
    }

    private static double[] plus(double[] some, double[] others) {
        double[] sum = others.clone();
        for (int i = 0; i < some.length; i++) {
            sum[i] += some[i];
        }
        return sum;
    }

    /** Returns a copy that is scaled up to represent part of a larger table. */
    Stratum times(double weight) {
        Stratum times = new Stratum();
        times.isWhole = isWhole;
        times.draws = draws;
        times.sums = times(sums, weight);
        times.squares = times(squares, weight * weight);
        return times;
    }

    private static double[] times(double[] numbers, double factor) {
        return Arrays.stream(numbers).map(number -> number * factor).toArray();
    }

    /**
     * Returns the ratios of this stratum's sizes to its current size: 1 for the current codec, and one ratio for each candidate.
     */
    double[] ratios() {
        return times(sums, sums[0] == 0 ? 1 : 1 / sums[0]);
    }

    /** Returns the variance of the estimated size of this stratum with a candidate. */
    Variance variance(int candidate) {
        return isWhole ? Variance.NONE : Variance.ofSum(draws, sums[candidate], squares[candidate]);
    }
}
