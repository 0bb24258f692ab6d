// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.fastcodec.bench.report.Labels.Box;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LabelsTest {

    private static final long SEED = 20261122;

    /** Would catch: labels that nobody can read, because they lie on each other, on points or on arrows. */
    @Test
    void labelsCoverNeitherEachOtherNorPointsNorLines() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 50; round++) {
            Labels labels = new Labels(780, 375);
            List<double[]> points = new ArrayList<>();
            List<Box> taken = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                // half of them crowd in one corner, as levels of one codec do
                double room = i < 6 ? 0.3 : 0.9;
                double[] from = {40 + 700 * room * random.nextDouble(), 30 + 315 * room * random.nextDouble()};
                double[] to = {from[0] + 40 * random.nextDouble(), from[1] - 8 + 16 * random.nextDouble()};
                labels.point(from[0], from[1]);
                labels.line(from[0], from[1], to[0], to[1]);
                points.add(to);
                for (double part = 0; part <= 1; part += 0.1) {
                    taken.add(new Box(from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1]), 3, 3));
                }
            }
            for (double[] point : points) {
                Box box = labels.label("ZSTD 12", point[0], point[1]);
                int seen = round;
                taken.forEach(other -> assertFalse(
                        box.overlaps(other),
                        () -> "seed " + SEED + ", round " + seen + ": " + box + " lies on " + other));
                taken.add(box);
            }
        }
    }

    /** Would catch: a label that has no need to be far from its point. */
    @Test
    void aLabelThatIsAloneStandsAboveItsPoint() {
        Box box = new Labels(300, 300).label("GZIP 6", 150, 150);
        assertEquals(150, box.x(), 1e-9);
        assertEquals(164, box.y(), 1e-9);
    }

    /** Would catch: a label that is cut off at the edge. */
    @Test
    void aLabelStaysWithinThePanel() {
        Box box = new Labels(300, 300).label("GZIP 6", 2, 298);
        assertEquals(true, box.x() - box.halfWidth() >= 0 && box.y() + box.halfHeight() <= 300, box::toString);
    }
}
