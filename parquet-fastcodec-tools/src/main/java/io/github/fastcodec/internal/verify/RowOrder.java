// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import java.util.BitSet;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/** The order of the values of a sorted column, in a page or a column chunk. Not thread-safe. */
final class RowOrder {

    /**
     * The number of rows at the start of a row group whose order is checked. It is limited because a few bytes may claim more
     * rows than memory has bits.
     */
    private static final int MAX_ROWS = 1 << 26;

    private final SortedColumn column;

    /** The rows whose value is in order after the previous value, and not equal to it. Empty for the last sorting column. */
    private final BitSet inOrder = new BitSet();

    /** The rows whose value is out of order after the previous value; for the most significant column, only the first such row. */
    private final BitSet outOfOrder = new BitSet();

    private long rows;
    private @Nullable Object first;
    private @Nullable Object last;

    RowOrder(SortedColumn column) {
        this.column = column;
    }

    /** Adds rows that all have the same value, which may be null. */
    void add(@Nullable Object value, int number) {
        addNext(value);
        last = value;
        rows += number;
    }

    /** Adds the rows of the next page. */
    void add(RowOrder page) {
        if (page.rows == 0) {
            return;
        }
        addNext(page.first);
        page.inOrder.stream().forEach(row -> markInOrder(rows + row));
        page.outOfOrder.stream().forEach(row -> markOutOfOrder(rows + row));
        last = page.last;
        rows += page.rows;
    }

    private void addNext(@Nullable Object value) {
        if (rows == 0) {
            first = value;
            return;
        }
        int order = column.compare(last, value);
        if (order > 0) {
            markInOrder(rows);
        } else if (order < 0) {
            markOutOfOrder(rows);
        }
    }

    private void markInOrder(long row) {
        if (row < MAX_ROWS && !column.isLast()) {
            inOrder.set((int) row);
        }
    }

    private void markOutOfOrder(long row) {
        if (row < MAX_ROWS && (!column.isFirst() || outOfOrder.isEmpty())) {
            outOfOrder.set((int) row);
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

    /**
     * Returns the first row whose value is out of order, or -1.
     *
     * @param decided the rows that more significant columns put in order; receives the rows that this column puts in order
     */
    int firstOutOfOrder(BitSet decided) {
        outOfOrder.andNot(decided);
        decided.or(inOrder);
        return outOfOrder.nextSetBit(0);
    }
}
