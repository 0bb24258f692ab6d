// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.sampling;

/**
 * The variance of an estimate, and how well a sample knows it. Immutable.
 *
 * @param value the square of the standard error; NaN if there was one draw, which tells nothing of others
 * @param freedom the degrees of freedom
 */
public record Variance(double value, double freedom) {

    /** The variance of what is known. */
    public static final Variance NONE = new Variance(0, 1);

    /**
     * Student's t for 97.5 % as a polynomial of 1/freedom, after Abramowitz and Stegun, Handbook of Mathematical Functions
     * (1964), 26.7.5. The first term is the normal distribution's.
     */
    private static final double[] STUDENT = {1.95996, 2.37227, 2.82250, 2.55585, 1.58953};

    /**
     * Returns the variance of a sum. Each of its parts was drawn on its own, and estimates as much of the whole as any other
     * (Hansen and Hurwitz, 1943). If the draws were spread more evenly, the true variance is smaller.
     *
     * @param draws how many parts
     * @param sum the sum of the parts
     * @param squares the sum of their squares
     */
    public static Variance ofSum(long draws, double sum, double squares) {
        double around = Math.max(0, squares - sum / draws * sum);
        return new Variance(draws < 2 ? Double.NaN : around * draws / (draws - 1), Math.max(1, draws - 1));
    }

    /** Returns the variance of the sum of two independent estimates (Satterthwaite, 1946). */
    public Variance plus(Variance other) {
        double sum = value + other.value;
        double known = value * value / freedom + other.value * other.value / other.freedom;
        return sum == 0 ? NONE : new Variance(sum, sum * sum / known);
    }

    /** Returns the distance within which the truth is in 95 of 100 samples. */
    public double error() {
        double quantile = 0;
        for (int i = STUDENT.length - 1; i >= 0; i--) {
            quantile = quantile / freedom + STUDENT[i];
        }
        return quantile * Math.sqrt(value);
    }
}
