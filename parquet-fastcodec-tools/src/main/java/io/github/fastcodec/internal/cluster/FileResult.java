// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.FileOutcome;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The outcome of a {@link FileTask}, and what a table's log records about the new file. Immutable and serializable.
 *
 * @param outcome how it ended, with source and target as the task has them: RECOMPRESSED, UP_TO_DATE, UNCHANGED or FAILED, with lengths, and with the reason of a failure
 * @param splitOffsets where each row group of the new file starts that has pages, in bytes; empty unless it {@link #isDone} for a table
 * @param columnSizes how many bytes the pages of each column take in the new file, headers included, by the column's path in the
 *     schema with dots; empty unless it {@link #isDone} for a table; immutable
 * @param columnIds the ids that the new file's schema gives columns, by path, for tables that know columns by them; empty unless
 *     it {@link #isDone} for a table; immutable
 */
public record FileResult(
        FileOutcome outcome,
        List<Long> splitOffsets,
        SortedMap<String, Long> columnSizes,
        SortedMap<String, Integer> columnIds)
        implements Serializable {

    public FileResult {
        splitOffsets = List.copyOf(splitOffsets);
        columnSizes = Collections.unmodifiableSortedMap(columnSizes);
        columnIds = Collections.unmodifiableSortedMap(columnIds);
    }

    /** Returns a result that says nothing more of the new file, if there is one. */
    static FileResult without(FileOutcome outcome) {
        return new FileResult(outcome, List.of(), new TreeMap<>(), new TreeMap<>());
    }

    /** Returns whether the new file stands at its target. */
    public boolean isDone() {
        return outcome.status() == FileOutcome.Status.RECOMPRESSED || outcome.status() == FileOutcome.Status.UP_TO_DATE;
    }
}
