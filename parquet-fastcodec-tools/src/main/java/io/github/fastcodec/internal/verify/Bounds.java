// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.verify.FindingKind;
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

    /** Compares the least value with the least one that is stated. */
    int compareLeast(Statistics<?> values) {
        return order().compare(values.genericGetMin(), stated.genericGetMin());
    }

    /** Compares the largest value with the largest one that is stated. */
    int compareLargest(Statistics<?> values) {
        return order().compare(values.genericGetMax(), stated.genericGetMax());
    }

    @SuppressWarnings("unchecked")
    private PrimitiveComparator<Object> order() {
        return (PrimitiveComparator<Object>) (Object) stated.comparator();
    }

    /** Passes on what is wrong if there are values outside of these bounds. */
    void check(Statistics<?> values, BiConsumer<FindingKind, String> found) {
        checkLeast(values, found);
        checkLargest(values, found);
    }

    /** Passes on what is wrong if a value is less than the least one that is stated. */
    void checkLeast(Statistics<?> values, BiConsumer<FindingKind, String> found) {
        if (concern(values) && compareLeast(values) < 0) {
            found.accept(
                    kind, least(values) + ", " + where + " says " + shown(stated.minAsString()) + ", which is more");
        }
    }

    /** Passes on what is wrong if a value is larger than the largest one that is stated. */
    void checkLargest(Statistics<?> values, BiConsumer<FindingKind, String> found) {
        if (concern(values) && compareLargest(values) > 0) {
            found.accept(
                    kind, largest(values) + ", " + where + " says " + shown(stated.maxAsString()) + ", which is less");
        }
    }

    /** Returns whether both are zero. parquet-java gives a bound of 0.0 the sign by which neither zero is outside. */
    static boolean areZeros(Object one, Object other) {
        return one instanceof Number number
                && other instanceof Number otherNumber
                && number.doubleValue() == 0
                && otherNumber.doubleValue() == 0;
    }

    static String least(Statistics<?> values) {
        return "its least value is " + shown(values.minAsString());
    }

    static String largest(Statistics<?> values) {
        return "its largest value is " + shown(values.maxAsString());
    }

    /** Returns a value for a message, cut where it is long. */
    static String shown(String value) {
        return value.length() <= SHOWN ? value : value.substring(0, SHOWN) + "...";
    }
}
