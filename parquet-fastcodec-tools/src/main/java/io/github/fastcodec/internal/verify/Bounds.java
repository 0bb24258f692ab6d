// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.PrimitiveComparator;
import org.apache.parquet.schema.PrimitiveType;

/** The least and the largest value that a file states for a page or a column chunk. Immutable. */
final class Bounds {

    private static final int SHOWN = 60;

    private final String where;
    private final Statistics<?> stated;

    /**
     * Creates bounds.
     *
     * @param where what states them, for messages
     */
    Bounds(String where, Statistics<?> stated) {
        this.where = where;
        this.stated = stated;
    }

    /** Creates the bounds that a column index has for a page. */
    static Bounds of(String where, PrimitiveType type, byte[] minimum, byte[] maximum) {
        return new Bounds(
                where,
                Statistics.getBuilderForReading(type)
                        .withMin(minimum)
                        .withMax(maximum)
                        .build());
    }

    /** Adds what is wrong if there are values outside of these bounds. */
    @SuppressWarnings("unchecked")
    void check(Statistics<?> values, PageFacts facts) {
        if (stated == null || !stated.hasNonNullValue() || !values.hasNonNullValue()) {
            return;
        }
        PrimitiveComparator<Object> order = (PrimitiveComparator<Object>) (Object) stated.comparator();
        if (order.compare(values.genericGetMin(), stated.genericGetMin()) < 0) {
            facts.found("its least value is " + shown(values.minAsString()) + ", " + where + " says "
                    + shown(stated.minAsString()) + ", which is more");
        }
        if (order.compare(values.genericGetMax(), stated.genericGetMax()) > 0) {
            facts.found("its largest value is " + shown(values.maxAsString()) + ", " + where + " says "
                    + shown(stated.maxAsString()) + ", which is less");
        }
    }

    /** Returns a value for a message, cut where it is long. */
    static String shown(String value) {
        return value.length() <= SHOWN ? value : value.substring(0, SHOWN) + "...";
    }
}
