// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import java.io.Serializable;
import java.util.List;

/**
 * What a table's log says of a file. Immutable, serializable, and safe for use by many threads.
 *
 * @param length in bytes
 * @param rows the number of rows, those included that deletes of the table remove; -1 if it is unsaid
 * @param deletedRows how many rows a delete removes that numbers of nulls leave out; 0 if they count all rows of the file
 * @param firstSplit the offset in the file before which no reader looks for a row group; 0 if it is unsaid
 * @param columns what is said of columns, one entry for each; immutable
 * @param partition what the file's partition says of columns, one entry for each; immutable
 * @param deletes the paths of files that hold deletes of its rows, and must be there; immutable
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

    /** Returns an entry that names other files of deletes. */
    public TableLogEntry withDeletes(List<String> newDeletes) {
        return new TableLogEntry(length, rows, deletedRows, firstSplit, columns, partition, newDeletes);
    }

    /** Creates an entry that has no more than the size of a file, in bytes and rows. */
    public TableLogEntry(long length, long rows) {
        this(length, rows, 0, 0, List.of(), List.of(), List.of());
    }
}
