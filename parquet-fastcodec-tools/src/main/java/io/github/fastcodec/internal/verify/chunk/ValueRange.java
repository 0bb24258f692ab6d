// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.chunk;

import java.math.BigInteger;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** Checks values against the range of their logical type, if that is smaller than the range of the physical type. */
public final class ValueRange {

    private static final long SECONDS_PER_DAY = 24 * 60 * 60;

    private ValueRange() {}

    /** Returns a message if the least or the maximum is out of range, otherwise null. */
    static @Nullable String problem(PrimitiveType type, Statistics<?> values) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation == null || !values.hasNonNullValue()) {
            return null;
        }
        boolean isUnsigned = annotation instanceof IntLogicalTypeAnnotation integer && !integer.isSigned();
        BigInteger min = number(values.genericGetMin(), isUnsigned);
        BigInteger max = number(values.genericGetMax(), isUnsigned);
        BigInteger least;
        BigInteger largest;
        if (annotation instanceof TimeLogicalTypeAnnotation time) {
            least = BigInteger.ZERO;
            largest = BigInteger.valueOf(unitsPerDay(time) - 1);
        } else if (annotation instanceof IntLogicalTypeAnnotation integer) {
            int bits = integer.getBitWidth() - (isUnsigned ? 0 : 1);
            largest = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
            least = isUnsigned ? BigInteger.ZERO : largest.not();
        } else if (annotation instanceof DecimalLogicalTypeAnnotation decimal
                // Numbers of fewer than three bits per digit always fit; a huge power of ten takes too long.
                && Math.max(min.bitLength(), max.bitLength()) / 3 >= decimal.getPrecision()) {
            largest = BigInteger.TEN.pow(decimal.getPrecision()).subtract(BigInteger.ONE);
            least = largest.negate();
        } else {
            return null;
        }
        return min.compareTo(least) >= 0 && max.compareTo(largest) <= 0
                ? null
                : "its values are from " + min + " to " + max + ", but " + annotation + " allows " + least + " to "
                        + largest + ": readers refuse, truncate or change others";
    }

    private static long unitsPerDay(TimeLogicalTypeAnnotation time) {
        long unitsPerSecond = switch (time.getUnit()) {
            case MILLIS -> 1_000;
            case MICROS -> 1_000_000;
            case NANOS -> 1_000_000_000;
        };
        return SECONDS_PER_DAY * unitsPerSecond;
    }

    private static BigInteger number(Object value, boolean isUnsigned) {
        if (value instanceof Binary bytes) {
            return bytes.length() == 0 ? BigInteger.ZERO : new BigInteger(bytes.getBytes());
        }
        if (!isUnsigned) {
            return BigInteger.valueOf(((Number) value).longValue());
        }
        return value instanceof Integer number
                ? BigInteger.valueOf(Integer.toUnsignedLong(number))
                : new BigInteger(Long.toUnsignedString((Long) value));
    }
}
