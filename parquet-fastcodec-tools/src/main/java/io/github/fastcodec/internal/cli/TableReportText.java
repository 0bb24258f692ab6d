// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.recompress.FileTotals;
import io.github.fastcodec.internal.tables.KeepReason;
import io.github.fastcodec.internal.tables.NotCommittedException;
import io.github.fastcodec.internal.tables.TableReport;
import io.github.fastcodec.internal.text.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The outcome of a run over the files of a table. Not thread-safe. */
final class TableReportText implements Report {

    /** The maximum number of versions or paths in the text. The document contains all of them. */
    private static final int MAX_SHOWN = 5;

    private final String table;
    private final TableReport report;
    private final double seconds;
    private final boolean verified;

    TableReportText(String table, TableReport report, double seconds, boolean verified) {
        this.table = table;
        this.report = report;
        this.seconds = seconds;
        this.verified = verified;
    }

    @Override
    public int exitCode() {
        return !report.isComplete() ? ExitCode.FAILED : report.failures().isEmpty() ? ExitCode.DONE : ExitCode.PARTLY;
    }

    @Override
    public String text() {
        TextTable rows = ConversionReport.table();
        FileTotals replaced = report.replaced();
        ConversionReport.row(rows, "recompressed", replaced, true);
        report.kept().forEach((reason, kept) -> ConversionReport.row(rows, reason.label(), kept, false));
        if (!report.failures().isEmpty()) {
            FileTotals failed = new FileTotals();
            report.failures().forEach(failure -> failed.add(1, failure.bytesBefore(), 0));
            ConversionReport.row(rows, "failed", failed, false);
        }
        StringBuilder text = new StringBuilder(rows.render()).append(System.lineSeparator());
        if (replaced.files() == 0) {
            text.append("Nothing was recompressed, and nothing committed.");
        } else {
            text.append(ConversionReport.work(replaced.bytesBefore(), seconds, "", ConversionReport.proof(verified)))
                    .append(System.lineSeparator())
                    .append(ConversionReport.carriedOver(replaced))
                    .append("Committed as ")
                    .append(shown(report.versions()));
        }
        return text.append(System.lineSeparator()).toString();
    }

    private static String shown(List<?> all) {
        String shown = all.stream().limit(MAX_SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
        return all.size() > MAX_SHOWN ? shown + ", and " + (all.size() - MAX_SHOWN) + " more" : shown;
    }

    @Override
    public List<String> failures(boolean verbose) {
        FailedFiles failed = new FailedFiles();
        report.failures()
                .forEach(outcome ->
                        failed.add(outcome.source(), outcome.failure().orElseThrow()));
        List<String> lines = failed.lines(verbose);
        if (!lines.isEmpty()) {
            lines.add("Files that failed are still part of " + table + ", unchanged.");
        }
        report.failure().ifPresent(failure -> lines.addAll(Failures.lines(Failures.of(failure), failure, verbose)));
        if (!report.orphans().isEmpty()) {
            lines.add(
                    report.orphans().size() + " new files were kept, because the table's log may refer to them or they"
                            + " could not be deleted: " + shown(report.orphans()) + ". remove_orphan_files or VACUUM"
                            + " deletes those that no version of the table refers to.");
        }
        if (!report.filesWithDeletes().isEmpty()) {
            lines.add("Deletes apply to " + shown(report.filesWithDeletes()) + "; such files are not changed.");
        }
        if (report.failure().orElse(null) instanceof NotCommittedException e && e.isLasting()) {
            lines.add("Earlier commits are kept. The same command would fail on the same files again, unless --where"
                    + " excludes them.");
        } else if (report.failure().isPresent()) {
            lines.add("Earlier commits are kept. Run the same command again to do the rest.");
        } else if (!report.isComplete()) {
            lines.add("Interrupted: earlier commits are kept. Run the same command again to do the rest.");
        }
        return lines;
    }

    @Override
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("table", table);
        document.put("recompressed", count(report.replaced()));
        Map<String, Object> kept = new LinkedHashMap<>();
        report.kept().forEach((reason, files) -> kept.put(ConversionReport.name(reason), count(files)));
        document.put("kept", kept);
        document.put(
                "failures",
                report.failures().stream()
                        .map(outcome ->
                                Failures.of(outcome.source(), outcome.failure().orElseThrow()))
                        .collect(Collectors.toList()));
        document.put("commits", report.versions());
        document.put("filesWithDeletes", report.filesWithDeletes());
        document.put("orphans", report.orphans());
        document.put("failure", report.failure().map(Failures::of).orElse(null));
        document.put("seconds", seconds);
        document.put("verified", verified);
        document.put("interrupted", !report.isComplete() && report.failure().isEmpty());
        document.put("exitCode", exitCode());
        return document;
    }

    /** Returns a sentence for each reason why files of a table are not in the figures. */
    static List<String> leftAlone(Map<KeepReason, FileTotals> kept) {
        List<String> notes = new ArrayList<>();
        kept.forEach((reason, files) ->
                notes.add("Left out: " + files(reason, files) + ". RecompressJob does not change such files."));
        return notes;
    }

    /** Returns a part of a sentence: the number and size of files, and the reason why they are not changed. */
    static String files(KeepReason reason, FileTotals files) {
        return PlainText.count(files.files(), "file") + " of " + ByteSize.format(files.bytesBefore()) + ", "
                + reason.label();
    }

    private static Map<String, Object> count(FileTotals count) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("files", count.files());
        entry.put("bytesBefore", count.bytesBefore());
        entry.put("bytesAfter", count.bytesAfter());
        return entry;
    }
}
