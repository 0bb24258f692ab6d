// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.demo;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * CPU times of sides that do the same pieces of work in turns, round after round. A piece takes the median of its rounds, so that
 * one disturbed turn changes nothing; the work takes the sum of its pieces. Not for use by several threads.
 */
final class TurnTimes {

    /** The contenders. The second is the null test: the same code as the first, so that its ratio is the measurement's error. */
    enum Side {
        THEIRS,
        THEIRS_AGAIN,
        OURS
    }

    /** Nanoseconds by side and piece, one for each round. */
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

    /** Returns the time that a side takes, in seconds. */
    double seconds(Side side) {
        return nanos.get(side).values().stream().mapToDouble(TurnTimes::median).sum() / 1e9;
    }

    /** Returns how many times as fast a side is as {@link Side#THEIRS}. */
    double speedUp(Side side) {
        return seconds(Side.THEIRS) / seconds(side);
    }

    private static double median(List<Long> values) {
        long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
    }
}
