// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PairsTest {

    @Test
    void intervalOfTenPairsSpansSecondToNinth() {
        double[] seconds = {9, 1, 8, 2, 7, 3, 6, 4, 5, 10};
        double[] ones = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        Pairs pairs = new Pairs(seconds, ones);
        assertEquals(5.5, pairs.median());
        assertEquals(2, pairs.low());
        assertEquals(9, pairs.high());
        assertEquals("5.50x (2.00-9.00)", pairs.asSpeedUp());
    }

    @Test
    void intervalOfFewPairsSpansAll() {
        Pairs pairs = new Pairs(new double[] {1, 2, 4}, new double[] {1, 1, 1});
        assertEquals(2, pairs.median());
        assertEquals(1, pairs.low());
        assertEquals(4, pairs.high());
    }

    @Test
    void slowdownOfBothSidesDoesNotChangeTheRatio() {
        Pairs pairs = new Pairs(new double[] {2, 20, 6}, new double[] {1, 10, 3});
        assertEquals("2.00x (2.00-2.00)", pairs.asSpeedUp());
    }
}
