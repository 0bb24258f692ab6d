// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.fastcodec.bench.demo.TurnTimes.Side;
import org.junit.jupiter.api.Test;

class TurnTimesTest {

    private static final long SECOND = 1_000_000_000;

    // Would catch: a mean, which one disturbed turn distorts, and a median over all pieces, which omits a
    // file's last piece.
    @Test
    void timeIsTheSumOfThePiecesMedians() {
        TurnTimes times = new TurnTimes();
        for (long disturbance : new long[] {0, 50, 1}) {
            times.add(Side.THEIRS, 0, (2 + disturbance) * SECOND);
            times.add(Side.THEIRS, 1, 7 * SECOND);
            times.add(Side.OURS, 0, SECOND);
            times.add(Side.OURS, 1, (4 + disturbance) * SECOND);
        }
        assertEquals(3 + 7, times.seconds(Side.THEIRS));
        assertEquals(1 + 5, times.seconds(Side.OURS));
        assertEquals(10.0 / 6, times.speedUp(Side.OURS));
        assertFalse(times.compare(Side.THEIRS, Side.THEIRS_AGAIN));
    }
}
