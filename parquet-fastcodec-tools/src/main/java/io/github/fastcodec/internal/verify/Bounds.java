// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.verify.FindingKind;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.PrimitiveComparator;
import org.apache.parquet.schema.PrimitiveType;

/**
 * The least and the largest value that a file states for a page or a column chunk. Immutable.
 *
 * @param kind of what is found in them
 * @param where what states them, for messages
 * @param stated the values, if there are any
 */
record Bounds(FindingKind kind, String where, Statistics<?> stated) {

    private static final int SHOWN = 60;

    /** The two ends of a range. */
    enum Side {
        LEAST,
        LARGEST;

        Object of(Statistics<?> values) {
            return this == LEAST ? values.genericGetMin() : values.genericGetMax();
        }

        /** Returns a value for a message, cut where it is long. */
        String text(Statistics<?> values) {
            String text = this == LEAST ? values.minAsString() : values.maxAsString();
            return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
        }

        /** Returns the start of a message. */
        String sentence(Statistics<?> values) {
            return "its " + name().toLowerCase(Locale.ROOT) + " value is " + text(values);
        }
    }

    /** Creates bounds of values in the plain encoding. */
    static Bounds of(FindingKind kind, String where, PrimitiveType type, byte[] minimum, byte[] maximum) {
        return new Bounds(
                kind,
                where,
                Statistics.getBuilderForReading(type)
                        .withMin(minimum)
                        .withMax(maximum)
                        .build());
    }

    /** Returns whether there are bounds, and values to compare with them. */
    boolean concern(Statistics<?> values) {
        return stated.hasNonNullValue() && values.hasNonNullValue();
    }

    /** Compares the value at one end with the one that is stated. */
    int compare(Side side, Statistics<?> values) {
        return order().compare(side.of(values), side.of(stated));
    }

    /** Returns whether the value at one end is within these bounds, and not the one that is stated. */
    boolean isWider(Side side, Statistics<?> values) {
        int order = compare(side, values);
        return side == Side.LEAST ? order > 0 : order < 0;
    }

    @SuppressWarnings("unchecked")
    private PrimitiveComparator<Object> order() {
        return (PrimitiveComparator<Object>) (Object) stated.comparator();
    }

    /** Passes on what is wrong if there are values outside of these bounds. */
    void check(Statistics<?> values, BiConsumer<FindingKind, String> found) {
        for (Side side : Side.values()) {
            check(side, values, found);
        }
    }

    /** Passes on what is wrong if there are values beyond one end. */
    void check(Side side, Statistics<?> values, BiConsumer<FindingKind, String> found) {
        if (concern(values) && compare(side, values) != 0 && !isWider(side, values)) {
            String than = side == Side.LEAST ? "more" : "less";
            found.accept(
                    kind, side.sentence(values) + ", " + where + " says " + side.text(stated) + ", which is " + than);
        }
    }

    /** Returns whether both are zero. parquet-java gives a bound of 0.0 the sign by which neither zero is outside. */
    static boolean areZeros(Object one, Object other) {
        return one instanceof Number number
                && other instanceof Number otherNumber
                && number.doubleValue() == 0
                && otherNumber.doubleValue() == 0;
    }
}
