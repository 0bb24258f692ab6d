// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.sampling;

import java.util.Arrays;

/**
 * The mean of a sample, and how far that of the whole may be from it. Immutable.
 *
 * @param value 0 if the sample is empty
 * @param error 95 of 100 samples have the mean of the whole within this distance of their own; NaN if there are fewer than two
 *     values, which tell nothing of others
 */
public record Mean(double value, double error) {

    /** Returns the mean of values that were drawn independently, or spread more evenly, which makes the true error smaller. */
    public static Mean of(double... values) {
        double sum = Arrays.stream(values).sum();
        double squares = Arrays.stream(values).map(value -> value * value).sum();
        int count = Math.max(1, values.length);
        return new Mean(sum / count, Variance.ofSum(values.length, sum, squares).error() / count);
    }
}
