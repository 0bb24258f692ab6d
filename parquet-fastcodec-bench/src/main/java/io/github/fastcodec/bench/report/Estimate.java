// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;

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

    /** Returns the geometric mean of samples. */
    static Estimate of(double... samples) {
        int n = samples.length;
        double sum = 0;
        for (double sample : samples) {
            sum += Math.log(sample);
        }
        double mean = sum / n;
        double squares = 0;
        for (double sample : samples) {
            squares += (Math.log(sample) - mean) * (Math.log(sample) - mean);
        }
        return new Estimate(mean, n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1) / n), n - 1);
    }

    /** Returns this over another, measured independently; degrees of freedom by Welch and Satterthwaite. */
    Estimate over(Estimate other) {
        return combine(log - other.log, List.of(this, other), 1);
    }

    /** Returns the geometric mean of quantities that were measured independently of each other. */
    static Estimate geometricMean(List<Estimate> estimates) {
        double mean = estimates.stream().mapToDouble(Estimate::log).average().orElse(Double.NaN);
        return combine(mean, estimates, estimates.size());
    }

    private static Estimate combine(double log, List<Estimate> parts, int divisor) {
        double variance = 0;
        double denominator = 0;
        for (Estimate part : parts) {
            double square = part.standardError * part.standardError;
            variance += square;
            denominator += square == 0 ? 0 : square * square / part.degrees;
        }
        return new Estimate(
                log, Math.sqrt(variance) / divisor, denominator == 0 ? 1 : variance * variance / denominator);
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
