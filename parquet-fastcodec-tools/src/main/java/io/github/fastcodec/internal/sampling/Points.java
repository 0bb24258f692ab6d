// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.sampling;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random points on a line, one in each of its equal parts. If the line consists of files or pages placed end to end, each is hit
 * in proportion to its length (Hansen and Hurwitz, 1943), and the points are spread over all of them. Points at equal distances
 * would hit the same column in each of several similar files. Not thread-safe; passes along the line once.
 */
public final class Points {

    private final double distance;
    private final SplittableRandom random;
    private long part;
    private double next;
    private double start;

    /**
     * @param length the length of the line, in bytes
     * @param count the number of points, at least 1
     * @param seed determines the positions of the points
     */
    public Points(long length, long count, long seed) {
        this.distance = (double) length / count;
        this.random = new SplittableRandom(seed);
        this.next = random.nextDouble() * distance;
    }

    /** Returns the number of bytes of the line that each point represents. */
    public double distance() {
        return distance;
    }

    /**
     * Passes along the next section of the line.
     *
     * @param length the length of the section, in bytes
     * @return the points in the section, as offsets from its start, in ascending order
     */
    public List<Long> on(long length) {
        List<Long> offsets = new ArrayList<>();
        while (next < start + length) {
            offsets.add((long) (next - start));
            part++;
            next = (part + random.nextDouble()) * distance;
        }
        start += length;
        return offsets;
    }
}
