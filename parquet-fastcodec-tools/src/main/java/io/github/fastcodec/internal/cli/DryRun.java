// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.recompress.Estimate;
import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.Listener;
import io.github.fastcodec.internal.recompress.Recompression;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The report of {@code --dry-run}: an estimate of the size and time of a run. Immutable.
 *
 * @param threads the number of threads that a run would use
 * @param notes sentences about files that a run would not change
 * @param withoutSource the paths in the new directory that have no source
 * @param keepGoing whether a run would continue after a file has failed
 */
record DryRun(Estimate estimate, int threads, List<String> notes, List<String> withoutSource, boolean keepGoing)
        implements Report {

    /** The number of random places whose pages are measured. The estimate is usually accurate to a few percent, and takes seconds. */
    private static final int SAMPLES = 400;

    /** Fixed, so that the same command always estimates the same size. */
    private static final long SEED = 1;

    /** Returns the jobs to estimate a run over files. */
    static List<FileJob> jobs(FileList files, Storages storages) throws IOException {
        List<FileJob> jobs = new ArrayList<>();
        for (ListedFile file : files.inOrder()) {
            jobs.add(FileJob.of(file, storages, false));
        }
        return jobs;
    }

    /** Estimates a run, prints the estimate, and returns the exit code. */
    static int print(
            RecompressOptions options,
            List<FileJob> jobs,
            int threads,
            List<String> notes,
            List<String> withoutSource,
            OutputOptions output,
            Interruption interruption) {
        Estimate estimate;
        try {
            estimate = new Recompression(options).estimate(jobs, SAMPLES, SEED, new Listener() {
                @Override
                public boolean isCancelled() {
                    return interruption.isRequested();
                }
            });
        } catch (InterruptedIOException e) {
            return output.fail(Failures.of(e)); // report it here: closing the interruption ends the JVM
        }
        return output.print(new DryRun(estimate, threads, notes, withoutSource, options.keepGoing()));
    }

    @Override
    public int exitCode() {
        return estimate.failures().isEmpty() ? ExitCode.DONE : keepGoing ? ExitCode.PARTLY : ExitCode.FAILED;
    }

    @Override
    public String text() {
        long before = estimate.bytesBefore();
        long after = estimate.bytesAfter();
        double seconds = estimate.processorSeconds();
        String table = new TextTable()
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
                .row("target exists", estimate.existingTargets(), "", "", "")
                .render();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s%nFrom the pages at %d random places; in 95 of 100 such samples the size is off by at most %.1f %%.%n"
                        + "The processors take about %s (+- %.0f %%), or %s with %d threads if reading and writing%n"
                        + "keep up. Nothing was written.%n",
                table,
                estimate.samples(),
                percent(estimate.bytesAfterError(), after),
                duration(seconds),
                percent(estimate.processorSecondsError(), seconds),
                duration(seconds / threads),
                threads));
        notes.forEach(note -> text.append(note).append(System.lineSeparator()));
        ConversionReport.appendLines(text, ConversionReport.WITHOUT_SOURCE, withoutSource);
        return text.toString();
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

    @Override
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("files", estimate.files());
        document.put("existingTargets", estimate.existingTargets());
        document.put("bytesBefore", estimate.bytesBefore());
        document.put("bytesAfter", estimate.bytesAfter());
        document.put("bytesAfterError", estimate.bytesAfterError());
        document.put("processorSeconds", estimate.processorSeconds());
        document.put("processorSecondsError", estimate.processorSecondsError());
        document.put("samples", estimate.samples());
        document.put("notes", notes);
        document.put("withoutSource", withoutSource);
        List<String> sentences = new ArrayList<>();
        estimate.failures().forEach((file, failure) -> sentences.add(Failures.of(file, failure)));
        document.put("failures", sentences);
        document.put("exitCode", exitCode());
        return document;
    }

    @Override
    public List<String> failures(boolean verbose) {
        FailedFiles failed = new FailedFiles();
        estimate.failures().forEach(failed::add);
        return failed.lines(verbose);
    }
}
