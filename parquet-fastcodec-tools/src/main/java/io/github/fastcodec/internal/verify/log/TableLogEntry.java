// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.log;

import java.io.Serializable;
import java.util.List;

/**
 * The entry for a file in a table's log. Immutable, serializable and thread-safe.
 *
 * @param length the length of the file, in bytes
 * @param rows the number of rows, including those that the table's deletes remove; -1 if unknown
 * @param deletedRows the number of deleted rows that the null counts do not cover; 0 if the null counts cover all rows of the file
 * @param firstSplit the offset in the file before which readers find no row group; 0 if unknown
 * @param columns the statistics about columns; immutable
 * @param partition the statistics that follow from the file's partition; immutable
 * @param deletes the paths of the delete files for the file's rows. These files must exist; immutable
 */
public record TableLogEntry(
        long length,
        long rows,
        long deletedRows,
        long firstSplit,
        List<TableLogColumn> columns,
        List<TableLogColumn> partition,
        List<String> deletes)
        implements Serializable {

    public TableLogEntry {
        columns = List.copyOf(columns);
        partition = List.copyOf(partition);
        deletes = List.copyOf(deletes);
    }

    /** Returns a copy with the given delete files. */
    public TableLogEntry withDeletes(List<String> newDeletes) {
        return new TableLogEntry(length, rows, deletedRows, firstSplit, columns, partition, newDeletes);
    }

    /** Creates an entry with only the length, in bytes, and the number of rows. */
    public TableLogEntry(long length, long rows) {
        this(length, rows, 0, 0, List.of(), List.of(), List.of());
    }
}
