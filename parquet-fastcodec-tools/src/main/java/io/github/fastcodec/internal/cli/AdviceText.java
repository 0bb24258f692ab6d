// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.ColumnAdvice;
import io.github.fastcodec.advise.Measurement;
import io.github.fastcodec.internal.advise.Reasons;
import io.github.fastcodec.internal.text.PlainText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Advice as text: a short verdict, then the measurements, their basis, and lines to copy. */
final class AdviceText {

    /** The maximum number of columns shown without {@code --all}. */
    private static final int MAX_COLUMNS = 20;

    /** The maximum number of columns named in a sentence without {@code --all}. */
    private static final int MAX_NAMES = 5;

    private static final String UNKNOWN = "-";

    private final Advice advice;
    private final boolean all;
    private final StringBuilder text = new StringBuilder();

    /** @param all whether to show all columns, each with all its candidates */
    AdviceText(Advice advice, boolean all) {
        this.advice = advice;
        this.all = all;
    }

    String text() {
        verdict();
        candidates("All columns", advice.table(), advice.fileChoice());
        if (advice.columns().size() > 1) {
            columns();
            if (all) {
                advice.columns().forEach(column -> candidates("Column " + column.path(), column, column.choice()));
            }
        }
        dictionaries();
        line("");
        sentence("* is on the Pareto front: no other candidate is smaller and also faster to write and to read."
                + " > is recommended. Speeds are per core, with parquet-fastcodec on this machine: other readers and writers may"
                + " be slower.");
        basis();
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

    /** Adds a sentence, wrapped at the width of tables. The first line begins with {@code start}; the others are indented. */
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

    /** Adds a summary of the files, the recommendation and its effects: at most ten lines. */
    private void verdict() {
        Advice.Basis basis = advice.basis();
        int files = basis.files().size();
        boolean isSample = basis.allFiles() > files + basis.leftOutFiles().size();
        String start = isSample
                ? String.format(Locale.ROOT, "%,d files, estimated from %,d of them: ", basis.allFiles(), files)
                : (files == 1 ? basis.files().get(0) : files + " files") + ": "
                        + PlainText.count(basis.rowGroups(), "row group") + ", ";
        double now = advice.table().now().bytes();
        line(start + PlainText.count(basis.allColumns(), "column") + ", " + size(now) + " of pages, "
                + size(basis.plainBytes()) + " decompressed");
        sentence((advice.isUnchanged() ? "" : "Recommended: ") + advice.reason());
        if (!advice.isUnchanged()) {
            changes(now, advice.table().choice().bytes());
        }
        int dictionaries = advice.dictionaries().size();
        if (dictionaries > 0) {
            sentence("Columns whose dictionaries are thrown away, unless they are off already: " + dictionaries
                    + ", listed below.");
        }
        int leftOut = basis.leftOutFiles().size() + basis.leftOutColumns().size();
        if (leftOut > 0) {
            sentence("Not included: " + PlainText.count(basis.leftOutFiles().size(), "file") + " and "
                    + PlainText.count(basis.leftOutColumns().size(), "column")
                    + " that could not be read, listed below.");
        }
    }

    private void changes(double now, double choice) {
        long own = advice.columns().stream().filter(ColumnAdvice::hasOwnChoice).count();
        if (own > 0) {
            sentence("Columns with a recommendation of their own: " + own + ", marked ! below.");
        }
        double error = advice.savedShareError();
        sentence("Size: " + size(now) + " -> " + size(choice) + ", " + percent(Math.abs(1 - choice / now))
                + (error > 0 ? " +- " + percent(error) : Double.isNaN(error) ? " in one file of many" : "")
                + (choice > now ? " more." : " saved."));
        Advice.PerTerabyte per = advice.perTerabyte();
        sentence("Per TB of these files: " + number(Math.abs(per.savedGigabytes()), 0) + " GB"
                + (per.savedGigabytes() < 0 ? " more" : " saved") + "; core-hours: "
                + change(per.writeCoreHoursNow(), per.writeCoreHours()) + " to compress, "
                + change(per.scanCoreHoursNow(), per.scanCoreHours()) + " to decompress, "
                + hours(per.convertCoreHours()) + " to convert once.");
    }

    private void candidates(String title, ColumnAdvice of, Measurement chosen) {
        heading(title);
        TextTable table = new TextTable()
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
                    (i == 0 ? "now: " : "") + measured.name(),
                    size(measured.bytes()),
                    percent(measured.bytes() / of.now().bytes()),
                    number(measured.ratio(), 2),
                    speed(measured, measured.compressSpeed()),
                    speed(measured, measured.decompressSpeed()));
        }
        text.append(table.render());
    }

    /** Formats a speed, or returns a dash for UNCOMPRESSED, whose bytes are only copied. */
    private static String speed(Measurement measured, double speed) {
        return measured.codec().codec() == CompressionCodecName.UNCOMPRESSED ? UNKNOWN : number(speed, 0);
    }

    private void columns() {
        heading("Columns");
        TextTable table = new TextTable()
                .text("column")
                .text("now")
                .number("size")
                .number("share")
                .text("recommended")
                .number("size")
                .number("saves")
                .number("write MB/s")
                .number("read MB/s");
        List<ColumnAdvice> shown = all
                ? advice.columns()
                : advice.columns().stream().limit(MAX_COLUMNS).toList();
        for (ColumnAdvice column : shown) {
            Measurement choice = column.choice();
            table.row(
                    column.path(),
                    column.now().name(),
                    size(column.now().bytes()),
                    percent(column.share()),
                    column.isUnchanged() ? "no change" : choice.name() + (column.hasOwnChoice() ? " !" : ""),
                    size(choice.bytes()),
                    isForManyFiles()
                            ? size(column.now().bytes() - choice.bytes())
                            : percent(1 - choice.bytes() / column.now().bytes()),
                    speed(choice, choice.compressSpeed()),
                    speed(choice, choice.decompressSpeed()));
        }
        text.append(table.render());
        int more = advice.columns().size() - shown.size();
        if (more > 0) {
            sentence(PlainText.count(more, "smaller column")
                    + " not shown: --all shows every column with all its candidates.");
        }
        advice.columns().stream().filter(ColumnAdvice::hasOwnChoice).forEach(column -> wrapped("! ", column.reason()));
        slower(
                "Slower to read than now, because no codec of its own " + Reasons.NO_GAIN + ": ",
                column -> !column.isUnchanged() && Reasons.readsSlower(column.choice(), column.now()));
        slower(
                "Unchanged, although " + advice.fileChoice().name()
                        + " is faster to read, because it would be larger: ",
                column -> column.isUnchanged()
                        && !column.now().codec().equals(advice.fileChoice().codec())
                        && column.candidates().stream()
                                .filter(candidate -> candidate
                                        .codec()
                                        .equals(advice.fileChoice().codec()))
                                .anyMatch(candidate -> Reasons.readsSlower(column.now(), candidate)));
    }

    /** Adds a sentence on the columns with the file's codec that fulfil a condition. */
    private void slower(String why, Predicate<ColumnAdvice> condition) {
        List<String> names = advice.columns().stream()
                .filter(column -> !column.hasOwnChoice())
                .filter(condition)
                .map(ColumnAdvice::path)
                .toList();
        if (!names.isEmpty()) {
            int more = all ? 0 : Math.max(0, names.size() - MAX_NAMES);
            sentence(why + String.join(", ", names.subList(0, names.size() - more))
                    + (more > 0 ? " and " + more + " more" : "") + ".");
        }
    }

    /** Adds a sentence on all columns that have no dictionary for the same reason. */
    private void dictionaries() {
        if (advice.dictionaries().isEmpty()) {
            return;
        }
        heading("Dictionaries");
        advice.dictionaries().keySet().stream()
                .collect(Collectors.groupingBy(advice.dictionaries()::get, LinkedHashMap::new, Collectors.toList()))
                .forEach((reason, columns) ->
                        sentence((columns.size() == 1 ? "" : "Each of ") + String.join(", ", columns) + " " + reason));
    }

    /** Returns whether savings are shown in bytes instead of percent, because there are several files. */
    private boolean isForManyFiles() {
        return advice.basis().allFiles() > 1;
    }

    /** Adds the number of bytes and pages measured, the settings, and the limits of the result. */
    private void basis() {
        Advice.Basis basis = advice.basis();
        heading("Basis of the advice");
        sentence(String.format(
                Locale.ROOT,
                "Measured: %s in %,d of %,d pages of %s, seed %d. Goal %s, storage %.0f MB/s per core.",
                size(basis.sampledBytes()),
                basis.sampledPages(),
                basis.pages(),
                PlainText.count(advice.columns().size(), "column"),
                basis.seed(),
                basis.goal().name().toLowerCase(Locale.ROOT),
                basis.storageBytesPerSecond() / 1e6));
        if (Double.isNaN(advice.table().now().compressSeconds())) {
            sentence("Files do not record their level, so their current write speed is unknown.");
        }
        long without = basis.pages() - basis.checksummedPages();
        if (without > 0) {
            sentence(String.format(
                    Locale.ROOT, "Pages without a checksum: %,d. recompress --checksums adds one to each.", without));
        }
    }

    private void leftOut() {
        Advice.Basis basis = advice.basis();
        leftOut("Files left out", basis.leftOutFiles());
        leftOut("Columns left out and not changed", basis.leftOutColumns());
        leftOut("Not measured", basis.leftOutCandidates());
    }

    private void leftOut(String title, Map<String, String> leftOut) {
        if (!leftOut.isEmpty()) {
            heading(title);
            FailedFiles lines = new FailedFiles();
            leftOut.forEach((name, why) -> lines.add(name, Failures.sentence(name + ": " + why), null));
            lines.lines(false).forEach(this::sentence);
        }
    }

    private void lines() {
        heading("Lines to copy");
        if (advice.lines().isEmpty()) {
            sentence("None: keep the current settings.");
        }
        for (Map.Entry<String, String> entry : advice.lines().entrySet()) {
            line("");
            line("# " + entry.getKey());
            entry.getValue().lines().forEach(this::line);
        }
        for (String note : advice.notes()) {
            line("");
            sentence(note);
        }
    }

    private static String size(double bytes) {
        return ByteSize.format(Math.round(bytes));
    }

    private static String change(double now, double then) {
        return Double.isNaN(now) ? hours(then) : hours(now) + " -> " + hours(then);
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
