// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.footer;

import io.github.fastcodec.verify.FindingKind;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.PrimitiveComparator;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * The least and the largest value that a file states for a page or a column chunk. Immutable.
 *
 * @param kind the kind of findings about these bounds
 * @param where the part of the file that states them, for messages
 * @param stated the two values, or empty statistics if there are none
 */
public record Bounds(FindingKind kind, String where, Statistics<?> stated) {

    private static final int MAX_LENGTH = 60;

    /** The two ends of a range. */
    public enum Side {
        MINIMUM,
        MAXIMUM;

        Object of(Statistics<?> values) {
            return this == MINIMUM ? values.genericGetMin() : values.genericGetMax();
        }

        /** Returns the value at this end for a message, truncated if it is long. */
        String text(Statistics<?> values) {
            String text = this == MINIMUM ? values.minAsString() : values.maxAsString();
            return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
        }

        /** Returns the start of a message about the value at this end. */
        String sentence(Statistics<?> values) {
            return "its " + name().toLowerCase(Locale.ROOT) + " is " + text(values);
        }
    }

    /** Creates bounds from two values in the encoding PLAIN. */
    public static Bounds of(FindingKind kind, String where, PrimitiveType type, byte[] minimum, byte[] maximum) {
        return new Bounds(
                kind,
                where,
                Statistics.getBuilderForReading(type)
                        .withMin(minimum)
                        .withMax(maximum)
                        .build());
    }

    /** Returns the bounds that DuckDB takes from statistics, or null if one is missing. */
    public static @Nullable Bounds of(
            FindingKind kind, String where, PrimitiveType type, org.apache.parquet.format.Statistics stated) {
        byte[] least = stated.isSetMin_value() ? stated.getMin_value() : stated.getMin();
        byte[] largest = stated.isSetMax_value() ? stated.getMax_value() : stated.getMax();
        return least == null || largest == null ? null : of(kind, where, type, least, largest);
    }

    /** Returns whether both the bounds and the values are known. */
    boolean canCompare(Statistics<?> values) {
        return stated.hasNonNullValue() && values.hasNonNullValue();
    }

    /** Compares the value at one end of the range with the bound at that end. */
    public int compare(Side side, Statistics<?> values) {
        return order().compare(side.of(values), side.of(stated));
    }

    /** Returns whether the bound at one end of the range is looser than the value at that end. */
    boolean isWider(Side side, Statistics<?> values) {
        int order = compare(side, values);
        return side == Side.MINIMUM ? order > 0 : order < 0;
    }

    @SuppressWarnings("unchecked")
    private PrimitiveComparator<Object> order() {
        return (PrimitiveComparator<Object>) (Object) stated.comparator();
    }

    /** Reports values outside these bounds to {@code found}. */
    public void check(Statistics<?> values, BiConsumer<FindingKind, String> found) {
        for (Side side : Side.values()) {
            check(side, values, found);
        }
    }

    /** Reports values beyond the bound at one end to {@code found}. */
    public void check(Side side, Statistics<?> values, BiConsumer<FindingKind, String> found) {
        if (canCompare(values) && compare(side, values) != 0 && !isWider(side, values)) {
            String than = side == Side.MINIMUM ? "more" : "less";
            found.accept(
                    kind,
                    side.sentence(values) + ", but " + where + " says " + side.text(stated) + ", which is " + than);
        }
    }

    /** Returns whether both objects are zero. parquet-java chooses the sign of a zero bound so that the range includes both zeros. */
    static boolean areZeros(Object one, Object other) {
        return one instanceof Number number
                && other instanceof Number otherNumber
                && number.doubleValue() == 0
                && otherNumber.doubleValue() == 0;
    }
}
