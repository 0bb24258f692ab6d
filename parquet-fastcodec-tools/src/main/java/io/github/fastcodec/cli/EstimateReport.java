// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.recompress.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What a conversion would do, as far as a sample tells. Immutable. */
final class EstimateReport {

    private final Estimate estimate;
    private final int threads;
    private final List<String> notes;

    EstimateReport(Estimate estimate, int threads, List<String> notes) {
        this.estimate = estimate;
        this.threads = threads;
        this.notes = notes;
    }

    int exitCode(boolean keepGoing) {
        return estimate.failures().isEmpty() ? ExitCode.DONE : keepGoing ? ExitCode.PARTLY : ExitCode.FAILED;
    }

    /** Returns the estimate for people. */
    String text() {
        long before = estimate.sourceBytes();
        long after = estimate.targetBytes();
        String text = new Table()
                .text("")
                .number("files")
                .number("before")
                .number("after, about")
                .number("ratio")
                .row(
                        "to recompress",
                        estimate.files(),
                        ByteSize.format(before),
                        ByteSize.format(after),
                        ByteSize.ratio(before, after))
                .row("there already", estimate.filesThere(), "", "", "")
                .render();
        String newline = System.lineSeparator();
        double seconds = estimate.processorSeconds();
        return text
                + newline
                + "From " + estimate.samples()
                + " pages chosen at random; in 95 of 100 such samples the size is off by at most "
                + String.format(Locale.ROOT, "%.1f", percent(estimate.targetBytesError(), after)) + " %."
                + newline
                + "The processors take about " + duration(seconds) + " (+- "
                + Math.round(percent(estimate.processorSecondsError(), seconds)) + " %), or "
                + duration(seconds / threads)
                + " with " + threads + " threads, where reading and writing"
                + newline
                + "keep up. Nothing was written."
                + newline
                + notes.stream().map(note -> note + newline).collect(Collectors.joining());
    }

    private static double percent(double error, double value) {
        return value > 0 ? 100 * error / value : 0;
    }

    private static String duration(double seconds) {
        if (seconds < 120) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        return seconds < 7200
                ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
                : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
    }

    /** Returns sentences for the files that would fail, as far as the sample shows. */
    List<String> failures() {
        FailedFiles failed = new FailedFiles();
        estimate.failures().forEach((file, failure) -> failed.add(file, ConversionReport.sentence(file, failure)));
        return failed.lines();
    }

    /** Returns the estimate for machines. */
    Map<String, Object> document(boolean keepGoing) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("files", estimate.files());
        document.put("filesThere", estimate.filesThere());
        document.put("bytesBefore", estimate.sourceBytes());
        document.put("bytesAfter", estimate.targetBytes());
        document.put("bytesAfterError", estimate.targetBytesError());
        document.put("processorSeconds", estimate.processorSeconds());
        document.put("processorSecondsError", estimate.processorSecondsError());
        document.put("samples", estimate.samples());
        List<String> failures = new ArrayList<>();
        estimate.failures().forEach((file, failure) -> failures.add(ConversionReport.sentence(file, failure)));
        document.put("notes", notes);
        document.put("failures", failures);
        document.put("exitCode", exitCode(keepGoing));
        return document;
    }
}
