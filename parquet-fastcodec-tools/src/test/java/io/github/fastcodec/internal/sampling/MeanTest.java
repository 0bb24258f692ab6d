// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MeanTest {

    // Would catch: a range that is not that of 95 %, a standard deviation in the place of the error of the mean.
    @Test
    void inAbout95Of100SamplesTheTrueMeanIsWithinTheError() {
        SplittableRandom random = new SplittableRandom(20_261_124);
        int samples = 20_000;
        int within = 0;
        for (int i = 0; i < samples; i++) {
            Mean mean = Mean.of(random.doubles(100).map(value -> value * value).toArray());
            within += Math.abs(mean.value() - 1 / 3.0) <= mean.error() ? 1 : 0;
        }
        assertEquals(0.945, (double) within / samples, 0.01);
    }

    @Test
    void oneValueTellsNothingOfOthers() {
        assertEquals(new Mean(3, Double.NaN), Mean.of(3));
        assertEquals(0, Mean.of().value());
        assertTrue(Double.isNaN(Mean.of().error()));
        assertEquals(new Mean(2, 0), Mean.of(2, 2));
    }
}
