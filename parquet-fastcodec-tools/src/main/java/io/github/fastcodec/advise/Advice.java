// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.recompress.RecompressPlan;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What was measured of a table, and what is recommended. Immutable and safe for use by many threads. */
public final class Advice {

    private final Basis basis;
    private final ColumnAdvice table;
    private final List<ColumnAdvice> columns;
    private final Measurement fileChoice;
    private final PerTerabyte perTerabyte;
    private final Spread savedShare;
    private final Spread scanTime;
    private final RecompressPlan plan;
    private final List<String> conversion;
    private final List<String> conversionNotes;

    Advice(
            Basis basis,
            ColumnAdvice table,
            List<ColumnAdvice> columns,
            Measurement fileChoice,
            PerTerabyte perTerabyte,
            Spread savedShare,
            Spread scanTime,
            RecompressPlan plan,
            List<String> conversion,
            List<String> conversionNotes) {
        this.basis = basis;
        this.table = table;
        this.columns = Collections.unmodifiableList(columns);
        this.fileChoice = fileChoice;
        this.perTerabyte = perTerabyte;
        this.savedShare = savedShare;
        this.scanTime = scanTime;
        this.plan = plan;
        this.conversion = List.copyOf(conversion);
        this.conversionNotes = List.copyOf(conversionNotes);
    }

    /**
     * Returns a copy that says how the files are to be converted, where that is not the command line's {@code recompress}.
     *
     * @param command a program and its arguments, one of which is {@code plan.json} for the plan
     * @param notes what to know before, in sentences
     */
    public Advice withConversion(List<String> command, List<String> notes) {
        return new Advice(basis, table, columns, fileChoice, perTerabyte, savedShare, scanTime, plan, command, notes);
    }

    /** Returns what was measured, how, and what was left out. */
    public Basis basis() {
        return basis;
    }

    /**
     * Returns the measured columns together. Its candidates hold for all of them; its choice is the sum of what is recommended
     * for each.
     */
    public ColumnAdvice table() {
        return table;
    }

    /** Returns the columns, the largest first; immutable. */
    public List<ColumnAdvice> columns() {
        return columns;
    }

    /**
     * Returns what holds for each column without a choice of its own: one of the table's candidates, the table as it is if that
     * is to stay.
     */
    public Measurement fileChoice() {
        return fileChoice;
    }

    /** Returns why the file gets the codec that it gets, in a sentence. */
    public String reason() {
        return table.reason();
    }

    /** Returns whether nothing is to change. */
    public boolean isUnchanged() {
        return columns.stream().allMatch(ColumnAdvice::isUnchanged);
    }

    /** Returns what the recommendation means for a terabyte. */
    public PerTerabyte perTerabyte() {
        return perTerabyte;
    }

    /** Returns how far the saved part of the bytes differs between row groups. */
    public Spread savedShare() {
        return savedShare;
    }

    /** Returns how far the time to decompress differs between row groups, in relation to the estimate. */
    public Spread scanTime() {
        return scanTime;
    }

    /**
     * Returns the recommendation as a plan for {@link io.github.fastcodec.recompress.Recompressor}. Columns that could not be
     * read stay as they are.
     */
    public RecompressPlan plan() {
        return plan;
    }

    /** Returns the program that converts the files, and its arguments. */
    List<String> conversion() {
        return conversion;
    }

    /** Returns what to know before that, in sentences. */
    List<String> conversionNotes() {
        return conversionNotes;
    }

    /**
     * Returns lines to copy, which write tables as recommended, by the name of what they are for; immutable, in an order for
     * readers.
     */
    public Map<String, String> lines() {
        return CopyLines.of(this);
    }

    /** Returns what to know before the lines are used, in sentences; immutable. */
    public List<String> notes() {
        return CopyLines.notes(this);
    }

    /** Returns everything as one JSON document, which needs Jackson databind on the class path. */
    public String toJson() {
        return AdviceJson.of(this);
    }

    /**
     * Returns everything as one HTML page with charts, which needs no other file and no network. It needs Jackson databind and
     * the chart library on the class path, which the jar for the command line has.
     *
     * @throws IOException if the chart library is not on the class path; says what to add
     */
    public String toHtml() throws IOException {
        return AdviceHtml.of(this);
    }
}
