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

    /** The standard errors to each side that hold 95 % of a normal distribution. */
    private static final double STANDARD_ERRORS = 1.96;

    /** Returns the mean of values that were drawn independently, or spread more evenly, which makes the true error smaller. */
    public static Mean of(double... values) {
        double mean = Arrays.stream(values).average().orElse(0);
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        double variance = values.length < 2 ? Double.NaN : squares / (values.length - 1);
        return new Mean(mean, STANDARD_ERRORS * Math.sqrt(variance / values.length));
    }
}
