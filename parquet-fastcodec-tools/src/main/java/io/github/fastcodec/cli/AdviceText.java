// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.ColumnAdvice;
import io.github.fastcodec.advise.Measurement;
import io.github.fastcodec.internal.text.PlainText;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/** An advice for people: what it rests on, what was measured, what is recommended, what that means, and lines to copy. */
final class AdviceText {

    /** Columns with less of the bytes are not shown with all of their candidates, unless --all asks for them. */
    private static final double LARGE = 0.10;

    private static final String UNKNOWN = "-";

    private final Advice advice;
    private final boolean all;
    private final @Nullable Path plan;
    private final StringBuilder text = new StringBuilder();

    /**
     * Creates the text.
     *
     * @param all whether each column is shown with all of its candidates
     * @param plan where the plan was written, or null
     */
    AdviceText(Advice advice, boolean all, @Nullable Path plan) {
        this.advice = advice;
        this.all = all;
        this.plan = plan;
    }

    String text() {
        basis();
        candidates("All columns", advice.table(), advice.fileChoice());
        for (ColumnAdvice column : advice.columns()) {
            if (advice.columns().size() > 1 && (all || column.share() >= LARGE)) {
                candidates("Column " + column.path(), column, column.choice());
            }
        }
        line("");
        sentence(
                "* is on the Pareto front: nothing is smaller, writes faster and reads faster at once. > is recommended."
                        + " Speeds are those of one core. The level of now is a guess: the one whose pages have the same size, or"
                        + " nearly.");
        columns();
        recommendation();
        meaning();
        leftOut();
        lines();
        return text.toString();
    }

    private void line(String line) {
        text.append(PlainText.of(line)).append(System.lineSeparator());
    }

    /** Adds a sentence below a heading. */
    private void sentence(String sentence) {
        wrapped("  ", sentence);
    }

    /** Adds a sentence in lines that are no wider than tables are, those behind the first one indented. */
    private void wrapped(String start, String sentence) {
        StringBuilder line = new StringBuilder(start);
        int words = 0;
        for (String word : sentence.split(" ")) {
            if (words > 0 && line.length() + 1 + word.length() > Console.WIDTH) {
                line(line.toString());
                line = new StringBuilder("    ");
                words = 0;
            }
            line.append(words++ == 0 ? "" : " ").append(word);
        }
        line(line.toString());
    }

    private void heading(String heading) {
        line("");
        line(heading);
    }

    private void basis() {
        Advice.Basis basis = advice.basis();
        int files = basis.files().size();
        boolean isSample = basis.allFiles() > files + basis.leftOutFiles().size();
        String start = isSample
                ? String.format(Locale.ROOT, "%,d files, estimated from %,d of them: ", basis.allFiles(), files)
                : (files == 1 ? basis.files().get(0) : files + " files") + ": "
                        + PlainText.count(basis.rowGroups(), "row group") + ", ";
        line(start + PlainText.count(basis.allColumns(), "column") + ", "
                + size(advice.table().now().bytes()) + " of pages, " + size(basis.plainBytes()) + " decompressed");
        wrapped(
                "",
                String.format(
                        Locale.ROOT,
                        "Measured: %s in %,d of %,d pages of %s, seed %d. Goal %s, storage %.0f MB/s for each core.",
                        size(basis.sampledBytes()),
                        basis.sampledPages(),
                        basis.pages(),
                        PlainText.count(advice.columns().size(), "column"),
                        basis.seed(),
                        basis.goal().name().toLowerCase(Locale.ROOT),
                        basis.storageBytesPerSecond() / 1e6));
        long without = basis.pages() - basis.checksummedPages();
        if (without > 0) {
            wrapped(
                    "",
                    String.format(
                            Locale.ROOT, "Pages without a checksum: %,d. recompress --checksums adds it.", without));
        }
    }

    private void candidates(String title, ColumnAdvice of, Measurement chosen) {
        heading(title);
        Table table = new Table()
                .text("")
                .text("codec")
                .number("size")
                .number("of now")
                .number("ratio")
                .number("write MB/s")
                .number("read MB/s");
        int indexOfChosen = of.candidates().indexOf(chosen);
        for (int i = 0; i < of.candidates().size(); i++) {
            Measurement measured = of.candidates().get(i);
            table.row(
                    (i == indexOfChosen ? ">" : " ") + (measured.isOnFront() ? "*" : " "),
                    measured.codec() + (i == 0 ? " (now)" : ""),
                    size(measured.bytes()),
                    percent(measured.bytes() / of.now().bytes()),
                    number(measured.ratio(), 2),
                    speed(measured, measured.compressSpeed()),
                    speed(measured, measured.decompressSpeed()));
        }
        text.append(table.render());
    }

    /** UNCOMPRESSED is copied, which is not worth a figure. */
    private static String speed(Measurement measured, double speed) {
        return measured.codec().codec() == CompressionCodecName.UNCOMPRESSED ? UNKNOWN : number(speed, 0);
    }

    private void columns() {
        if (advice.columns().size() < 2) {
            return;
        }
        heading("Columns");
        Table table = new Table()
                .text("column")
                .text("now")
                .number("size")
                .number("share")
                .text("recommended")
                .number("size")
                .number("saves")
                .number("write MB/s")
                .number("read MB/s");
        for (ColumnAdvice column : advice.columns()) {
            Measurement choice = column.choice();
            table.row(
                    column.path(),
                    column.now().codec(),
                    size(column.now().bytes()),
                    percent(column.share()),
                    column.isUnchanged() ? "as it is" : choice.codec() + (column.hasOwnChoice() ? " !" : ""),
                    size(choice.bytes()),
                    isForManyFiles()
                            ? size(column.now().bytes() - choice.bytes())
                            : percent(1 - choice.bytes() / column.now().bytes()),
                    speed(choice, choice.compressSpeed()),
                    speed(choice, choice.decompressSpeed()));
        }
        text.append(table.render());
    }

    /** Savings of a table are shown in bytes, those of a single file in percent. */
    private boolean isForManyFiles() {
        return advice.basis().allFiles() > 1;
    }

    private void recommendation() {
        heading("Recommended");
        sentence(advice.reason());
        advice.columns().stream().filter(ColumnAdvice::hasOwnChoice).forEach(column -> wrapped("! ", column.reason()));
    }

    private void meaning() {
        Advice.PerTerabyte per = advice.perTerabyte();
        double now = advice.table().now().bytes();
        double choice = advice.table().choice().bytes();
        if (isForManyFiles()) {
            heading("For all of it");
            line("  " + size(now) + " -> " + size(choice) + ", " + size(Math.abs(now - choice))
                    + (choice > now ? " more" : " saved"));
        }
        heading("For each TB of these files");
        line("  " + number(Math.abs(per.savedGigabytes()), 0) + " GB"
                + (per.savedGigabytes() < 0 ? " more" : " saved"));
        line("  " + hours(per.writeCoreHoursNow()) + " -> " + hours(per.writeCoreHours()) + " core-hours to compress, "
                + hours(per.scanCoreHoursNow()) + " -> " + hours(per.scanCoreHours()) + " to decompress, "
                + hours(per.convertCoreHours()) + " to convert once");
        Advice.Spread saved = advice.savedShareByRowGroup();
        if (saved.rowGroups() < 2) {
            line("  How sure: one row group was measured, how far others differ is not known.");
        } else {
            line("  How sure: the row groups alone would save " + percent(saved.least()) + " to "
                    + percent(saved.greatest()) + " (" + saved.rowGroups() + " of them);");
            line("  " + percent(choice == 0 ? 0 : 1 - choice / now) + " +- " + percent(saved.error())
                    + " for the whole. Time to decompress: +- "
                    + percent(advice.scanTimeByRowGroup().error()) + ".");
        }
    }

    private void leftOut() {
        Advice.Basis basis = advice.basis();
        leftOut("Files left out", basis.leftOutFiles());
        leftOut("Columns left out, which stay as they are", basis.leftOutColumns());
        leftOut("Not measured", basis.leftOutCandidates());
    }

    private void leftOut(String title, Map<String, String> leftOut) {
        if (!leftOut.isEmpty()) {
            heading(title);
            FailedFiles lines = new FailedFiles();
            leftOut.forEach((what, why) -> lines.add(what, Failures.sentence(what + ": " + why), null));
            lines.lines(false).forEach(this::sentence);
        }
    }

    private void lines() {
        heading("Lines to copy");
        if (plan == null && !advice.isUnchanged()) {
            sentence("The line for recompress takes a plan: advise --plan plan.json writes it.");
        }
        for (Map.Entry<String, String> entry : advice.lines().entrySet()) {
            line("");
            line("# " + entry.getKey());
            String lines = entry.getValue();
            (plan == null ? lines : lines.replace("--plan plan.json", "--plan " + PlainText.forShell(plan.toString())))
                    .lines()
                    .forEach(this::line);
        }
        for (String note : advice.notes()) {
            line("");
            sentence(note);
        }
    }

    private static String size(double bytes) {
        return ByteSize.format(Math.round(bytes));
    }

    private static String hours(double hours) {
        return number(hours, hours < 10 ? 1 : 0);
    }

    private static String number(double number, int digits) {
        return Double.isFinite(number) ? String.format(Locale.ROOT, "%,." + digits + "f", number) : UNKNOWN;
    }

    private static String percent(double share) {
        return Double.isFinite(share) ? number(share * 100, 1) + " %" : UNKNOWN;
    }
}
