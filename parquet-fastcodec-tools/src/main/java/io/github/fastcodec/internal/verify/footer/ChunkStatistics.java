// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.footer;

import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.parquet.StatisticsDetails;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.verify.finding.Findings;
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
 * A column, and the footer's statistics about one of its chunks. Immutable.
 *
 * @param stated the statistics in the footer; may be empty
 * @param details the statistics that parquet-java before 1.14 does not read
 * @param trusted the statistics that parquet-java uses
 * @param hasDictionaryOnly whether readers assume that the dictionary, if there is one, contains all values
 */
public record ChunkStatistics(
        ColumnDescriptor column,
        org.apache.parquet.format.Statistics stated,
        StatisticsDetails details,
        Statistics<?> trusted,
        boolean hasDictionaryOnly) {

    /**
     * Returns the statistics of a chunk.
     *
     * @param read the same chunk, as converted by parquet-java
     * @throws FileDefect if a histogram or a bound has a length that a reader refuses, a decimal bound is too large, or the number
     *     of nulls is negative
     */
    static ChunkStatistics of(
            ColumnMetaData chunk, StatisticsDetails details, ColumnDescriptor column, ColumnChunkMetaData read)
            throws FileDefect {
        requireLength("repetition", details.repetitionLevels(), column.getMaxRepetitionLevel());
        requireLength("definition", details.definitionLevels(), column.getMaxDefinitionLevel());
        PrimitiveTypeName type = column.getPrimitiveType().getPrimitiveTypeName();
        if (details.hasByteArrayBytes() && type != PrimitiveTypeName.BINARY) {
            throw new FileDefect("its size statistics have the length of byte arrays, but its type is " + type
                    + ": pyarrow refuses the file");
        }
        if (chunk.isSetStatistics()) {
            requireValid(chunk.getStatistics(), column.getPrimitiveType());
        }
        return new ChunkStatistics(
                column,
                chunk.isSetStatistics() ? chunk.getStatistics() : new org.apache.parquet.format.Statistics(),
                details,
                read.getStatistics(),
                hasDictionaryOnly(read));
    }

    /** Returns whether readers, such as parquet-java, assume that all values of a chunk with a dictionary are in the dictionary. */
    @SuppressWarnings("deprecation") // used in older files
    private static boolean hasDictionaryOnly(ColumnChunkMetaData chunk) {
        if (chunk.getEncodingStats() != null) {
            return !chunk.getEncodingStats().hasNonDictionaryEncodedPages();
        }
        Set<Encoding> encodings = new HashSet<>(chunk.getEncodings());
        encodings.removeAll(Set.of(Encoding.RLE, Encoding.BIT_PACKED));
        return encodings.equals(Set.of(Encoding.PLAIN_DICTIONARY));
    }

    /**
     * Requires valid bounds, because DuckDB refuses a file if bounds of a chunk are invalid, and parquet-java if bounds of a page are;
     * and no negative number of nulls, by which pyarrow skips rows of a chunk, and which arrow-rs refuses in a page.
     */
    public static void requireValid(org.apache.parquet.format.Statistics statistics, PrimitiveType type)
            throws FileDefect {
        StatisticsDetails.requireCount(statistics.getNull_count(), "nulls");
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

    /** Requires the correct length of a histogram: Arrow refuses a file with any other length. */
    private static void requireLength(String what, int numbers, int maxLevel) throws FileDefect {
        if (numbers > 0 && numbers != maxLevel + 1) {
            throw new FileDefect(
                    "its histogram of " + what + " levels has " + numbers + " numbers, expected " + (maxLevel + 1));
        }
    }

    /**
     * Returns the number of bits, without the sign, of the integer in which DuckDB stores a decimal read from bytes; 0 for other
     * types.
     */
    private static int decimalBits(PrimitiveType type) {
        boolean isBytes = type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
                || type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
        if (!isBytes || !(type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal)) {
            return 0;
        }
        int precision = decimal.getPrecision();
        return precision <= 4 ? 15 : precision <= 9 ? 31 : precision <= 18 ? 63 : precision <= 38 ? 127 : 0;
    }

    /** Returns the maximum length, in bytes, of a decimal that is stored in bytes; 0 for other types. */
    public static int decimalBytes(PrimitiveType type) {
        boolean isBytes = type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
                || type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
        return isBytes && type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal
                ? decimal.getPrecision() <= 38 ? 16 : 32
                : 0;
    }

    /**
     * Returns whether a bound of a type may be {@code length} bytes long. arrow-rs truncates long bounds of fixed-length types without
     * a logical type.
     */
    public static boolean mayHaveLength(PrimitiveType type, int length) {
        int whole = lengthOf(type);
        boolean mayBeTruncated = type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
                && type.getLogicalTypeAnnotation() == null;
        return whole < 0 || length == whole || mayBeTruncated && length < whole;
    }

    /** Returns the length of each value of a type, in bytes, or -1 if it varies. */
    public static int lengthOf(PrimitiveType type) {
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
    public long nullCount() {
        return stated.isSetNull_count() ? stated.getNull_count() : -1;
    }

    /** Returns whether the footer declares that the bound at one end is exact, or null if it does not say. */
    @Nullable
    public Boolean isExact(Bounds.Side side) {
        return side == Bounds.Side.MINIMUM ? details.isLeastExact() : details.isLargestExact();
    }

    /** Returns the bounds that parquet-java uses or, if it uses none, those that DuckDB and polars use. */
    public Bounds bounds() {
        Bounds ofOthers = trusted.hasNonNullValue()
                ? null
                : Bounds.of(
                        FindingKind.STATISTICS,
                        "the footer, in bounds that DuckDB uses and parquet-java ignores,",
                        column.getPrimitiveType(),
                        stated);
        return ofOthers == null ? new Bounds(FindingKind.STATISTICS, "the footer", trusted) : ofOthers;
    }

    /** Compares the least and the largest value with the bounds that the footer declares exact. */
    public void checkExact(Statistics<?> values, Place place, Findings result) {
        Bounds bounds = bounds();
        if (!bounds.canCompare(values)) {
            return;
        }
        for (Bounds.Side side : Bounds.Side.values()) {
            if (Boolean.TRUE.equals(isExact(side))
                    && bounds.isWider(side, values)
                    && !Bounds.areZeros(side.of(values), side.of(trusted))) {
                result.found(
                        FindingKind.STATISTICS,
                        place,
                        side.sentence(values) + ", but the footer says exactly " + side.text(trusted));
            }
        }
    }
}
