// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import org.apache.parquet.column.ColumnDescriptor;

/** What the schema says of a column, and the footer of one of its chunks. Immutable. */
final class ColumnFacts {

    private final ColumnDescriptor column;
    private final ChunkStatistics statistics;

    ColumnFacts(ColumnDescriptor column, ChunkStatistics statistics) {
        this.column = column;
        this.statistics = statistics;
    }

    ColumnDescriptor column() {
        return column;
    }

    ChunkStatistics statistics() {
        return statistics;
    }
}
