// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import io.github.fastcodec.bench.report.Document.Notice;
import io.github.fastcodec.bench.report.Document.Part;
import io.github.fastcodec.bench.report.Document.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A table of results with the null test in its last column: the first contender against itself, measured in the same turns.
 * Where the null test of a row strays, the machine was too busy for the row, and it has no figures. Where that is so in more
 * than a quarter of the rows, it was too busy for the table, and a sentence that says so stands in its place.
 */
final class ResultTable {

    /** How far a null test may be from 1 where pages are measured. */
    static final double PAGES = 0.03;

    /** How far a null test may be from 1 where files are measured. */
    static final double FILES = 0.05;

    private static final String TOO_BUSY = "too busy";

    private final String caption;
    private final double limit;
    private final int labels;
    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> strays = new ArrayList<>();

    /**
     * @param limit how far a null test may be from 1
     * @param labels the titles of the columns that say what a row is
     * @param figures the titles of the columns of figures, without the null test's
     */
    ResultTable(String caption, double limit, List<String> labels, List<String> figures) {
        this.caption = caption;
        this.limit = limit;
        this.labels = labels.size();
        header = new ArrayList<>(labels);
        header.addAll(figures);
        header.add("null test");
    }

    /**
     * Adds a row.
     *
     * @param measured what the figures are of, and so the null test
     */
    void row(List<String> labels, Results measured, List<String> figures) {
        Estimate nullTest = measured.nullTest();
        boolean stray = strays(nullTest, limit);
        if (stray) {
            strays.add(String.join(" ", labels) + " " + nullTest.asSpeedUp());
        }
        List<String> row = new ArrayList<>(labels);
        row.addAll(stray ? Collections.nCopies(figures.size(), TOO_BUSY) : figures);
        row.add(nullTest == null ? "-" : nullTest.asSpeedUp());
        rows.add(row);
    }

    static boolean strays(Estimate nullTest, double limit) {
        return nullTest != null && Math.abs(nullTest.value() - 1) > limit;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Returns whether every row is a result, so that what is made of all of them is one. */
    boolean isWhole() {
        return strays.isEmpty();
    }

    Part part() {
        return 4 * strays.size() > rows.size()
                ? new Notice(String.format(
                        Locale.ROOT,
                        "The machine was too busy for this table: %s. What is compared with itself should come out at 1.00x and"
                                + " strays by more than %.0f %% in %d of %d rows (%s). The figures of this table are no result."
                                + " Measure them again on a machine that does less.",
                        caption,
                        100 * limit,
                        strays.size(),
                        rows.size(),
                        String.join("; ", strays)))
                : new Table(caption, labels, header, rows);
    }
}
