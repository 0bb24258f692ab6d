// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.comparison;

import java.util.Arrays;
import java.util.Locale;

/** The ratios of pairs that were measured together, one for each round. */
final class Pairs {

    private final double[] sorted;

    /**
     * @param numerators the numerator of each round
     * @param denominators the denominator of each round
     */
    Pairs(double[] numerators, double[] denominators) {
        sorted = new double[numerators.length];
        for (int round = 0; round < sorted.length; round++) {
            sorted[round] = numerators[round] / denominators[round];
        }
        Arrays.sort(sorted);
    }

    double median() {
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /**
     * Returns the lower end of the interval that contains the median with at least 95 % confidence, if there are at least six
     * pairs.
     */
    double low() {
        return sorted[rank()];
    }

    /** Returns the upper end of that interval. */
    double high() {
        return sorted[sorted.length - 1 - rank()];
    }

    /** Returns the median and its interval, e.g. {@code 1.52x (1.48-1.57)}. */
    String asSpeedUp() {
        return String.format(Locale.ROOT, "%.2fx (%.2f-%.2f)", median(), low(), high());
    }

    /**
     * Returns the number of ratios outside the interval at each end. A ratio is below or above the median with equal probability,
     * so the number of ratios below it is binomially distributed, whatever the distribution of the ratios.
     */
    private int rank() {
        double probability = Math.pow(0.5, sorted.length);
        double below = probability;
        int rank = 0;
        while (2 * rank < sorted.length) {
            probability *= (double) (sorted.length - rank) / (rank + 1);
            if (below + probability > 0.025) {
                break;
            }
            below += probability;
            rank++;
        }
        return rank;
    }
}
