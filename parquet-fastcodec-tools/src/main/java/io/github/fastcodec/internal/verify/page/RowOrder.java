// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/** The order of the values of a sorted column, in a page or a column chunk. Not thread-safe. */
public final class RowOrder {

    private final SortedColumn column;
    private long rows;
    private long outOfOrder = -1;
    private @Nullable Object first;
    private @Nullable Object last;

    public RowOrder(SortedColumn column) {
        this.column = column;
    }

    /** Adds rows that all have the same value, which may be null. */
    void add(@Nullable Object value, int number) {
        addNext(value);
        last = value;
        rows += number;
    }

    /** Adds the rows of the next page. */
    public void add(RowOrder page) {
        if (page.rows == 0) {
            return;
        }
        addNext(page.first);
        if (outOfOrder < 0 && page.outOfOrder >= 0) {
            outOfOrder = rows + page.outOfOrder;
        }
        last = page.last;
        rows += page.rows;
    }

    private void addNext(@Nullable Object value) {
        if (rows == 0) {
            first = value;
        } else if (outOfOrder < 0 && !column.isInOrder(last, value)) {
            outOfOrder = rows;
        }
    }

    /** Copies the values that are needed after the page is released. */
    void detach() {
        first = copy(first);
        last = copy(last);
    }

    private static @Nullable Object copy(@Nullable Object value) {
        return value instanceof Binary binary ? binary.copy() : value;
    }

    /** Returns a sentence about the first row that is out of order, or null if all are in order. */
    @Nullable
    public String problem() {
        return outOfOrder < 0
                ? null
                : "by sorting_columns it is " + column + ", but row " + outOfOrder
                        + " of the row group is out of order: polars filters and groups by this order, and derives min and"
                        + " max from it";
    }
}
