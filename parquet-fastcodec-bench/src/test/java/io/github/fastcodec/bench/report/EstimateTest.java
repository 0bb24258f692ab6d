// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTest {

    private static final Estimate AGREEING = Estimate.ofFork(1.98, 1.99, 2, 2, 2, 2.01, 2.02);

    @Test
    void forkIsTheMedianOfItsPairsDespiteAnOutlier() {
        assertEquals(2, Estimate.ofFork(1.9, 2, 2.1, 1.95, 2.05).value(), 1e-9);
        assertEquals(2, Estimate.ofFork(1.9, 2, 2000, 1.95, 2.05).value(), 1e-9);
    }

    @Test
    void errorOfAMedianIsTheSpreadOfItsSamples() {
        double[] samples = new double[25];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = Math.exp(i / 100.0);
        }
        // with 99 % confidence the median of 25 is between the 7th and the 19th, a distance of 0.12, or 2 *
        // 2.5758 standard errors
        assertEquals(0.12 / (2 * 2.575829), Estimate.ofFork(samples).standardError(), 1e-9);
    }

    @Test
    void severalForksHaveAGeometricMeanAndStudentsInterval() {
        Estimate estimate = Estimate.ofForks(List.of(Estimate.ofFork(100), Estimate.ofFork(110), Estimate.ofFork(121)));
        assertEquals(110, estimate.value(), 1e-9);
        // the logarithms are ln(1.1) apart, so their standard error is ln(1.1)/sqrt(3); 4.30265 is Student's t
        // for 2 degrees
        double factor = Math.exp(4.30265 * Math.log(1.1) / Math.sqrt(3));
        assertEquals(110 * factor, estimate.high(), 1e-2);
        assertEquals(110 / factor, estimate.low(), 1e-2);
    }

    @Test
    void agreeingForksAreNoMoreCertainThanTheirPairs() {
        Estimate wide = Estimate.ofFork(1.5, 1.7, 2, 2.3, 2.6);
        Estimate estimate = Estimate.ofForks(List.of(wide, wide, wide));
        assertEquals(wide.standardError() / Math.sqrt(3), estimate.standardError(), 1e-9);
        assertEquals(2, estimate.degrees(), 1e-9);
    }

    @Test
    void singleForkHasTheErrorOfItsPairs() {
        assertEquals(AGREEING, Estimate.ofForks(List.of(AGREEING)));
    }

    @Test
    void meanOfManyHasASmallerErrorThanOne() {
        Estimate mean = Estimate.geometricMean(List.of(AGREEING, AGREEING, AGREEING, AGREEING));
        assertEquals(AGREEING.value(), mean.value(), 1e-9);
        assertEquals(AGREEING.standardError() / 2, mean.standardError(), 1e-9);
        assertEquals(4 * AGREEING.degrees(), mean.degrees(), 1e-9);
    }

    @Test
    void singleSampleHasNoInterval() {
        Estimate estimate = Estimate.ofFork(1.25);
        assertEquals("1.25x", estimate.asSpeedUp());
        assertEquals(estimate.value(), estimate.high(), 1e-12);
        assertTrue(Double.isNaN(estimate.standardError()));
    }
}
