// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.FileOutcome;
import java.io.Serializable;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The outcome of a {@link FileTask}, and the details of the new file that a table's log records. Immutable and serializable.
 *
 * @param outcome RECOMPRESSED, UP_TO_DATE, UNCHANGED or FAILED, with the source and target of the task, the lengths, and the
 *     reason for a failure
 * @param splitOffsets the byte offset in the new file of each row group that has pages; empty unless the file belongs to a table
 *     and is {@linkplain #isDone done}
 * @param columnSizes the number of bytes that the pages of each column take in the new file, headers included, keyed by the
 *     column's dotted path in the schema; empty unless the file belongs to a table and is {@linkplain #isDone done}
 * @param columnIds the ids of the columns in the new file's schema, keyed by path, for tables that identify columns by id; empty
 *     unless the file belongs to a table and is {@linkplain #isDone done}
 */
public record FileResult(
        FileOutcome outcome,
        List<Long> splitOffsets,
        SortedMap<String, Long> columnSizes,
        SortedMap<String, Integer> columnIds)
        implements Serializable {

    /** Returns a result without details of the new file. */
    static FileResult without(FileOutcome outcome) {
        return new FileResult(outcome, List.of(), new TreeMap<>(), new TreeMap<>());
    }

    /** Returns whether the new file is at its target. */
    public boolean isDone() {
        return outcome.isWritten() || outcome.status() == FileOutcome.Status.UP_TO_DATE;
    }
}
