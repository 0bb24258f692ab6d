// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.verify.footer.ChunkStatistics;
import org.apache.parquet.column.ColumnDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * A column chunk with its statistics, its indexes and the rules for its levels. Immutable and thread-safe.
 *
 * @param statistics the statistics in the footer, or null if they are unknown
 * @param nesting the nesting that the levels must fit, or null if levels are not compared
 * @param sorted how the column is sorted, or null if it is not, or if values are not checked
 * @param list the list or map whose nulls are counted, or null
 * @param rowsOfGroup the number of rows in the row group, according to the footer
 */
public record ChunkContext(
        PageLayout pages,
        PageIndexes indexes,
        @Nullable ChunkStatistics statistics,
        @Nullable Nesting nesting,
        @Nullable SortedColumn sorted,
        @Nullable ListColumn list,
        long rowsOfGroup) {

    /** Returns the column in the schema, or null if it is unknown. */
    @Nullable
    ColumnDescriptor column() {
        return statistics == null ? null : statistics.column();
    }
}
