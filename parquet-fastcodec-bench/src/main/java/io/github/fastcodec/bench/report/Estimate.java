// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A positive quantity with a confidence interval, stored as a logarithm. The errors of speeds and speed-ups are factors, and
 * logarithms turn quotients and geometric means into differences and means.
 *
 * @param log the natural logarithm of the quantity
 * @param standardError the standard error of the logarithm; NaN if there was only one sample
 * @param degrees the degrees of freedom of the standard error
 */
record Estimate(double log, double standardError, double degrees) {

    private static final double CONFIDENCE = 0.95;

    /** The 99.5 % quantile of the normal distribution, as in McKean and Schrader's standard error. */
    private static final double NORMAL_QUANTILE = 2.575829;

    /**
     * Returns the median of the samples of one fork. Its standard error is McKean and Schrader's: the distance between the two
     * samples that enclose the median with 99 % confidence, divided by the width of that interval of the standard normal
     * distribution.
     */
    static Estimate ofFork(double... samples) {
        double[] logs = Arrays.stream(samples).map(Math::log).sorted().toArray();
        int n = logs.length;
        double median = StatUtils.percentile(logs, 50);
        if (n < 2) {
            return new Estimate(median, Double.NaN, 0);
        }
        int rank = Math.max(1, (int) Math.round((n + 1) / 2.0 - NORMAL_QUANTILE * Math.sqrt(n / 4.0)));
        return new Estimate(median, (logs[n - rank] - logs[rank - 1]) / (2 * NORMAL_QUANTILE), n - 1);
    }

    /**
     * Returns the geometric mean of the medians of forks. Its error comes from the differences between the forks, and is at
     * least the combined error of the forks, because forks may agree by chance. A single fork keeps its own error.
     */
    static Estimate ofForks(List<Estimate> forks) {
        if (forks.size() == 1) {
            return forks.get(0);
        }
        double[] logs = forks.stream().mapToDouble(Estimate::log).toArray();
        double between = Math.sqrt(StatUtils.variance(logs) / logs.length);
        double within = geometricMean(forks).standardError;
        return new Estimate(
                StatUtils.mean(logs), Double.isNaN(within) ? between : Math.max(between, within), logs.length - 1);
    }

    /**
     * Returns the geometric mean of quantities that were measured independently. The degrees of freedom are those of Welch and
     * Satterthwaite.
     */
    static Estimate geometricMean(List<Estimate> estimates) {
        double variance = 0;
        double denominator = 0;
        for (Estimate part : estimates) {
            double square = part.standardError * part.standardError;
            variance += square;
            denominator += square == 0 ? 0 : square * square / part.degrees;
        }
        return new Estimate(
                estimates.stream().mapToDouble(Estimate::log).average().orElse(Double.NaN),
                Math.sqrt(variance) / estimates.size(),
                denominator == 0 ? 1 : variance * variance / denominator);
    }

    double value() {
        return Math.exp(log);
    }

    /** Returns the lower end of the 95 % confidence interval; the value itself if the error is unknown. */
    double low() {
        return Math.exp(log - margin());
    }

    /** Returns the upper end of the 95 % confidence interval; the value itself if the error is unknown. */
    double high() {
        return Math.exp(log + margin());
    }

    private double margin() {
        return Double.isNaN(standardError) || standardError == 0
                ? 0
                : standardError * new TDistribution(null, degrees).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    }

    /** Formats the estimate as a speed-up, such as {@code 1.52x (1.48-1.57)}. */
    String asSpeedUp() {
        return Double.isNaN(standardError)
                ? String.format(Locale.ROOT, "%.2fx", value())
                : String.format(Locale.ROOT, "%.2fx (%.2f-%.2f)", value(), low(), high());
    }
}
