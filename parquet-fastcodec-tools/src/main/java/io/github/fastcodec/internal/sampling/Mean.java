// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.sampling;

import java.util.Arrays;

/**
 * The mean of a sample, and its error as an estimate of the mean of all values. Immutable.
 *
 * @param value the mean; 0 if the sample is empty
 * @param error half the width of the 95 % confidence interval around the mean; NaN if there are fewer than two values, which are
 *     too few for an estimate
 */
public record Mean(double value, double error) {

    /**
     * Returns the mean of values that were drawn independently. If they were spread more evenly than independent draws, this
     * overestimates the error.
     */
    public static Mean of(double... values) {
        double sum = Arrays.stream(values).sum();
        double squares = Arrays.stream(values).map(value -> value * value).sum();
        int count = Math.max(1, values.length);
        return new Mean(sum / count, Variance.ofSum(values.length, sum, squares).error() / count);
    }
}
