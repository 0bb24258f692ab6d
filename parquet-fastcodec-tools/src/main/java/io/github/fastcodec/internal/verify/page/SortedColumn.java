// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import io.github.fastcodec.internal.parquet.RowGroup;
import io.github.fastcodec.internal.verify.footer.NewTypes;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.PrimitiveComparator;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * The column by which the rows of a row group are sorted, according to the footer. Immutable and thread-safe. It is the most
 * significant of {@code sorting_columns}; no known reader relies on the others.
 */
public record SortedColumn(PrimitiveType type, boolean isDescending, boolean isNullsFirst) {

    /**
     * Returns how a column of a row group is sorted, or null if it is not the one that is sorted, or if the order of its values
     * cannot be checked.
     *
     * @param index the index of the column's chunk
     */
    public static @Nullable SortedColumn of(RowGroup group, int index, ColumnDescriptor column) {
        PrimitiveType type = column.getPrimitiveType();
        if (group.sortingColumns().isEmpty()
                || group.sortingColumns().get(0).column() != index
                || column.getMaxRepetitionLevel() > 0
                || !ColumnValues.isOrdered(type)
                || NewTypes.isFloat16(type.getLogicalTypeAnnotation())) {
            return null;
        }
        RowGroup.SortingColumn stated = group.sortingColumns().get(0);
        return new SortedColumn(type, stated.isDescending(), stated.isNullsFirst());
    }

    /**
     * Returns whether the values of two consecutive rows are in order. Writers disagree on the position of NaN and on whether both
     * zeros are equal, so NaN and zeros are accepted in any order.
     */
    boolean isInOrder(@Nullable Object before, @Nullable Object after) {
        if (before == null || after == null) {
            return (isNullsFirst ? before : after) == null;
        }
        if (before instanceof Float || before instanceof Double) {
            double one = ((Number) before).doubleValue();
            double other = ((Number) after).doubleValue();
            return !(isDescending ? other > one : other < one);
        }
        int order = order().compare(before, after);
        return isDescending ? order >= 0 : order <= 0;
    }

    @SuppressWarnings("unchecked")
    private PrimitiveComparator<Object> order() {
        return (PrimitiveComparator<Object>) (Object) type.comparator();
    }

    @Override
    public String toString() {
        return (isDescending ? "descending" : "ascending") + " with nulls " + (isNullsFirst ? "first" : "last");
    }
}
