// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.FileTotals;
import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.text.PlainText;
import io.github.fastcodec.recompress.RecompressOptions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The outcomes of a conversion, file by file. Not thread-safe. */
final class ConversionReport implements Report {

    /** The maximum number of paths or notes in the text. The document contains all of them. */
    private static final int MAX_SHOWN = 5;

    /** The beginning of the line for a path in the new directory that has no source. */
    static final String WITHOUT_SOURCE = "Extra file without a source: ";

    private final RecompressOptions options;
    private final BooleanSupplier interruption;
    private final long start = System.nanoTime();
    private final Map<FileOutcome.Status, FileTotals> totals = new EnumMap<>(FileOutcome.Status.class);

    /** The files to which each note applies, keyed by note. */
    private final Map<String, Noted> notes = new LinkedHashMap<>();

    private final FailedFiles failures = new FailedFiles();

    /** The document's entry for each file, or null if there will be no document. */
    private final @Nullable List<Object> files;

    /** The exception that ended the run early, or null. The failure of a single file is not recorded here. */
    private @Nullable Exception abortCause;

    private boolean interrupted;

    /** The number of new files that the store confirmed by its checksum. */
    private long confirmedByChecksum;

    private final List<ListedFile> copies = new ArrayList<>();
    private final List<ListedFile> copiesUpToDate = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final List<String> withoutSource;
    private final List<String> copyFailures = new ArrayList<>();

    /** The files that could not be copied. */
    private final FileTotals notCopied = new FileTotals();

    /** The files that were not copied only because the run ended before. */
    private final FileTotals heldBack = new FileTotals();

    private double seconds;
    private int threads;

    /** The files with the same note: the first path, and their number. */
    private static final class Noted {
        private final String first;
        private long files;

        private Noted(String first) {
            this.first = first;
        }
    }

    /**
     * @param keepsFiles whether there will be a document, which lists each file
     * @param options the options of the run
     * @param withoutSource the paths in the new directory that have no source
     * @param interruption returns whether the run is interrupted
     */
    ConversionReport(
            boolean keepsFiles, RecompressOptions options, List<String> withoutSource, BooleanSupplier interruption) {
        this.options = options;
        this.withoutSource = withoutSource;
        this.interruption = interruption;
        files = keepsFiles ? new ArrayList<>() : null;
    }

    private FileTotals totals(FileOutcome.Status status) {
        return totals.computeIfAbsent(status, none -> new FileTotals());
    }

    void add(FileOutcome outcome) {
        totals(outcome.status()).add(outcome);
        confirmedByChecksum += outcome.isConfirmedByChecksum() ? 1 : 0;
        add(outcome.source(), outcome.notes());
        outcome.failure().ifPresent(failure -> failures.add(outcome.source(), failure));
        if (files != null) {
            files.add(entry(outcome));
        }
    }

    private void add(String source, List<String> more) {
        more.forEach(note -> notes.computeIfAbsent(note, none -> new Noted(source)).files++);
    }

    /** Adds files whose outcome is unknown, because the run ended before they were done. */
    void addNotDone(long number, long bytes) {
        totals(FileOutcome.Status.NOT_DONE).add(number, bytes, 0);
    }

    /** Records an exception that ended the run early and is not the failure of a single file. */
    void aborted(Exception cause) {
        abortCause = cause;
    }

    /** Adds a file that is left out of the new directory. */
    void leftOut(String path) {
        leftOut.add(path);
    }

    /**
     * Adds a file that is not copied because another file is missing.
     *
     * @param comesLast whether the file marks other files as complete; such a file counts only if it is all that is missing
     */
    void heldBack(ListedFile file, boolean comesLast) {
        leftOut(file.source());
        if (!comesLast || isComplete()) {
            heldBack.add(1, file.length(), 0);
        }
    }

    /**
     * Adds a file that was copied unchanged.
     *
     * @param lacks the attributes that could not be copied, one sentence each; empty if an earlier run made the copy
     */
    void copied(ListedFile file, Optional<List<String>> lacks) {
        (lacks.isPresent() ? copies : copiesUpToDate).add(file);
        lacks.ifPresent(sentences -> add(file.source(), sentences));
    }

    /** Adds a file that could not be copied. */
    void copyFailed(ListedFile file, Exception failure) {
        String sentence = Failures.sentence(file + " is not copied: " + Failures.reason(file.toString(), failure));
        copyFailures.add(sentence);
        notCopied.add(1, file.length(), 0);
        failures.add(file.toString(), sentence, failure);
    }

    /** Ends the run: records its time and its number of threads. */
    void end(int runThreads) {
        seconds = (System.nanoTime() - start) / 1e9;
        threads = runThreads;
        interrupted = interruption.getAsBoolean();
    }

    private long count(FileOutcome.Status status) {
        return totals(status).files();
    }

    /** Returns the number of requested files, including those that are not Parquet files. */
    private long files() {
        return totals.values().stream().mapToLong(FileTotals::files).sum()
                + copies.size()
                + copiesUpToDate.size()
                + notCopied.files()
                + heldBack.files();
    }

    private long failed() {
        return count(FileOutcome.Status.FAILED) + notCopied.files();
    }

    private long left() {
        return count(FileOutcome.Status.NOT_DONE) + heldBack.files();
    }

    /** Returns whether all requested files are done. */
    private boolean isComplete() {
        return failed() + left() == 0 && abortCause == null;
    }

    /**
     * Returns whether to copy a file that is not a Parquet file. It is not copied while Parquet files are missing.
     *
     * @param comesLast whether the file marks other files as complete, as {@code _SUCCESS} does
     */
    boolean allowsCopy(boolean comesLast) {
        return !interruption.getAsBoolean()
                && abortCause == null
                && failed() + left() == (options.keepGoing() && !comesLast ? notCopied.files() : 0);
    }

    @Override
    public int exitCode() {
        return isComplete()
                ? ExitCode.DONE
                : options.keepGoing() && !interrupted && abortCause == null ? ExitCode.PARTLY : ExitCode.FAILED;
    }

    @Override
    public String text() {
        TextTable table = table();
        row(table, "recompressed", FileOutcome.Status.RECOMPRESSED);
        row(table, "carried over", FileOutcome.Status.CARRIED_OVER);
        FileTotals upToDate = new FileTotals();
        upToDate.add(totals(FileOutcome.Status.UP_TO_DATE));
        copiesUpToDate.forEach(copy -> upToDate.add(1, copy.length(), copy.length()));
        if (upToDate.files() > 0) {
            row(table, "up to date", upToDate, true);
        }
        if (!copies.isEmpty()) {
            long bytes = copies.stream().mapToLong(ListedFile::length).sum();
            table.row("copied", copies.size(), ByteSize.format(bytes), ByteSize.format(bytes), "");
        }
        missing(table, "failed", FileOutcome.Status.FAILED, notCopied);
        missing(table, "not done", FileOutcome.Status.NOT_DONE, heldBack);
        StringBuilder text = new StringBuilder(table.render());
        FileTotals written = written();
        if (written.files() == 0) {
            text.append(System.lineSeparator()).append("Nothing was recompressed.");
        } else {
            text.append(System.lineSeparator())
                    .append(work(
                            written.bytesBefore(),
                            seconds,
                            threads == 1 ? ", 1 thread" : ", " + threads + " threads",
                            proof(written.files())));
        }
        text.append(System.lineSeparator()).append(carriedOver(written));
        // The checksum files of Hadoop's local file system are not listed, because they are not needed.
        appendLines(
                text,
                "Not in the new directory: ",
                leftOut.stream().filter(path -> !path.endsWith(".crc")).collect(Collectors.toList()));
        appendLines(text, WITHOUT_SOURCE, withoutSource);
        appendLines(text, "Note: ", notes());
        return text.toString();
    }

    /** Returns an empty table with the columns that {@link #row} fills. */
    static TextTable table() {
        return new TextTable()
                .text("")
                .number("files")
                .number("before")
                .number("after")
                .number("ratio");
    }

    private FileTotals written() {
        FileTotals written = new FileTotals();
        written.add(totals(FileOutcome.Status.RECOMPRESSED));
        written.add(totals(FileOutcome.Status.CARRIED_OVER));
        return written;
    }

    /** Describes the work done: {@code 16.5 MB in 1.6 s, 11 MB/s, 2 threads, read back and compared}. */
    static String work(long bytes, double seconds, String threads, String proof) {
        return ByteSize.format(bytes)
                + String.format(Locale.ROOT, " in %.1f s, ", seconds)
                + ByteSize.speed(bytes, seconds)
                + threads
                + ", "
                + proof;
    }

    /** Describes how new files were compared with their sources, unless a store confirmed some of them. */
    static String proof(boolean verified) {
        return verified ? "read back and compared" : "not verified";
    }

    private String proof(long written) {
        if (!options.verify() || confirmedByChecksum == 0) {
            return proof(options.verify());
        }
        return confirmedByChecksum == written
                ? "compared, and confirmed by the store's checksums"
                : "compared; " + confirmedByChecksum + " of " + written
                        + " files confirmed by the store's checksums, the others read back";
    }

    /** Returns a line with the number of column chunks that new files have from their sources; empty if there are none. */
    static String carriedOver(FileTotals written) {
        return written.keptChunks() == 0
                ? ""
                : "Carried over without decompressing them: " + written.keptChunks() + " of "
                        + (written.changedChunks() + written.keptChunks()) + " column chunks" + System.lineSeparator();
    }

    private void row(TextTable table, String name, FileOutcome.Status status) {
        FileTotals files = totals(status);
        if (files.files() > 0 || status == FileOutcome.Status.RECOMPRESSED) {
            row(table, name, files, true);
        }
    }

    /** Adds a row for files that are missing in the new directory, unless there are none. */
    private void missing(TextTable table, String name, FileOutcome.Status status, FileTotals others) {
        FileTotals files = new FileTotals();
        files.add(totals(status));
        files.add(others);
        if (files.files() > 0) {
            row(table, name, files, false);
        }
    }

    /** @param hasAfter whether to show the size after the run */
    static void row(TextTable table, String name, FileTotals files, boolean hasAfter) {
        table.row(
                name,
                files.files(),
                ByteSize.format(files.bytesBefore()),
                hasAfter ? ByteSize.format(files.bytesAfter()) : "",
                hasAfter ? ByteSize.ratio(files.bytesBefore(), files.bytesAfter()) : "");
    }

    private List<String> notes() {
        return notes.entrySet().stream()
                .map(note -> (note.getValue().files == 1 ? note.getValue().first : note.getValue().files + " files")
                        + ": " + note.getKey())
                .collect(Collectors.toList());
    }

    /** Appends a line for each of the first few of {@code lines}, and one with the number of the others. */
    static void appendLines(StringBuilder text, String title, List<String> lines) {
        for (String line : lines.subList(0, Math.min(MAX_SHOWN, lines.size()))) {
            text.append(title).append(PlainText.of(line)).append(System.lineSeparator());
        }
        if (lines.size() > MAX_SHOWN) {
            text.append(title)
                    .append(lines.size() - MAX_SHOWN)
                    .append(" more; --json lists all")
                    .append(System.lineSeparator());
        }
    }

    @Override
    public List<String> failures(boolean verbose) {
        List<String> lines = failures.lines(verbose);
        if (abortCause != null) {
            lines.addAll(Failures.lines(Failures.of(abortCause), abortCause, verbose));
        }
        long left = left();
        String rest = left + " of " + files() + " files are not done; no file is half done. ";
        if (interrupted && left > 0) {
            lines.add("Interrupted: " + rest + "Run the same command again to do the rest.");
        } else if (options.keepGoing() && abortCause == null && !isComplete()) {
            lines.add("Failed: " + failed() + " of " + files() + " files, for the reasons above."
                    + (left > 0 ? " Not done: " + left + ", to be copied once all Parquet files are done." : ""));
        } else if (left > 0) {
            String stop = failed() > 1 ? "Stopped after " + failed() + " failures: " : "Stopped at the first failure: ";
            lines.add(stop + rest + "Fix the cause and run the same command again, or add --keep-going to convert the"
                    + " other files.");
        }
        return lines;
    }

    @Override
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("files", files);
        document.put("copied", copies.stream().map(ListedFile::source).collect(Collectors.toList()));
        document.put(
                "copiesUpToDate",
                copiesUpToDate.stream().map(ListedFile::source).collect(Collectors.toList()));
        document.put("leftOut", leftOut);
        document.put("withoutSource", withoutSource);
        document.put("copyFailures", copyFailures);
        FileTotals written = written();
        Map<String, Object> total = new LinkedHashMap<>();
        // UNCHANGED occurs only in tables
        for (FileOutcome.Status status : EnumSet.complementOf(EnumSet.of(FileOutcome.Status.UNCHANGED))) {
            total.put(name(status), count(status));
        }
        total.put("bytesBefore", written.bytesBefore());
        total.put("bytesAfter", written.bytesAfter());
        total.put("changedChunks", written.changedChunks());
        total.put("keptChunks", written.keptChunks());
        total.put("seconds", seconds);
        total.put("threads", threads);
        total.put("verified", options.verify());
        total.put("interrupted", interrupted);
        document.put("total", total);
        document.put("exitCode", exitCode());
        return document;
    }

    private Map<String, Object> entry(FileOutcome outcome) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("source", outcome.source());
        entry.put("target", outcome.target());
        entry.put("status", name(outcome.status()));
        entry.put("bytesBefore", outcome.bytesBefore());
        entry.put("bytesAfter", outcome.bytesAfter());
        entry.put("changedChunks", outcome.changedChunks());
        entry.put("keptChunks", outcome.keptChunks());
        entry.put("comparedBy", comparedBy(outcome));
        entry.put("notes", outcome.notes());
        entry.put(
                "failure",
                outcome.failure()
                        .map(failure -> Failures.of(outcome.source(), failure))
                        .orElse(null));
        return entry;
    }

    private @Nullable String comparedBy(FileOutcome outcome) {
        if (!outcome.isWritten() || !options.verify()) {
            return null;
        }
        return outcome.isConfirmedByChecksum() ? "storeChecksum" : "readBack";
    }

    /** Returns the name of an enum value in JSON, such as {@code upToDate}. */
    static String name(Enum<?> value) {
        StringBuilder name = new StringBuilder();
        for (String word : value.name().split("_")) {
            String lower = word.toLowerCase(Locale.ROOT);
            name.append(name.length() == 0 ? lower : Character.toUpperCase(lower.charAt(0)) + lower.substring(1));
        }
        return name.toString();
    }
}
