// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.RowGroup;
import io.github.fastcodec.verify.FindingKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.jspecify.annotations.Nullable;

/** Checks that rows are in the order of sorting_columns, from which polars derives min and max. Not thread-safe. */
final class SortingCheck {

    /** A column, and the order of its pages so far, which is null once the order of a page is unknown. */
    private static final class Sorted {
        private final ColumnChunk chunk;
        private final SortedColumn column;
        private @Nullable RowOrder order;
        private boolean isComplete;

        private Sorted(ColumnChunk chunk, SortedColumn column) {
            this.chunk = chunk;
            this.column = column;
            this.order = new RowOrder(column);
        }
    }

    /** The sorting columns, the most significant first, up to the first one that cannot be checked. */
    private final List<Sorted> columns = new ArrayList<>();

    private final Map<ColumnChunk, Sorted> byChunk = new HashMap<>();

    /** @param schema the columns of the schema, or null if they are unknown */
    SortingCheck(RowGroup group, @Nullable List<ColumnDescriptor> schema) {
        List<RowGroup.SortingColumn> stated = group.sortingColumns();
        for (RowGroup.SortingColumn sorting : stated) {
            int index = sorting.column();
            if (schema == null || index < 0 || index >= schema.size() || !SortedColumn.isChecked(schema.get(index))) {
                return;
            }
            boolean isFirst = columns.isEmpty();
            boolean isLast = columns.size() == stated.size() - 1;
            ColumnChunk chunk = group.chunks().get(index);
            Sorted sorted = new Sorted(
                    chunk,
                    new SortedColumn(
                            schema.get(index).getPrimitiveType(),
                            sorting.isDescending(),
                            sorting.isNullsFirst(),
                            isFirst,
                            isLast));
            if (byChunk.putIfAbsent(chunk, sorted) == null) { // a repeated column decides nothing
                columns.add(sorted);
            }
        }
    }

    /** Returns how a column is sorted, or null if it is not a sorting column. */
    @Nullable
    SortedColumn column(ColumnChunk chunk) {
        Sorted sorted = byChunk.get(chunk);
        return sorted == null ? null : sorted.column;
    }

    /** Adds the order of a column's next data page; {@code page} is null if the values are unknown. */
    void add(ColumnChunk chunk, @Nullable RowOrder page) {
        Sorted sorted = byChunk.get(chunk);
        if (sorted == null) {
            return;
        }
        if (page == null || sorted.order == null) {
            sorted.order = null;
        } else {
            sorted.order.add(page);
        }
    }

    /** Marks a column as complete. Must be called after all its pages were added. */
    void finish(ColumnChunk chunk) {
        Sorted sorted = byChunk.get(chunk);
        if (sorted != null) {
            sorted.isComplete = true;
        }
    }

    /** Reports the first row that is out of order. Must be called after all columns were added. */
    void finish(Findings result) {
        BitSet decided = new BitSet();
        for (Sorted sorted : columns) {
            if (!sorted.isComplete || sorted.order == null) {
                return;
            }
            int row = sorted.order.firstOutOfOrder(decided);
            if (row >= 0) {
                result.found(
                        FindingKind.SORTING_COLUMNS,
                        sorted.chunk.at(),
                        "by sorting_columns it is " + sorted.column + ", but row " + row
                                + " of the row group is out of order: polars derives min and max from this order");
                return;
            }
        }
    }
}
