// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import io.github.fastcodec.internal.parquet.ColumnIndex;
import io.github.fastcodec.internal.parquet.OffsetIndex;
import io.github.fastcodec.internal.verify.footer.Bounds;
import io.github.fastcodec.verify.FindingKind;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of the data pages of a column chunk. Immutable and thread-safe.
 *
 * @param dictionaryPages the number of pages before the data pages
 * @param offsets the offset index, or null
 * @param columns the column index, or null
 */
public record PageIndexes(
        int dictionaryPages,
        @Nullable OffsetIndex offsets,
        @Nullable ColumnIndex columns) {

    /** Returns the index in the row group of a page's first row, or -1 if it is unknown. */
    public long firstRow(int page) {
        int dataPage = page - dictionaryPages;
        return offsets == null || dataPage < 0 || dataPage >= offsets.count() ? -1 : offsets.firstRow(dataPage);
    }

    /** Returns the column index if it covers a page, otherwise null. */
    @Nullable
    public ColumnIndex columnIndex(int page) {
        int dataPage = page - dictionaryPages;
        return columns != null && dataPage >= 0 && dataPage < columns.count() ? columns : null;
    }

    /** Returns the bounds that the column index states for a page's values, or null if it states none. */
    @Nullable
    Bounds bounds(int page, PrimitiveType type, PageFacts facts) {
        ColumnIndex index = columnIndex(page);
        int dataPage = page - dictionaryPages;
        if (index == null || index.nullPages().get(dataPage)) {
            return null;
        }
        try {
            return Bounds.of(
                    FindingKind.COLUMN_INDEX,
                    "the column index",
                    type,
                    index.minimums().get(dataPage),
                    index.maximums().get(dataPage));
        } catch (RuntimeException e) {
            facts.found(
                    FindingKind.COLUMN_INDEX,
                    "the column index has a minimum or maximum for it that is not a valid "
                            + type.getPrimitiveTypeName());
            return null;
        }
    }
}
