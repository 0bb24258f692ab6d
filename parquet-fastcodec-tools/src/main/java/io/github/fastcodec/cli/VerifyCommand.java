// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.InputFiles;
import io.github.fastcodec.internal.verify.FileReport;
import io.github.fastcodec.internal.verify.Found;
import io.github.fastcodec.internal.verify.Verification;
import java.io.IOException;
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
            Verification.of(FastCodecOptions.from(System::getProperty), work.threads(), work.memory(), values)
                    .run(found.files().stream().map(VerifyCommand::source).iterator(), new Verification.Listener() {
                        @Override
                        public void bytes(long count) {
                            progress.bytes(count);
                        }

                        @Override
                        public void finished(FileReport report) {
                            progress.file();
                            finish(report);
                        }
                    });
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
        return totals.findings == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static Verification.Source source(InputFile file) {
        return new Verification.Source() {
            @Override
            public String name() {
                return file.path();
            }

            @Override
            public FileInput open() throws IOException {
                return file.open();
            }
        };
    }

    private void finish(FileReport report) {
        totals.add(report);
        if (output.json()) {
            files.add(document(report));
            return;
        }
        for (Found found : report.findings()) {
            output.line(report.file() + ": " + found);
        }
        if (report.findingCount() > report.findings().size()) {
            output.line(report.file() + ": "
                    + count(report.findingCount() - report.findings().size(), "more finding"));
        }
        for (String note : report.notes()) {
            output.line(report.file() + ": note: " + note);
        }
    }

    private static Map<String, Object> document(FileReport report) {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("file", report.file());
        file.put("bytes", report.length());
        file.put("rowGroups", report.rowGroups());
        file.put("rows", report.rows());
        file.put("pages", report.pages());
        file.put("checkedPages", report.checkedPages());
        file.put("checksummedPages", report.checksummedPages());
        file.put("decompressedBytes", report.decompressedBytes());
        file.put("findingCount", report.findingCount());
        List<Object> findings = new ArrayList<>();
        report.findings().forEach(found -> findings.add(document(found)));
        file.put("findings", findings);
        file.put("notes", report.notes());
        return file;
    }

    private static Map<String, Object> document(Found found) {
        Map<String, Object> finding = new LinkedHashMap<>();
        Place place = found.place();
        if (place.rowGroup() >= 0) {
            finding.put("rowGroup", place.rowGroup());
        }
        if (place.column() != null) {
            finding.put("column", place.column());
        }
        if (place.page() >= 0) {
            finding.put("page", place.page());
            finding.put("offset", place.offset());
        }
        finding.put("message", found.message());
        return finding;
    }

    private static String count(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }

    /** What was done in all. */
    private static final class Totals {

        private long files;
        private long damagedFiles;
        private long findings;
        private long bytes;
        private long pages;
        private long checkedPages;
        private long checksummedPages;
        private long decompressedBytes;

        private void add(FileReport report) {
            files++;
            damagedFiles += report.findingCount() > 0 ? 1 : 0;
            findings += report.findingCount();
            bytes += report.length();
            pages += report.pages();
            checkedPages += report.checkedPages();
            checksummedPages += report.checksummedPages();
            decompressedBytes += report.decompressedBytes();
        }

        private Map<String, Object> document(double seconds) {
            Map<String, Object> summary = new LinkedHashMap<>();
            summary.put("files", files);
            summary.put("filesWithFindings", damagedFiles);
            summary.put("findings", findings);
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
                    + (findings == 0
                            ? "nothing was found."
                            : count(findings, "finding") + " in " + count(damagedFiles, "file") + ".");
        }
    }
}
