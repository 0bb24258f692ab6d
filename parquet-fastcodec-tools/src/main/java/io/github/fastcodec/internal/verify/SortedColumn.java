// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.PrimitiveComparator;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * A column by which the rows of a row group are sorted, according to the footer. Immutable and thread-safe.
 *
 * @param isFirst whether it is the most significant sorting column
 * @param isLast whether it is the least significant sorting column
 */
record SortedColumn(PrimitiveType type, boolean isDescending, boolean isNullsFirst, boolean isFirst, boolean isLast) {

    /** Returns whether the order of a column's values can be checked. */
    static boolean isChecked(ColumnDescriptor column) {
        PrimitiveType type = column.getPrimitiveType();
        return column.getMaxRepetitionLevel() == 0
                && ColumnValues.isOrdered(type)
                && !NewTypes.isFloat16(type.getLogicalTypeAnnotation());
    }

    /**
     * Compares the values of two consecutive rows.
     *
     * @return more than 0 if they are in order, less than 0 if they are not, and 0 if the less significant columns decide.
     *     Writers disagree on the position of NaN and on whether both zeros are equal, so NaN and zeros are accepted in any order
     */
    int compare(@Nullable Object before, @Nullable Object after) {
        if (before == null || after == null) {
            int order = (after == null ? 1 : 0) - (before == null ? 1 : 0);
            return isNullsFirst ? -order : order;
        }
        if (before instanceof Float || before instanceof Double) {
            double one = ((Number) before).doubleValue();
            double other = ((Number) after).doubleValue();
            return before.equals(after) ? 0 : (isDescending ? other > one : other < one) ? -1 : 1;
        }
        int order = order().compare(after, before);
        return isDescending ? -order : order;
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
