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
final class TableLogCheck {

    private static final String WHERE = "the table's log";

    private final TableLogEntry entry;
    private final Map<Integer, TableLogBounds> byId = new HashMap<>();
    private final Map<String, TableLogBounds> byPath = new HashMap<>();

    TableLogCheck(TableLogEntry entry) {
        this.entry = entry;
        Set<String> paths = new HashSet<>();
        for (TableLogBounds bounds : entry.bounds()) {
            if (bounds.fieldId() != null) {
                byId.put(bounds.fieldId(), bounds);
            } else if (bounds.path() != null && paths.add(bounds.path())) {
                byPath.put(bounds.path(), bounds);
            } else {
                byPath.remove(bounds.path()); // a name with a dot and a field of a group may have one path
            }
        }
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

    /** Compares bounds with those in the footer. */
    void check(ColumnChunk chunk, ChunkStatistics statistics, VerifyResult.Builder result) {
        PrimitiveType type = statistics.column().getPrimitiveType();
        TableLogBounds said =
                type.getId() == null ? null : byId.get(type.getId().intValue());
        if (said == null) {
            said = byPath.get(chunk.path());
        }
        Statistics<?> values = statistics.trusted();
        if (said == null || !values.hasNonNullValue() || statistics.isLoose()) {
            return;
        }
        try {
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
        boolean isSameType = switch (type.getPrimitiveTypeName()) {
            case INT32 -> !(annotation instanceof LogicalTypeAnnotation.TimeLogicalTypeAnnotation); // in milliseconds
            case INT64 ->
                !(annotation instanceof TimestampLogicalTypeAnnotation timestamp
                                && timestamp.getUnit() != TimeUnit.MICROS)
                        && !(annotation instanceof LogicalTypeAnnotation.TimeLogicalTypeAnnotation time
                                && time.getUnit() != TimeUnit.MICROS);
            case FIXED_LEN_BYTE_ARRAY -> !(annotation instanceof LogicalTypeAnnotation.Float16LogicalTypeAnnotation);
            case INT96 -> false;
            default -> true;
        };
        return isSameType && ChunkStatistics.mayHaveLength(type, value.length) ? value : null;
    }

    private static byte @Nullable [] decimal(PrimitiveType type, byte[] value) {
        if (value.length == 0) {
            return null;
        }
        BigInteger unscaled = new BigInteger(value);
        int length = ChunkStatistics.lengthOf(type);
        if (length >= 0 && unscaled.bitLength() >= length * Byte.SIZE) {
            return null;
        }
        return switch (type.getPrimitiveTypeName()) {
            case INT32 -> littleEndian(length).putInt(unscaled.intValue()).array();
            case INT64 -> littleEndian(length).putLong(unscaled.longValue()).array();
            case FIXED_LEN_BYTE_ARRAY -> extended(unscaled, length);
            default -> unscaled.toByteArray();
        };
    }

    private static ByteBuffer littleEndian(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] extended(BigInteger unscaled, int length) {
        byte[] bytes = unscaled.toByteArray();
        byte[] extended = new byte[length];
        Arrays.fill(extended, (byte) (unscaled.signum() < 0 ? -1 : 0));
        System.arraycopy(bytes, 0, extended, length - bytes.length, bytes.length);
        return extended;
    }
}
