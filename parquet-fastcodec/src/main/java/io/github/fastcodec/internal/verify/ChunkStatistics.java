// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.file.Place;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.schema.PrimitiveComparator;
import org.apache.parquet.schema.PrimitiveType;

/** What the footer states of the values of a column chunk, as far as parquet-java relies on it. Immutable. */
final class ChunkStatistics {

    private static final ChunkStatistics NONE = new ChunkStatistics(null, null);

    private final org.apache.parquet.format.Statistics stated;
    private final Statistics<?> trusted;

    private ChunkStatistics(org.apache.parquet.format.Statistics stated, Statistics<?> trusted) {
        this.stated = stated;
        this.trusted = trusted;
    }

    static ChunkStatistics none() {
        return NONE;
    }

    /**
     * Returns the statistics of a chunk.
     *
     * @throws RuntimeException if they cannot be read
     */
    static ChunkStatistics of(ColumnMetaData chunk, PrimitiveType type, String createdBy) {
        if (!chunk.isSetStatistics()) {
            return NONE;
        }
        return new ChunkStatistics(
                chunk.getStatistics(),
                new ParquetMetadataConverter().fromParquetStatistics(createdBy, chunk.getStatistics(), type));
    }

    /** Returns the number of nulls, or -1 if it is not stated. */
    long nullCount() {
        return stated != null && stated.isSetNull_count() ? stated.getNull_count() : -1;
    }

    Bounds bounds() {
        return new Bounds("the footer", trusted);
    }

    /** Compares the least and the largest value, where the footer says that they are exact. */
    @SuppressWarnings("unchecked")
    void checkExact(Statistics<?> values, Place place, FileReport report) {
        if (trusted == null || !trusted.hasNonNullValue() || !values.hasNonNullValue()) {
            return;
        }
        PrimitiveComparator<Object> order = (PrimitiveComparator<Object>) (Object) trusted.comparator();
        if (stated.isSetIs_min_value_exact()
                && stated.isIs_min_value_exact()
                && order.compare(values.genericGetMin(), trusted.genericGetMin()) > 0) {
            report.found(
                    place,
                    "its least value is " + Bounds.shown(values.minAsString()) + ", the footer says exactly "
                            + Bounds.shown(trusted.minAsString()));
        }
        if (stated.isSetIs_max_value_exact()
                && stated.isIs_max_value_exact()
                && order.compare(values.genericGetMax(), trusted.genericGetMax()) < 0) {
            report.found(
                    place,
                    "its largest value is " + Bounds.shown(values.maxAsString()) + ", the footer says exactly "
                            + Bounds.shown(trusted.maxAsString()));
        }
    }
}
