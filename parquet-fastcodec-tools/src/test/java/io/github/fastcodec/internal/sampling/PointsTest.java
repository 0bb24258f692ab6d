// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PointsTest {

    /** Returns the positions of the points on a line of equal stretches. */
    private static List<Long> places(Points points, int stretches, long length) {
        List<Long> places = new ArrayList<>();
        for (int i = 0; i < stretches; i++) {
            for (long offset : points.on(length)) {
                assertTrue(0 <= offset && offset < length, offset + " of " + length);
                places.add(i * length + offset);
            }
        }
        return places;
    }

    // Would catch: offsets that do not count from the stretch's start, parts without a point, points that
    // ignore the seed.
    @Test
    void eachPartOfTheLineHasOnePoint() {
        List<Long> places = places(new Points(7_000, 100, 5), 1_000, 7);
        assertEquals(100, places.size());
        for (int i = 0; i < 100; i++) {
            assertEquals(i, places.get(i) / 70);
        }
        assertEquals(places, places(new Points(7_000, 100, 5), 7, 1_000));
        assertNotEquals(places, places(new Points(7_000, 100, 6), 7, 1_000));
    }

    // Would catch: equidistant points, which hit the same two columns in each of a thousand similar files.
    @Test
    void hitsSimilarFilesAtDifferentPlaces() {
        Set<Long> columns = new HashSet<>();
        places(new Points(1_000 * 1_000, 400, 1), 1_000, 1_000).forEach(place -> columns.add(place % 1_000 / 100));
        assertEquals(10, columns.size());
    }

    @Test
    void emptyLineHasNoPoints() {
        assertEquals(List.of(), new Points(0, 400, 1).on(0));
    }
}
