// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.InputFiles;
import io.github.fastcodec.verify.Finding;
import io.github.fastcodec.verify.Severity;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code verify}: checks files, and prints a line for each finding. */
@Command(name = "verify")
final class VerifyCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Mixin
    private PathArguments paths;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    @Option(names = "--values")
    private boolean values;

    @Option(names = "--strict")
    private boolean strict;

    private final Map<String, Object> document = new LinkedHashMap<>();
    private final List<Object> files = new ArrayList<>();
    private final Totals totals = new Totals();

    VerifyCommand() {}

    @Override
    public Integer call() throws IOException {
        InputFiles found = paths.find();
        long bytes = found.files().stream().mapToLong(InputFile::length).sum();
        long start = System.nanoTime();
        try (Progress progress = output.json()
                ? Progress.silent()
                : Progress.start("verify", found.files().size(), bytes)) {
            Verifier verifier = Verifier.defaults()
                    .withOptions(FastCodecOptions.from(System::getProperty))
                    .withThreads(work.threads())
                    .withMemory(work.memory())
                    .withProgress(progress::bytes);
            (values ? verifier.withValues() : verifier)
                    .verify(found.files().stream().map(InputFile::path).toList(), result -> {
                        progress.file();
                        finish(result);
                    });
        } catch (UncheckedIOException e) {
            throw e.getCause(); // the thread was interrupted
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e); // a setting
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (output.json()) {
            document.put("files", files);
            document.put("summary", totals.document(seconds));
            output.printJson(document);
        } else {
            output.line(totals.sentence(seconds, values));
        }
        return totals.damages == 0 && (totals.quirks == 0 || !strict) ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void finish(VerifyResult result) {
        totals.add(result);
        if (output.json()) {
            files.add(document(result));
            return;
        }
        result.findings().forEach(finding -> output.line(finding.toString()));
        more(result, Severity.DAMAGE, result.damages(), "more finding");
        more(result, Severity.QUIRK, result.quirks(), "more quirk");
    }

    private void more(VerifyResult result, Severity severity, long all, String what) {
        long listed = result.findings().stream()
                .filter(finding -> finding.kind().severity() == severity)
                .count();
        if (all > listed) {
            output.line(result.file() + ": " + count(all - listed, what));
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
                result.findings().stream().map(VerifyCommand::document).toList());
        return file;
    }

    private static Map<String, Object> document(Finding finding) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("severity", finding.kind().severity().label());
        document.put("kind", finding.kind().label());
        finding.rowGroup().ifPresent(rowGroup -> document.put("rowGroup", rowGroup));
        finding.column().ifPresent(column -> document.put("column", column));
        finding.page().ifPresent(page -> document.put("page", page));
        finding.offset().ifPresent(offset -> document.put("offset", offset));
        document.put("message", finding.message());
        return document;
    }

    private static String count(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }

    /** The totals. */
    private static final class Totals {

        private long files;
        private long damagedFiles;
        private long damages;
        private long quirks;
        private long bytes;
        private long pages;
        private long checkedPages;
        private long checksummedPages;
        private long decompressedBytes;

        private void add(VerifyResult result) {
            files++;
            damagedFiles += result.isSound() ? 0 : 1;
            damages += result.damages();
            quirks += result.quirks();
            bytes += result.length();
            pages += result.pages();
            checkedPages += result.checkedPages();
            checksummedPages += result.checksummedPages();
            decompressedBytes += result.decompressedBytes();
        }

        private Map<String, Object> document(double seconds) {
            Map<String, Object> summary = new LinkedHashMap<>();
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
            summary.put("megabytesPerSecond", seconds > 0 ? Math.round(bytes / seconds / 1e6) : 0);
            return summary;
        }

        private String sentence(double seconds, boolean values) {
            return count(files, "file") + ", " + count(pages, "page") + ", " + ByteSize.format(bytes) + " ("
                    + ByteSize.format(decompressedBytes) + " decompressed" + (values ? " and decoded" : "") + ") in "
                    + String.format(Locale.ROOT, "%.1f s, ", seconds) + ByteSize.speed(bytes, seconds) + "; "
                    + (checkedPages == 0
                            ? "no page was checked"
                            : String.format(
                                    Locale.ROOT,
                                    "%d %% of the pages have a checksum",
                                    100 * checksummedPages / checkedPages))
                    + ": "
                    + (damages == 0
                            ? "nothing was found"
                            : count(damages, "finding") + " in " + count(damagedFiles, "file"))
                    + (quirks == 0 ? "." : ", and " + count(quirks, "quirk") + ".");
        }
    }
}
