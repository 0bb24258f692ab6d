// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MeanTest {

    // Would catch: a range for a level other than 95 %, a standard deviation instead of the error of the mean.
    @Test
    void errorCoversTheTrueMeanIn95PercentOfSamples() {
        SplittableRandom random = new SplittableRandom(20_261_124);
        int samples = 20_000;
        int within = 0;
        for (int i = 0; i < samples; i++) {
            Mean mean = Mean.of(random.doubles(100).map(value -> value * value).toArray());
            within += Math.abs(mean.value() - 1 / 3.0) <= mean.error() ? 1 : 0;
        }
        assertEquals(0.945, (double) within / samples, 0.01);
    }

    // Would catch: the normal distribution's range for a few values, which say little about the spread of the
    // others.
    @Test
    void rangeOfAFewValuesIsWider() {
        Random normal = new Random(20_261_126);
        for (int count : new int[] {3, 4, 10}) {
            int samples = 20_000;
            int within = 0;
            for (int i = 0; i < samples; i++) {
                double[] values = new double[count];
                for (int j = 0; j < count; j++) {
                    values[j] = normal.nextGaussian();
                }
                Mean mean = Mean.of(values);
                within += Math.abs(mean.value()) <= mean.error() ? 1 : 0;
            }
            assertEquals(0.95, (double) within / samples, 0.01, count + " values");
        }
    }

    @Test
    void addsVariancesOfIndependentParts() {
        Variance two = Variance.ofSum(2, 4, 10);
        assertEquals(new Variance(4, 1), two);
        assertEquals(two, two.plus(Variance.NONE));
        assertEquals(new Variance(8, 2), two.plus(two));
        assertEquals(new Variance(104, 104.0 * 104 / (100 * 100 / 9.0 + 16)), two.plus(new Variance(100, 9)));
        assertEquals(0, Variance.NONE.plus(Variance.NONE).error());
    }

    @Test
    void singleValueHasAnUnknownError() {
        assertEquals(new Mean(3, Double.NaN), Mean.of(3));
        assertEquals(0, Mean.of().value());
        assertTrue(Double.isNaN(Mean.of().error()));
        assertEquals(new Mean(2, 0), Mean.of(2, 2));
    }
}
