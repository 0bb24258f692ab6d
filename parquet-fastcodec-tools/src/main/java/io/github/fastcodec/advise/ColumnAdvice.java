// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.util.List;

/**
 * The measurements of a column, or of the whole table, and the recommendation for it. Immutable and thread-safe.
 *
 * @param path the column's path in the schema, with dots; empty for the table
 * @param share the column's share of the bytes of all measured columns, from 0 to 1
 * @param sampledBytes the number of decompressed bytes that were measured
 * @param reason the reason for the choice, as a sentence
 * @param hasOwnChoice whether the column's recommendation differs from that of the file
 * @param choice the recommendation: for a table, the sum of its columns' choices; for a column whose chunks differ in their
 *     codec, the sum of the chunks that change and the chunks that stay as they are; otherwise one of {@code candidates}
 * @param candidates all measurements, {@link #now} first
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

    /** Returns the measurement of the column before any change. If its codec has levels, its level and time to compress are unknown. */
    public Measurement now() {
        return candidates.get(0);
    }

    /** Returns whether the recommendation is to leave the column unchanged. */
    public boolean isUnchanged() {
        return choice.codec().equals(now().codec()) && choice.bytes() == now().bytes();
    }
}
