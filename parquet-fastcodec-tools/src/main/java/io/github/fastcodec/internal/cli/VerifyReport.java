// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.cluster.ClusterVerification;
import io.github.fastcodec.internal.cluster.ClusterVerification.ClusterFile;
import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.text.PlainText;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.verify.Finding;
import io.github.fastcodec.verify.LostRows;
import io.github.fastcodec.verify.Severity;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyResult;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Prints the findings of each file as they arrive, and a summary at the end. Not thread-safe. */
final class VerifyReport implements Closeable {

    private final VerifyArguments arguments;
    private final OutputOptions output;
    private final Interruption interruption;
    private final @Nullable JsonLines findings;
    private final @Nullable JsonLines damaged;
    private final List<Object> documents = new ArrayList<>();
    private final long start = System.nanoTime();

    private long files;
    private long damagedFiles;
    private long damages;
    private long quirks;
    private long bytes;
    private long pages;
    private long checkedPages;
    private long checksummedPages;
    private long decompressedBytes;

    /**
     * Creates a report and, if they are requested, the files for findings and lost rows.
     *
     * @param storages the file systems of these files
     * @param interruption reports whether the verification ends early
     * @throws IllegalArgumentException if one of these files already exists
     */
    VerifyReport(VerifyArguments arguments, OutputOptions output, Storages storages, Interruption interruption)
            throws IOException {
        this.arguments = arguments;
        this.output = output;
        this.interruption = interruption;
        this.findings = arguments.findings(storages);
        try {
            this.damaged = arguments.damaged(storages);
        } catch (Throwable e) {
            if (findings != null) {
                findings.close();
            }
            throw e;
        }
    }

    /** Verifies files on this machine, shows the progress, and adds the results. */
    void add(Verifier verifier, List<ListedFile> files) {
        List<ListedFile> selected = new ArrayList<>();
        arguments.selected(files.iterator(), ListedFile::length).forEachRemaining(selected::add);
        long all = selected.stream().mapToLong(ListedFile::length).sum();
        try (Progress progress = progress(selected.size(), all)) {
            verifier.withProgress(count -> {
                        progress.bytes(count);
                        interruption.check();
                    })
                    .verify(selected.stream().map(ListedFile::source).toList(), result -> {
                        progress.file();
                        add(result);
                    });
        } catch (CancellationException e) {
            // the report shows that the run was interrupted
        }
    }

    private Progress progress(int count, long length) {
        return output.json() ? Progress.silent() : output.progress("verify", count, length);
    }

    /**
     * Verifies files on a cluster, shows the progress, and adds the results.
     *
     * @param all the size of the files in bytes, or {@link Progress#UNKNOWN_BYTES}
     * @throws IOException if the cluster fails
     */
    void add(ClusterVerification verification, Iterator<ClusterFile> files, long all) throws IOException {
        long expected = arguments.isSample() ? Progress.UNKNOWN_BYTES : all;
        try (Progress progress = progress(Progress.UNKNOWN_FILES, expected)) {
            verification.run(
                    arguments.selected(files, ClusterFile::length),
                    result -> {
                        progress.bytes(result.length());
                        add(result);
                    },
                    interruption::isRequested);
        }
    }

    void add(VerifyResult result) {
        files++;
        damagedFiles += result.isSound() ? 0 : 1;
        damages += result.damages();
        quirks += result.quirks();
        bytes += result.length();
        pages += result.pages();
        checkedPages += result.checkedPages();
        checksummedPages += result.checksummedPages();
        decompressedBytes += result.decompressedBytes();
        try {
            write(result);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (output.json()) {
            documents.add(document(result));
        }
        result.findings().forEach(finding -> output.line(finding.toString()));
        more(result, Severity.DAMAGE, result.damages(), "more finding");
        more(result, Severity.QUIRK, result.quirks(), "more quirk");
    }

    private void write(VerifyResult result) throws IOException {
        if (findings != null) {
            for (Finding finding : result.findings()) {
                Map<String, Object> line = new LinkedHashMap<>();
                line.put("file", finding.file());
                line.putAll(document(finding));
                findings.add(line);
            }
        }
        if (damaged != null) {
            for (LostRows lost : result.lostRows()) {
                damaged.add(lost);
            }
        }
    }

    private void more(VerifyResult result, Severity severity, long all, String what) {
        long listed = result.findings().stream()
                .filter(finding -> finding.kind().severity() == severity)
                .count();
        if (all > listed) {
            output.line(result.file() + ": " + PlainText.count(all - listed, what));
        }
    }

    /**
     * Prints the notes and the summary.
     *
     * @return the exit code
     */
    int end(List<String> notes) {
        List<String> all = new ArrayList<>(notes);
        boolean isWhole = !interruption.isRequested();
        if (!isWhole) {
            all.add("Interrupted: the findings are incomplete.");
        }
        boolean areFindingsWritten = finish(findings, all);
        boolean isWritten = finish(damaged, all) && areFindingsWritten;
        double seconds = (System.nanoTime() - start) / 1e9;
        all.forEach(output::line);
        output.line(sentence(seconds));
        if (output.json()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("files", documents);
            document.put("summary", summary(seconds));
            if (!all.isEmpty()) {
                document.put("notes", all);
            }
            output.printJson(document);
        }
        return isWhole && isWritten && damages == 0 && (quirks == 0 || !arguments.strict())
                ? ExitCode.DONE
                : ExitCode.FAILED;
    }

    /** Gives a file its name, or adds a note on why that failed. Does not throw, so that the rest of the report is printed. */
    private static boolean finish(@Nullable JsonLines lines, List<String> notes) {
        try {
            if (lines != null) {
                lines.finish();
            }
            return true;
        } catch (IOException e) {
            notes.add(lines.path() + " was not written: " + Reason.of(e));
            return false;
        }
    }

    /** Deletes the files for findings and lost rows, unless the report has ended. */
    @Override
    public void close() throws IOException {
        try (findings;
                damaged) {
            // closes both
        }
    }

    private static Map<String, Object> document(VerifyResult result) {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("file", result.file());
        file.put("bytes", result.length());
        file.put("rowGroups", result.rowGroups());
        file.put("rows", result.rows());
        file.put("pages", result.pages());
        file.put("checkedPages", result.checkedPages());
        file.put("checksummedPages", result.checksummedPages());
        file.put("decompressedBytes", result.decompressedBytes());
        file.put("damages", result.damages());
        file.put("quirks", result.quirks());
        file.put(
                "findings",
                result.findings().stream().map(VerifyReport::document).toList());
        return file;
    }

    private static Map<String, Object> document(Finding finding) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("severity", finding.kind().severity().label());
        document.put("kind", finding.kind().label());
        put("rowGroup", finding.rowGroup(), document);
        put("column", finding.column(), document);
        put("page", finding.page(), document);
        put("offset", finding.offset(), document);
        document.put("message", finding.message());
        return document;
    }

    private static void put(String name, @Nullable Object value, Map<String, Object> document) {
        if (value != null) {
            document.put(name, value);
        }
    }

    private Map<String, Object> summary(double seconds) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("interrupted", interruption.isRequested());
        summary.put("files", files);
        summary.put("damagedFiles", damagedFiles);
        summary.put("damages", damages);
        summary.put("quirks", quirks);
        summary.put("bytes", bytes);
        summary.put("pages", pages);
        summary.put("checkedPages", checkedPages);
        summary.put("checksummedPages", checksummedPages);
        summary.put("decompressedBytes", decompressedBytes);
        summary.put("seconds", seconds);
        if (!interruption.isRequested()) { // otherwise the bytes include some that were not read
            summary.put("megabytesPerSecond", seconds > 0 ? Math.round(bytes / seconds / 1e6) : 0);
        }
        return summary;
    }

    private String sentence(double seconds) {
        boolean isWhole = !interruption.isRequested();
        return PlainText.count(files, "file") + ", " + (isWhole ? "" : checkedPages + " of ")
                + PlainText.count(pages, "page") + ", " + ByteSize.format(bytes)
                + " ("
                + ByteSize.format(decompressedBytes) + " decompressed" + (arguments.values() ? " and decoded" : "")
                + ") in "
                + String.format(Locale.ROOT, "%.1f s", seconds)
                + (isWhole ? ", " + ByteSize.speed(bytes, seconds) : "") + "; "
                + (checkedPages == 0
                        ? "no page was checked"
                        : String.format(
                                Locale.ROOT,
                                "%d %% of the pages have a checksum",
                                100 * checksummedPages / checkedPages))
                + ": "
                + (damages == 0
                        ? "nothing was found"
                        : PlainText.count(damages, "finding") + " in " + PlainText.count(damagedFiles, "file"))
                + (quirks == 0 ? "." : ", and " + PlainText.count(quirks, "quirk") + ".");
    }
}
