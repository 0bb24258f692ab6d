// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.demo;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * CPU times of sides that do the same pieces of work in turns, round after round. The time of a piece is the median of
 * its rounds, so that one disturbed turn has no effect. The time of the work is the sum of the times of its pieces. Not
 * thread-safe.
 */
final class TurnTimes {

    /** The contenders. The second is the null test: it runs the same code as the first, so their ratio shows the error. */
    enum Side {
        THEIRS,
        THEIRS_AGAIN,
        OURS
    }

    /** Times in nanoseconds, keyed by side and piece, one for each round. */
    private final Map<Side, SortedMap<Integer, List<Long>>> nanos = new EnumMap<>(Side.class);

    void add(Side side, int piece, long took) {
        nanos.computeIfAbsent(side, unused -> new TreeMap<>())
                .computeIfAbsent(piece, unused -> new ArrayList<>())
                .add(took);
    }

    /** Returns whether both sides have times. */
    boolean compare(Side side, Side other) {
        return nanos.containsKey(side) && nanos.containsKey(other);
    }

    /** Returns the time of a side, in seconds. */
    double seconds(Side side) {
        return nanos.get(side).values().stream().mapToDouble(TurnTimes::median).sum() / 1e9;
    }

    /** Returns the speed-up of a side over {@link Side#THEIRS}. */
    double speedUp(Side side) {
        return seconds(Side.THEIRS) / seconds(side);
    }

    private static double median(List<Long> values) {
        long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
    }
}
