// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.FileOutcome;
import java.io.Serializable;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** What has become of a {@link FileTask}, and what a table's log must know of the new file. Immutable; it travels between JVMs. */
public final class FileResult implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String source;
    private final String target;
    private final FileOutcome outcome;
    private final long[] splitOffsets;
    private final TreeMap<String, Long> columnSizes;
    private final TreeMap<String, Integer> columnIds;

    private FileResult(
            FileTask task,
            FileOutcome outcome,
            long[] splitOffsets,
            TreeMap<String, Long> columnSizes,
            TreeMap<String, Integer> columnIds) {
        this.source = task.source();
        this.target = task.target();
        this.outcome = outcome;
        this.splitOffsets = splitOffsets;
        this.columnSizes = columnSizes;
        this.columnIds = columnIds;
    }

    /** Returns the result of a file that there is no new one for. */
    static FileResult without(FileTask task, FileOutcome outcome) {
        return new FileResult(task, outcome, new long[0], new TreeMap<>(), new TreeMap<>());
    }

    /** Returns the result of a file that stands at its target. */
    static FileResult of(
            FileTask task,
            FileOutcome outcome,
            long[] splitOffsets,
            SortedMap<String, Long> columnSizes,
            SortedMap<String, Integer> columnIds) {
        return new FileResult(
                task, outcome, splitOffsets.clone(), new TreeMap<>(columnSizes), new TreeMap<>(columnIds));
    }

    /** Returns the source as the task has it. */
    public String source() {
        return source;
    }

    /** Returns the target as the task has it. */
    public String target() {
        return target;
    }

    /** Returns how it ended: WRITTEN, THERE_ALREADY, UNCHANGED or FAILED, with lengths, and with the reason of a failure. */
    public FileOutcome outcome() {
        return outcome;
    }

    /** Returns whether the new file stands at its target. */
    public boolean isThere() {
        return outcome.kind() == FileOutcome.Kind.WRITTEN || outcome.kind() == FileOutcome.Kind.THERE_ALREADY;
    }

    /** Returns where each row group of the new file starts that has pages, in bytes; empty unless {@link #isThere}. */
    public long[] splitOffsets() {
        return splitOffsets.clone();
    }

    /**
     * Returns how many bytes the pages of each column take in the new file, headers included, by the column's path in the
     * schema with dots; empty unless {@link #isThere}; immutable.
     */
    public SortedMap<String, Long> columnSizes() {
        return Collections.unmodifiableSortedMap(columnSizes);
    }

    /**
     * Returns the ids that the new file's schema gives columns, by path, for tables that know columns by them; empty unless
     * {@link #isThere}; immutable.
     */
    public SortedMap<String, Integer> columnIds() {
        return Collections.unmodifiableSortedMap(columnIds);
    }
}
