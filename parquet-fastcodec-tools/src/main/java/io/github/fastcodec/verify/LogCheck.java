// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.text.Reason;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.internal.column.columnindex.BinaryTruncator;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** Compares a file with what a table's log says of it. Immutable once it is created. */
final class LogCheck {

    private static final String WHERE = "the table's log";

    private final LogEntry entry;
    private final Map<Integer, LogBounds> byId = new HashMap<>();
    private final Map<String, LogBounds> byPath = new HashMap<>();

    private LogCheck(LogEntry entry) {
        this.entry = entry;
        Set<String> paths = new HashSet<>();
        for (LogBounds bounds : entry.bounds()) {
            if (bounds.fieldId() != null) {
                byId.put(bounds.fieldId(), bounds);
            } else if (bounds.path() != null && paths.add(bounds.path())) {
                byPath.put(bounds.path(), bounds);
            } else {
                byPath.remove(bounds.path()); // a name with a dot and a field of a group may have one path
            }
        }
    }

    /** Returns what compares a file with an entry; null if there is none. */
    static @Nullable LogCheck of(@Nullable LogEntry entry) {
        return entry == null ? null : new LogCheck(entry);
    }

    void checkLength(long length, VerifyResult.Builder result) {
        if (length != entry.length()) {
            result.found(
                    Kind.TABLE_LOG, Place.FILE, "it has " + length + " bytes, " + WHERE + " says " + entry.length());
        }
    }

    void checkRows(long rows, VerifyResult.Builder result) {
        if (entry.rows() >= 0 && rows != entry.rows()) {
            result.found(Kind.TABLE_LOG, Place.FILE, "it has " + rows + " rows, " + WHERE + " says " + entry.rows());
        }
    }

    /**
     * Compares bounds with those in the footer.
     *
     * @param id the id that the file's schema gives the column, or null
     */
    void check(ColumnChunk chunk, @Nullable Integer id, ChunkStatistics statistics, VerifyResult.Builder result) {
        LogBounds said = id == null ? byPath.get(chunk.path()) : byId.getOrDefault(id, byPath.get(chunk.path()));
        Statistics<?> values = statistics.trusted();
        if (said == null || !values.hasNonNullValue() || statistics.isLoose()) {
            return;
        }
        try {
            PrimitiveType type = statistics.column().getPrimitiveType();
            byte[] least = plain(type, said.least());
            byte[] largest = plain(type, said.largest());
            if (least != null && largest != null) {
                bounds(type, least, largest, values)
                        .check(values, (kind, message) -> result.found(kind, chunk.at(), message));
            }
        } catch (RuntimeException e) { // parquet-java's, of a value that is none of its type
            result.found(Kind.TABLE_LOG, chunk.at(), "bounds that " + WHERE + " says cannot be read: " + Reason.of(e));
        }
    }

    /** Returns bounds. Bytes are cut as short as those in the footer, because not every writer says that it has cut them. */
    private static Bounds bounds(PrimitiveType type, byte[] least, byte[] largest, Statistics<?> values) {
        PrimitiveTypeName name = type.getPrimitiveTypeName();
        if (name != PrimitiveTypeName.BINARY && name != PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
            return Bounds.of(Kind.TABLE_LOG, WHERE, type, least, largest);
        }
        BinaryTruncator cut = BinaryTruncator.getTruncator(type); // which leaves decimals and the like alone
        Binary from = cut.truncateMin(Binary.fromConstantByteArray(least), values.getMinBytes().length);
        Binary to = cut.truncateMax(Binary.fromConstantByteArray(largest), values.getMaxBytes().length);
        return Bounds.of(Kind.TABLE_LOG, WHERE, type, from.getBytes(), to.getBytes());
    }

    /** Returns a value as Parquet's plain encoding has it; null if the log's form of it has another unit or type than the column. */
    private static byte @Nullable [] plain(PrimitiveType type, byte[] value) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation instanceof DecimalLogicalTypeAnnotation) {
            return decimal(type, value);
        }
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> value.length == 1 ? value : null;
            case INT32 -> value.length == Integer.BYTES && !isTime(annotation) ? value : null;
            case INT64 -> value.length == Long.BYTES && isInMicroseconds(annotation) ? value : null;
            case FLOAT -> value.length == Float.BYTES ? value : null;
            case DOUBLE -> value.length == Double.BYTES ? value : null;
            case BINARY -> value;
            case FIXED_LEN_BYTE_ARRAY -> isFixed(type, value.length) && !isFloat16(annotation) ? value : null;
            case INT96 -> null;
        };
    }

    /** Returns whether a value may be one of a fixed length; bounds may be cut where the bytes mean nothing more. */
    private static boolean isFixed(PrimitiveType type, int length) {
        return length == type.getTypeLength()
                || type.getLogicalTypeAnnotation() == null && length < type.getTypeLength();
    }

    private static boolean isTime(@Nullable LogicalTypeAnnotation annotation) {
        return annotation instanceof LogicalTypeAnnotation.TimeLogicalTypeAnnotation; // in milliseconds
    }

    private static boolean isFloat16(@Nullable LogicalTypeAnnotation annotation) {
        return annotation instanceof LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
    }

    /** Returns whether a number of 64 bits is no time, or one whose unit is the log's. */
    private static boolean isInMicroseconds(@Nullable LogicalTypeAnnotation annotation) {
        return !(annotation instanceof TimestampLogicalTypeAnnotation timestamp
                && timestamp.getUnit() != TimeUnit.MICROS);
    }

    private static byte @Nullable [] decimal(PrimitiveType type, byte[] value) {
        if (value.length == 0) {
            return null;
        }
        BigInteger unscaled = new BigInteger(value);
        return switch (type.getPrimitiveTypeName()) {
            case INT32 ->
                unscaled.bitLength() < Integer.SIZE
                        ? littleEndian(Integer.BYTES)
                                .putInt(unscaled.intValue())
                                .array()
                        : null;
            case INT64 ->
                unscaled.bitLength() < Long.SIZE
                        ? littleEndian(Long.BYTES).putLong(unscaled.longValue()).array()
                        : null;
            case FIXED_LEN_BYTE_ARRAY -> extended(unscaled, type.getTypeLength());
            default -> unscaled.toByteArray();
        };
    }

    private static ByteBuffer littleEndian(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte @Nullable [] extended(BigInteger unscaled, int length) {
        byte[] bytes = unscaled.toByteArray();
        if (bytes.length > length) {
            return null;
        }
        byte[] extended = new byte[length];
        Arrays.fill(extended, (byte) (unscaled.signum() < 0 ? -1 : 0));
        System.arraycopy(bytes, 0, extended, length - bytes.length, bytes.length);
        return extended;
    }
}
