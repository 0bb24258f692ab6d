// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTest {

    @Test
    void samplesGiveTheirGeometricMeanAndStudentsInterval() {
        Estimate estimate = Estimate.of(100, 110, 121);
        assertEquals(110, estimate.value(), 1e-9);
        // logarithms lie ln(1.1) apart: standard error ln(1.1)/sqrt(3), and 4.30265 is Student's for 2 degrees
        double factor = Math.exp(4.30265 * Math.log(1.1) / Math.sqrt(3));
        assertEquals(110 * factor, estimate.high(), 1e-2);
        assertEquals(110 / factor, estimate.low(), 1e-2);
    }

    @Test
    void aQuotientHasWelchsErrorAndDegrees() {
        Estimate quotient = Estimate.of(200, 220, 242).over(Estimate.of(100, 110, 121));
        assertEquals(2, quotient.value(), 1e-9);
        assertEquals(Math.log(1.1) / Math.sqrt(3) * Math.sqrt(2), quotient.standardError(), 1e-9);
        assertEquals(4, quotient.degrees(), 1e-9);
    }

    @Test
    void theErrorOfAMeanOfManyIsSmallerThanThatOfOne() {
        Estimate one = Estimate.of(1.9, 2, 2.1);
        Estimate mean = Estimate.geometricMean(List.of(one, one, one, one));
        assertEquals(one.value(), mean.value(), 1e-9);
        assertEquals(one.standardError() / 2, mean.standardError(), 1e-9);
    }

    @Test
    void oneSampleHasNoErrorThatAnybodyKnows() {
        Estimate estimate = Estimate.of(5).over(Estimate.of(4));
        assertEquals("1.25x", estimate.asSpeedUp());
        assertEquals(estimate.value(), estimate.high(), 1e-12);
        assertTrue(Double.isNaN(estimate.standardError()));
    }
}
