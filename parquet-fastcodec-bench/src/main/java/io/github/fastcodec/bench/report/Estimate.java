// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A positive quantity with a confidence interval, kept as a logarithm: speeds and speed-ups err by factors, and quotients and
 * geometric means of them become differences and means.
 *
 * @param log the natural logarithm
 * @param standardError of the logarithm; NaN if one sample was all there was
 * @param degrees degrees of freedom of the standard error
 */
record Estimate(double log, double standardError, double degrees) {

    private static final double CONFIDENCE = 0.95;

    /** The quantile of the normal distribution at 99.5 %, with which McKean and Schrader's error is defined. */
    private static final double NORMAL_QUANTILE = 2.575829;

    /**
     * Returns the median of the samples of one fork. The error of a median is McKean and Schrader's: how far the samples lie
     * apart between which the median is with 99 % confidence, as a normal distribution would have it.
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
     * Returns the geometric mean of forks, each a median. Its error is what the forks differ by, and no less than what their
     * own errors come to: forks that agree by chance are no surer than their pairs. One fork has its own error only.
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
     * Returns the geometric mean of quantities that were measured independently of each other; degrees of freedom by Welch and
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

    /** Returns the lower end of the 95 % confidence interval; the value itself if there is no error known. */
    double low() {
        return Math.exp(log - margin());
    }

    /** Returns the upper end of the 95 % confidence interval; the value itself if there is no error known. */
    double high() {
        return Math.exp(log + margin());
    }

    private double margin() {
        return Double.isNaN(standardError) || standardError == 0
                ? 0
                : standardError * new TDistribution(null, degrees).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    }

    /** Returns it as a speed-up, e.g. {@code 1.52x (1.48-1.57)}. */
    String asSpeedUp() {
        return Double.isNaN(standardError)
                ? String.format(Locale.ROOT, "%.2fx", value())
                : String.format(Locale.ROOT, "%.2fx (%.2f-%.2f)", value(), low(), high());
    }
}
