// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.util.List;

/**
 * The measurements of a column, or of the whole table, and the recommendation. Immutable and safe for use by many threads.
 *
 * @param path the column's path in the schema, with dots; empty for the table
 * @param share the column's part of the bytes of all measured columns, from 0 to 1
 * @param sampledBytes how many decompressed bytes were measured
 * @param reason why, in a sentence
 * @param hasOwnChoice whether the column has a recommendation of its own, other than that for the file
 * @param choice what is recommended: one of {@code candidates}; for a table the sum of its columns' choices,
 *     and for a column of several codecs the sum of what changes and what stays
 * @param candidates everything measured, {@link #now} first
 */
public record ColumnAdvice(
        String path,
        double share,
        long sampledBytes,
        String reason,
        boolean hasOwnChoice,
        Measurement choice,
        List<Measurement> candidates) {

    public ColumnAdvice {
        candidates = List.copyOf(candidates);
    }

    /** Returns the column as it is. If its codec has levels, its level and its time to compress are unknown. */
    public Measurement now() {
        return candidates.get(0);
    }

    /** Returns whether the recommendation is to leave the column as it is. */
    public boolean isUnchanged() {
        return choice.codec().equals(now().codec()) && choice.bytes() == now().bytes();
    }
}
