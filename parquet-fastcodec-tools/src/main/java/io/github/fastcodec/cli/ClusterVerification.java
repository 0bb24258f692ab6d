// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.cluster.Bundles;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterFunction;
import io.github.fastcodec.internal.cluster.DirectoryConversion;
import io.github.fastcodec.internal.cluster.FileList;
import io.github.fastcodec.internal.cluster.Machine;
import io.github.fastcodec.internal.recompress.FileTotals;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.tables.KeepReason;
import io.github.fastcodec.internal.tables.LoggedFile;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.verify.TableLogEntry;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterators;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The commands {@code verify} and {@code verify-table} where a cluster does the work. For one thread. */
final class ClusterVerification {

    private static final Pattern ROOT = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]+:(//[^/]*)?");

    private final Cluster cluster;
    private final VerifyOptions options;
    private final WorkOptions work;
    private final OutputOptions output;
    private final Storages storages;

    ClusterVerification(Cluster cluster, VerifyOptions options, WorkOptions work, OutputOptions output) {
        this.cluster = cluster;
        this.options = options;
        this.work = work;
        this.output = output;
        this.storages = cluster.storages();
    }

    /**
     * Checks the files that paths lead to.
     *
     * @return the exit code
     * @throws IllegalArgumentException if the paths lead nowhere, or to no Parquet file
     * @throws IOException if the cluster fails, or the report cannot be written
     */
    int run(PathArguments paths) throws IOException {
        FileList files = paths.find(cluster);
        try (Interruption interruption = Interruption.watch();
                VerifyReport report = new VerifyReport(options, output, storages, interruption)) {
            Iterator<Checked> all = StreamSupport.stream(
                            Spliterators.spliteratorUnknownSize(files.largestFirst(), 0), false)
                    .map(file -> new Checked(file.source(), file.length(), null))
                    .iterator();
            check(all, report, options.isSample() ? Progress.UNKNOWN_BYTES : files.bytes(), interruption);
            return report.end(List.of());
        }
    }

    /**
     * Checks the live files of a table, and what its log says of them.
     *
     * @param isWhole whether all live files are asked for, so that others in the table's directory can be counted
     * @return the exit code
     * @throws IOException if the log cannot be read, the cluster fails, or the report cannot be written
     */
    int run(TableLog log, boolean isWhole) throws IOException {
        try (Interruption interruption = Interruption.watch();
                VerifyReport report = new VerifyReport(options, output, storages, interruption);
                Stream<LoggedFile> live = log.loggedFiles()) {
            TableFiles files = new TableFiles(pathOf(log.directory()));
            check(
                    live.filter(files::isChecked)
                            .map(file ->
                                    new Checked(file.path(), file.entry().length(), files.withNewDeletes(file.entry())))
                            .iterator(),
                    report,
                    Progress.UNKNOWN_BYTES,
                    interruption);
            List<String> notes = new ArrayList<>();
            files.unreadable.forEach(
                    (reason, totals) -> notes.add("Not checked: " + TableReportText.files(reason, totals) + "."));
            if (isWhole && !options.isSample() && !interruption.isRequested()) {
                others(log.directory(), files.inside - report.missingFiles()).ifPresent(notes::add);
            }
            return report.end(notes);
        }
    }

    /** Returns a sentence on the files in a table's directory that are not live, if there are any. */
    private Optional<String> others(String directory, long live) {
        FileList there;
        try {
            there = new DirectoryConversion(cluster).find(List.of(directory));
        } catch (IOException | RuntimeException e) {
            return Optional.of(directory + " cannot be listed: " + Reason.of(e)); // all else was done
        }
        long others = there.files() - live;
        return others <= 0
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "Not part of this version: %,d of the %,d Parquet files in %s, which are those of older versions, delete"
                                + " files, or leftovers.",
                        others,
                        there.files(),
                        directory));
    }

    private void check(Iterator<Checked> files, VerifyReport report, long bytes, Interruption interruption)
            throws IOException {
        Verify job = new Verify(
                ClusterRecompression.options(cluster), options.values(), work.askedThreads(), work.askedMemory());
        try (Progress progress =
                output.json() ? Progress.silent() : Progress.start("verify", Progress.UNKNOWN_FILES, bytes)) {
            cluster.call(
                    "parquet-fastcodec verifies Parquet files",
                    job,
                    new Bundles<>(options.asked(files, Checked::length), Checked::length),
                    results -> results.forEach(result -> {
                        progress.bytes(result.length());
                        report.add(result);
                    }),
                    interruption::isRequested);
        }
    }

    /** Returns a path without scheme and authority, which may be there or not. */
    private static String pathOf(String path) {
        return ROOT.matcher(path).replaceFirst("");
    }

    /** A file that is to be checked, and what a table's log says of it, or null. Immutable. */
    private record Checked(
            String path, long length, @Nullable TableLogEntry entry) implements Serializable {}

    /** Tells which files of a table can be checked, and counts the others. For one thread. */
    private static final class TableFiles {

        private final String directory;
        private final Map<KeepReason, FileTotals> unreadable = new EnumMap<>(KeepReason.class);

        /** The files of deletes that were named. */
        private final Set<String> deletes = new HashSet<>();

        /** How many live files are in the directory of the table. */
        private long inside;

        private TableFiles(String directory) {
            this.directory = directory.endsWith("/") ? directory : directory + "/";
        }

        /** Returns an entry without files of deletes that another entry has named. */
        private TableLogEntry withNewDeletes(TableLogEntry entry) {
            return entry.deletes().isEmpty()
                    ? entry
                    : entry.withDeletes(
                            entry.deletes().stream().filter(deletes::add).toList());
        }

        private boolean isChecked(LoggedFile file) {
            long length = file.entry().length();
            KeepReason reason = file.unreadable();
            boolean isListed =
                    reason != KeepReason.NOT_PARQUET && pathOf(file.path()).startsWith(directory);
            inside += isListed ? 1 : 0;
            if (reason != null) {
                unreadable.computeIfAbsent(reason, none -> new FileTotals()).add(1, length, length);
            }
            return reason == null;
        }
    }

    /**
     * Checks files, on any machine. Immutable.
     *
     * @param threads how many threads a task has, or 0 for those of the machine
     * @param memory how many bytes of pages a task holds, or 0 for its part of the machine's
     */
    private record Verify(FastCodecOptions options, boolean values, int threads, long memory)
            implements ClusterFunction<ArrayList<Checked>, ArrayList<VerifyResult>> {

        @Override
        public ArrayList<VerifyResult> run(ArrayList<Checked> files, Machine machine) throws IOException {
            Map<String, TableLogEntry> log = new HashMap<>();
            files.forEach(file -> {
                if (file.entry() != null) {
                    log.put(file.path(), file.entry());
                }
            });
            Verifier verifier = Verifier.defaults()
                    .withOptions(options)
                    .withThreads(threads > 0 ? threads : machine.threads())
                    .withMemory(memory > 0 ? memory : machine.memory())
                    .withSettings(machine.settings())
                    .withLog(log::get);
            ArrayList<VerifyResult> results = new ArrayList<>();
            try {
                (values ? verifier.withValues() : verifier)
                        .verify(files.stream().map(Checked::path).toList(), results::add);
            } catch (UncheckedIOException e) {
                throw e.getCause(); // the task has ended early
            }
            for (VerifyResult result : results) {
                if (!result.isRead() && !machine.isLastAttempt()) {
                    throw new IOException(
                            result.file() + " could not be read as a whole"); // it may do better next time
                }
            }
            return results;
        }
    }
}
