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
 * Pages of a column that are alike as far as is known before they are read: their compressed lengths differ by less than a factor
 * of two, and so do the ratios of their chunks. Dictionary ids, values that the dictionary had no room for, and row groups of
 * other values are strata of their own, so that chance leaves out none of them.
 *
 * <p>This is stratified sampling with probability proportional to size, with replacement (Cochran, Sampling Techniques, 1977, chapters
 * 5 and 9A). The pages of a stratum form a line, each as long as it is compressed. The mean of what the pages at some {@link
 * Points} of the line become for each of their bytes is that of the stratum. For one thread. Its serialized form lacks what draws.
 */
final class Stratum implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Fewer do not tell how far they are off. */
    private static final int LEAST_DRAWS = 2;

    private long length;
    private long plainBytes;

    /** The sum over the pages of their length times how much of each is measured at once. */
    private double cost;

    /** Null until {@link #begin}. */
    private transient @Nullable Points points;

    private boolean isWhole;
    private long draws;

    /** What the draws come to, as it is and with each candidate, and the sum of the squares of what each draw adds to that. */
    private double[] sums = {};

    private double[] squares = {};

    /** Returns the number of the stratum of a page in its column. */
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
     * Begins to draw.
     *
     * @param share how much of the decompressed bytes is to be measured
     */
    void begin(double share, long seed) {
        double each = cost / length;
        double count = Math.max(LEAST_DRAWS, Math.ceil(plainBytes * share / each));
        isWhole = count * each >= plainBytes;
        points = new Points(length, isWhole ? 1 : (long) count, seed);
    }

    /** Returns what is measured of the next page. */
    List<Slice.Page> draw(ColumnSample.Chunk chunk, int page) {
        Points points = Objects.requireNonNull(this.points, "begin() comes first");
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
     * Adds what was measured.
     *
     * @param hits how many draws
     * @param bytes what they come to, as it is and with each candidate
     * @param ofDraws the sum of the squares of what each draw adds to that
     */
    void add(int hits, double[] bytes, double[] ofDraws) {
        draws += hits;
        sums = plus(sums, bytes);
        squares = plus(squares, ofDraws);
    }

    private static double[] plus(double[] some, double[] others) {
        double[] sum = others.clone();
        for (int i = 0; i < some.length; i++) {
            sum[i] += some[i];
        }
        return sum;
    }

    /** Returns this stratum as part of a larger table. */
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

    /** Returns what a byte of this stratum becomes: as it is, and with each candidate. */
    double[] ratios() {
        return times(sums, sums[0] == 0 ? 1 : 1 / sums[0]);
    }

    /** Returns the variance of what this stratum becomes with a candidate. */
    Variance variance(int candidate) {
        return isWhole ? Variance.NONE : Variance.ofSum(draws, sums[candidate], squares[candidate]);
    }
}
