// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.parquet.StatisticsDetails;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.verify.FindingKind;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A column, and what the footer states of the values of one of its chunks, as far as parquet-java relies on it. Immutable.
 *
 * @param stated what the footer has, which may be nothing
 * @param details what it has in fields of its own
 * @param trusted what parquet-java takes of it
 * @param hasDictionaryOnly whether all values are in the dictionary, if the chunk has one
 */
record ChunkStatistics(
        ColumnDescriptor column,
        org.apache.parquet.format.Statistics stated,
        StatisticsDetails details,
        Statistics<?> trusted,
        boolean hasDictionaryOnly) {

    /**
     * Returns the statistics of a chunk.
     *
     * @param read the same chunk as parquet-java understands it
     * @throws FileDefect if lengths in them are not those that Arrow needs
     */
    static ChunkStatistics of(
            ColumnMetaData chunk, StatisticsDetails details, ColumnDescriptor column, ColumnChunkMetaData read)
            throws FileDefect {
        requireLength("repetition", details.repetitionLevels(), column.getMaxRepetitionLevel());
        requireLength("definition", details.definitionLevels(), column.getMaxDefinitionLevel());
        if (chunk.isSetStatistics()) {
            requireLengths(chunk.getStatistics(), column.getPrimitiveType());
        }
        return new ChunkStatistics(
                column,
                chunk.isSetStatistics() ? chunk.getStatistics() : new org.apache.parquet.format.Statistics(),
                details,
                read.getStatistics(),
                hasDictionaryOnly(read));
    }

    /** Returns whether readers take it, as parquet-java does, that all values of a chunk that has a dictionary are in there. */
    @SuppressWarnings("deprecation") // what older files have
    private static boolean hasDictionaryOnly(ColumnChunkMetaData chunk) {
        if (chunk.getEncodingStats() != null) {
            return !chunk.getEncodingStats().hasNonDictionaryEncodedPages();
        }
        Set<Encoding> encodings = new HashSet<>(chunk.getEncodings());
        encodings.removeAll(Set.of(Encoding.RLE, Encoding.BIT_PACKED));
        return encodings.equals(Set.of(Encoding.PLAIN_DICTIONARY));
    }

    /** Requires bounds without which DuckDB (of a chunk) or parquet-java (of a page) does not read the file. */
    static void requireLengths(org.apache.parquet.format.Statistics statistics, PrimitiveType type) throws FileDefect {
        int bits = decimalBits(type);
        for (byte[] bound : Arrays.asList(
                statistics.getMin(), statistics.getMax(), statistics.getMin_value(), statistics.getMax_value())) {
            if (bound != null && bits > 0 && bound.length > 0 && new BigInteger(bound).bitLength() > bits) {
                throw new FileDefect("its statistics have the bound " + new BigInteger(bound)
                        + ", which is too large for " + type.getLogicalTypeAnnotation());
            }
            if (bound != null && !mayHaveLength(type, bound.length)) {
                throw new FileDefect("its statistics have a bound of " + bound.length + " bytes, expected "
                        + lengthOf(type) + " for " + type.getPrimitiveTypeName());
            }
        }
    }

    /** Requires the length of a histogram, without which Arrow does not read the file. */
    private static void requireLength(String what, int numbers, int maxLevel) throws FileDefect {
        if (numbers > 0 && numbers != maxLevel + 1) {
            throw new FileDefect(
                    "its histogram of " + what + " levels has " + numbers + " numbers, expected " + (maxLevel + 1));
        }
    }

    /** Returns the bits of the number in which DuckDB holds the decimals of a type that it reads from bytes, or 0 for others. */
    private static int decimalBits(PrimitiveType type) {
        boolean isBytes = type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
                || type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
        if (!isBytes || !(type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal)) {
            return 0;
        }
        int precision = decimal.getPrecision();
        return precision <= 4 ? 15 : precision <= 9 ? 31 : precision <= 18 ? 63 : precision <= 38 ? 127 : 0;
    }

    /** Returns whether a bound of a type may have a length; arrow-rs cuts long ones where the bytes mean nothing more. */
    static boolean mayHaveLength(PrimitiveType type, int length) {
        int whole = lengthOf(type);
        boolean mayBeCut = type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
                && type.getLogicalTypeAnnotation() == null;
        return whole < 0 || length == whole || mayBeCut && length < whole;
    }

    /** Returns the number of bytes of each value of a type, or -1 if they differ. */
    static int lengthOf(PrimitiveType type) {
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> 1;
            case INT32, FLOAT -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case INT96 -> 12;
            case FIXED_LEN_BYTE_ARRAY -> type.getTypeLength();
            default -> -1;
        };
    }

    /** Returns the number of nulls, or -1 if it is not stated. */
    long nullCount() {
        return stated.isSetNull_count() ? stated.getNull_count() : -1;
    }

    /** Returns whether the footer says that the value at one end is one of the chunk's, or null if that is unsaid. */
    @Nullable
    Boolean isExact(Bounds.Side side) {
        return side == Bounds.Side.LEAST ? details.isLeastExact() : details.isLargestExact();
    }

    /** Returns the bounds that parquet-java uses, or else those that it ignores and DuckDB and polars use. */
    Bounds bounds() {
        byte[] least = stated.isSetMin_value() ? stated.getMin_value() : stated.getMin();
        byte[] largest = stated.isSetMax_value() ? stated.getMax_value() : stated.getMax();
        return trusted.hasNonNullValue() || least == null || largest == null
                ? new Bounds(FindingKind.STATISTICS, "the footer", trusted)
                : Bounds.of(
                        FindingKind.STATISTICS,
                        "the footer in bounds that DuckDB uses and parquet-java ignores",
                        column.getPrimitiveType(),
                        least,
                        largest);
    }

    /** Compares the least and the largest value, where the footer says that they are exact. */
    void checkExact(Statistics<?> values, Place place, Findings result) {
        Bounds bounds = bounds();
        if (!bounds.concern(values)) {
            return;
        }
        for (Bounds.Side side : Bounds.Side.values()) {
            if (Boolean.TRUE.equals(isExact(side))
                    && bounds.isWider(side, values)
                    && !Bounds.areZeros(side.of(values), side.of(trusted))) {
                result.found(
                        FindingKind.STATISTICS,
                        place,
                        side.sentence(values) + ", the footer says exactly " + side.text(trusted));
            }
        }
    }
}
