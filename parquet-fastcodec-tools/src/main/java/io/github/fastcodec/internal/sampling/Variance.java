// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.sampling;

/**
 * The variance of an estimate, itself estimated from a sample. Immutable.
 *
 * @param value the square of the standard error; NaN if there was only one draw, which is too few for an estimate
 * @param freedom the degrees of freedom
 */
public record Variance(double value, double freedom) {

    /** The variance of a value that is known exactly. */
    public static final Variance NONE = new Variance(0, 1);

    /**
     * Student's t for 97.5 % as a polynomial in 1/freedom, after Abramowitz and Stegun, Handbook of Mathematical Functions
     * (1964), 26.7.5. The first term is that of the normal distribution.
     */
    private static final double[] STUDENT = {1.95996, 2.37227, 2.82250, 2.55585, 1.58953};

    /**
     * Returns the variance of a sum of parts that were drawn independently, each of which estimates an equal share of the whole
     * (Hansen and Hurwitz, 1943). If the draws were spread more evenly than independent draws, this overestimates the variance.
     *
     * @param draws the number of parts
     * @param sum the sum of the parts
     * @param squares the sum of their squares
     */
    public static Variance ofSum(long draws, double sum, double squares) {
        double deviations = Math.max(0, squares - sum / draws * sum);
        return new Variance(draws < 2 ? Double.NaN : deviations * draws / (draws - 1), Math.max(1, draws - 1));
    }

    /** Returns the variance of the sum of two independent estimates (Satterthwaite, 1946). */
    public Variance plus(Variance other) {
        double sum = value + other.value;
        double known = value * value / freedom + other.value * other.value / other.freedom;
        return sum == 0 ? NONE : new Variance(sum, sum * sum / known);
    }

    /** Returns half the width of the 95 % confidence interval. */
    public double error() {
        double quantile = 0;
        for (int i = STUDENT.length - 1; i >= 0; i--) {
            quantile = quantile / freedom + STUDENT[i];
        }
        return quantile * Math.sqrt(value);
    }
}
