// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import java.util.BitSet;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/** How the values of a sorted column differ from row to row, in a page or a column chunk. For one thread. */
final class RowOrder {

    /** The order of later rows of a row group is not checked: a few bytes may claim more rows than there are bits of memory. */
    private static final int MOST_ROWS = 1 << 26;

    private final SortedColumn column;

    /** The rows whose value is in order after the one before, where other columns need to know them. */
    private final BitSet inOrder = new BitSet();

    /** The rows whose value is out of order after the one before, of the most significant column the first one. */
    private final BitSet outOfOrder = new BitSet();

    private long rows;
    private @Nullable Object first;
    private @Nullable Object last;

    RowOrder(SortedColumn column) {
        this.column = column;
    }

    /** Adds rows of one value, or of null. */
    void add(@Nullable Object value, int number) {
        addNext(value);
        last = value;
        rows += number;
    }

    /** Adds the rows of another page. */
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
        if (row < MOST_ROWS && !column.isLast()) {
            inOrder.set((int) row);
        }
    }

    private void markOutOfOrder(long row) {
        if (row < MOST_ROWS && (!column.isFirst() || outOfOrder.isEmpty())) {
            outOfOrder.set((int) row);
        }
    }

    /** Copies the values that outlive the page. */
    void leavePage() {
        first = copy(first);
        last = copy(last);
    }

    private static @Nullable Object copy(@Nullable Object value) {
        return value instanceof Binary binary ? binary.copy() : value;
    }

    /**
     * Returns the first row whose value is out of order, or -1.
     *
     * @param decided the rows that a more significant column has put in order, to which those of this column are added
     */
    int firstOutOfOrder(BitSet decided) {
        outOfOrder.andNot(decided);
        decided.or(inOrder);
        return outOfOrder.nextSetBit(0);
    }
}
