// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.plan.Plan;
import java.io.Serializable;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How files are recompressed, for all files of a run. Immutable and serializable.
 *
 * @param plan what to compress with
 * @param settings settings of this project, by their keys; immutable
 * @param threads the threads of a task; 0 for what a task of the cluster has
 * @param memory how many bytes of pages a task may hold; 0 for its part of half of the heap
 * @param verifies whether what is written is read back and compared
 * @param refusesTables whether a file is refused that says itself that it belongs to a table
 */
public record Conversion(
        Plan plan,
        SortedMap<String, String> settings,
        int threads,
        long memory,
        boolean verifies,
        boolean refusesTables)
        implements Serializable {

    public Conversion {
        Objects.requireNonNull(plan, "plan");
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    /** Returns one that verifies, refuses files of tables, and lets the cluster choose threads and memory of a task. */
    public static Conversion of(Plan plan) {
        return new Conversion(plan, new TreeMap<>(), 0, 0, true, true);
    }

    /** Returns a copy with settings of this project, by their keys; others do no harm. */
    public Conversion withSettings(Map<String, String> newSettings) {
        return new Conversion(plan, new TreeMap<>(newSettings), threads, memory, verifies, refusesTables);
    }

    /**
     * Returns a copy for a caller that commits to a table's log: it also takes files that belong to a table by their own account,
     * and writes no copy of a file that would not change.
     */
    public Conversion withTables() {
        return new Conversion(plan, settings, threads, memory, verifies, false);
    }
}
