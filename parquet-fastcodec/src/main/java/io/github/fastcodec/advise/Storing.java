// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.util.ArrayList;
import java.util.List;

/**
 * What a limit for pages that hardly shrink, {@code parquet.fastcodec.store.below}, makes of a table that is written with one
 * codec in all columns: it is larger, and scans decompress less. Immutable.
 */
final class Storing {

    /** Limits that are measured beside the configured one, in percent. */
    private static final List<Integer> LIMITS = List.of(2, 5, 10);

    private final int percent;
    private final Measurement before;
    private final Measurement stored;
    private final double storageSpeed;

    /**
     * Creates one.
     *
     * @param before what the same codec makes of the table with the configured limit
     */
    Storing(int percent, Measurement before, Measurement stored, double storageSpeed) {
        this.percent = percent;
        this.before = before;
        this.stored = stored;
        this.storageSpeed = storageSpeed;
    }

    /** Returns the limits that are worth measuring, in percent; none unless only scans count. */
    static List<Integer> limits(Goal goal) {
        return goal == Goal.SCAN ? LIMITS : List.of();
    }

    /** Returns the one that costs a scan least; null if none costs at least 1 % less than the configured limit. */
    static Storing best(List<Storing> all) {
        Storing best = null;
        for (Storing one : all) {
            if (one.gain() >= Chooser.THRESHOLD && (best == null || one.gain() >= best.gain() + Chooser.THRESHOLD)) {
                best = one;
            }
        }
        return best;
    }

    /** Returns a sentence for each limit that costs a scan at least 1 % less than the configured one. */
    static List<String> sentences(List<Storing> all) {
        List<String> sentences = new ArrayList<>();
        for (Storing one : all) {
            if (one.gain() >= Chooser.THRESHOLD) {
                sentences.add(Reasons.storing(one.percent, one.before, one.stored, one.gain()));
            }
        }
        return sentences;
    }

    /** Returns how much less a scan costs, as a part of what it costs with the configured limit. */
    double gain() {
        double cost = Goal.SCAN.cost(before, storageSpeed);
        return cost == 0 ? 0 : 1 - Goal.SCAN.cost(stored, storageSpeed) / cost;
    }

    /** Returns the limit: pages that shrink by less are stored. */
    int percent() {
        return percent;
    }

    /** Returns what the table comes to. */
    Measurement stored() {
        return stored;
    }
}
