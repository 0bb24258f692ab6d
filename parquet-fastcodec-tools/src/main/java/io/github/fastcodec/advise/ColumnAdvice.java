// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.util.Collections;
import java.util.List;

/** What was measured of a column, or of the whole table, and what is recommended. Immutable and safe for use by many threads. */
public final class ColumnAdvice {

    private final String path;
    private final double share;
    private final List<Measurement> candidates;
    private final Measurement choice;
    private final boolean isOwnChoice;
    private final String reason;
    private final long sampledBytes;

    ColumnAdvice(
            String path,
            double share,
            List<Measurement> candidates,
            Measurement choice,
            boolean isOwnChoice,
            String reason,
            long sampledBytes) {
        this.path = path;
        this.share = share;
        this.candidates = Collections.unmodifiableList(candidates);
        this.choice = choice;
        this.isOwnChoice = isOwnChoice;
        this.reason = reason;
        this.sampledBytes = sampledBytes;
    }

    /** Returns the column's path in the schema, with dots; empty for the table. */
    public String path() {
        return path;
    }

    /** Returns the column's part of the bytes of all measured columns, from 0 to 1. */
    public double share() {
        return share;
    }

    /**
     * Returns the column as it is. Its level, if there is one, is a guess: the level whose pages have the same size, or nearly.
     */
    public Measurement now() {
        return candidates.get(0);
    }

    /** Returns everything measured, {@link #now} first; immutable. */
    public List<Measurement> candidates() {
        return candidates;
    }

    /** Returns what is recommended: one of {@link #candidates}; for a table what its columns come to together. */
    public Measurement choice() {
        return choice;
    }

    /** Returns whether the recommendation stays with the column as it is. */
    public boolean isUnchanged() {
        return choice == now();
    }

    /** Returns whether the column has a recommendation of its own, other than that for the file. */
    public boolean hasOwnChoice() {
        return isOwnChoice;
    }

    /** Returns why, in a sentence. */
    public String reason() {
        return reason;
    }

    /** Returns how many decompressed bytes were measured. */
    public long sampledBytes() {
        return sampledBytes;
    }

    @Override
    public String toString() {
        return path + ": " + choice.codec();
    }
}
