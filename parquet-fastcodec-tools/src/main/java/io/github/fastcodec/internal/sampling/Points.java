// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.sampling;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Points on a line, one at random in each of its equal parts. Files or pages that form the line one behind the other are hit in
 * proportion to their lengths (Hansen and Hurwitz, 1943), and the points are spread over all of them. Points at equal distances
 * would hit the same column of each file, where files are alike. For one thread, which goes along the line once.
 */
public final class Points {

    private final double distance;
    private final SplittableRandom random;
    private long part;
    private double next;
    private double start;

    /**
     * @param length the line, in bytes
     * @param count how many points; at least one
     * @param seed what their places depend on
     */
    public Points(long length, long count, long seed) {
        this.distance = (double) length / count;
        this.random = new SplittableRandom(seed);
        this.next = random.nextDouble() * distance;
    }

    /** Returns how many bytes of the line a point stands for. */
    public double distance() {
        return distance;
    }

    /**
     * Goes along the next stretch of the line.
     *
     * @param length the stretch, in bytes
     * @return the points on it, as offsets from its start, in their order
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
