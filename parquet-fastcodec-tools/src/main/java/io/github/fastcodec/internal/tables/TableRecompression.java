// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.FileTask;
import io.github.fastcodec.internal.cluster.RecompressFiles;
import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Recompresses the live files of a table in batches. The new files of each batch are written next to the old files, and are then
 * committed. A run that is killed loses only the current batch; the next run continues with the remaining files. Immutable.
 */
public final class TableRecompression {

    /** The total length of old files at which a batch is full, in bytes. */
    private static final long BATCH_BYTES = 256L << 30;

    private final TableLog log;
    private final Cluster cluster;
    private final RecompressOptions options;
    private final int batchFiles;

    /**
     * @param batchFiles the maximum number of files that a commit replaces
     * @throws IllegalArgumentException if {@code batchFiles} is below 1
     */
    public TableRecompression(TableLog log, Cluster cluster, RecompressOptions options, int batchFiles) {
        if (batchFiles < 1) {
            throw new IllegalArgumentException("batch is " + batchFiles + " files, expected at least 1");
        }
        this.log = log;
        this.cluster = cluster;
        this.options = options.withGuardTables(false);
        this.batchFiles = batchFiles;
    }

    /**
     * Recompresses the table's files. A file that fails does not end the run: it stays part of the table, and the report lists
     * it. A commit that fails ends the run, and the report contains the failure.
     *
     * @param cancelled returns whether the run should end; the files written before are still committed
     */
    public TableReport run(BooleanSupplier cancelled) {
        Set<String> unfinished = new LinkedHashSet<>(); // the new files of tasks without a result
        try {
            return run(cancelled, unfinished);
        } finally {
            unfinished.forEach(this::deleteQuietly); // deleted once, but a cancelled task may write one later
        }
    }

    private TableReport run(BooleanSupplier cancelled, Set<String> unfinished) {
        TableReport report = new TableReport();
        try (Stream<TableFile> files = log.liveFiles()) {
            Map<String, TableFile.Replaceable> batch = new LinkedHashMap<>();
            long bytes = 0;
            for (Iterator<TableFile> live = files.iterator(); live.hasNext(); ) {
                TableFile next = live.next();
                if (cancelled.getAsBoolean()) {
                    return report;
                }
                if (next instanceof TableFile.Kept kept) {
                    report.kept(kept.reason(), kept);
                    continue;
                }
                TableFile.Replaceable file = (TableFile.Replaceable) next;
                batch.put(file.target(), file);
                bytes += file.length();
                if (batch.size() == batchFiles || bytes >= BATCH_BYTES) {
                    run(batch, report, cancelled, unfinished);
                    if (report.failure().isPresent()) {
                        return report;
                    }
                    batch.clear();
                    bytes = 0;
                }
            }
            run(batch, report, cancelled, unfinished);
        } catch (Throwable e) { // Scala throws checked exceptions undeclared
            if (report.isEmpty()) {
                throw e;
            }
            report.failed(e); // keeps the report of the earlier batches
        }
        if (!cancelled.getAsBoolean() && report.failure().isEmpty()) {
            report.completed();
        }
        return report;
    }

    private void run(
            Map<String, TableFile.Replaceable> batch,
            TableReport report,
            BooleanSupplier cancelled,
            Set<String> unfinished) {
        if (batch.isEmpty()) {
            return;
        }
        Set<TableFile.Replaceable> uncommitted =
                new LinkedHashSet<>(batch.values()); // files whose new files no version of the table names
        List<Replacement> replacements = new ArrayList<>();
        try {
            convert(batch, replacements, report, cancelled, unfinished);
            if (!replacements.isEmpty()) {
                for (List<Replacement> commit : log.commits(replacements)) {
                    commit(commit, uncommitted, report);
                }
            }
        } catch (Throwable e) { // Scala throws checked exceptions undeclared
            report.failed(e);
        }
        for (TableFile.Replaceable file : uncommitted) {
            try {
                log.delete(file.target());
            } catch (Throwable e) {
                report.orphan(file.target());
            }
        }
    }

    private void deleteQuietly(String path) {
        try {
            log.delete(path);
        } catch (IOException | RuntimeException e) {
            // Most of these files were never written.
        }
    }

    /**
     * Commits replacements, and removes from {@code uncommitted} each file whose new file the table names, or may name, after the
     * commit.
     */
    private void commit(List<Replacement> replacements, Set<TableFile.Replaceable> uncommitted, TableReport report)
            throws IOException {
        // From here on the table may name the new files, so they must not be deleted after an unexpected
        // failure, not even after an OutOfMemoryError in the report.
        replacements.forEach(replacement -> uncommitted.remove(replacement.file()));
        TableLog.Commit commit;
        try {
            commit = log.replace(replacements);
        } catch (NotCommittedException e) {
            replacements.forEach(replacement -> uncommitted.add(replacement.file()));
            throw e;
        } catch (Throwable e) {
            replacements.forEach(replacement -> report.orphan(replacement.file().target()));
            throw e;
        }
        report.committed(commit.versions());
        Set<Replacement> done = new HashSet<>(commit.done());
        for (Replacement replacement : replacements) {
            if (done.contains(replacement)) {
                report.replaced(replacement);
            } else {
                report.kept(KeepReason.CHANGED_MEANWHILE, replacement.file());
                uncommitted.add(replacement.file());
            }
        }
    }

    private void convert(
            Map<String, TableFile.Replaceable> batch,
            List<Replacement> replacements,
            TableReport report,
            BooleanSupplier cancelled,
            Set<String> unfinished)
            throws IOException {
        List<FileTask> tasks = tasks(batch.values());
        tasks.sort(FileTask.LARGEST_FIRST);
        unfinished.addAll(batch.keySet());
        new RecompressFiles(options)
                .on(
                        cluster,
                        tasks.iterator(),
                        result -> {
                            String target = result.outcome().target();
                            unfinished.remove(target);
                            TableFile.Replaceable file = Objects.requireNonNull(batch.get(target), target);
                            if (result.isDone()) {
                                replacements.add(new Replacement(file, result));
                            } else if (result.outcome().status() == FileOutcome.Status.UNCHANGED) {
                                report.kept(KeepReason.UNCHANGED, file);
                            } else {
                                report.failed(result.outcome());
                            }
                        },
                        cancelled);
    }

    /**
     * Returns the tasks of a batch. The first task in each directory also deletes the temporary files of killed runs, because
     * VACUUM and remove_orphan_files ignore them: their names begin with a dot.
     */
    private static List<FileTask> tasks(Collection<TableFile.Replaceable> batch) {
        Set<String> directories = new HashSet<>();
        List<FileTask> tasks = new ArrayList<>(batch.size());
        for (TableFile.Replaceable file : batch) {
            String target = file.target();
            boolean isFirst = directories.add(target.substring(0, target.lastIndexOf('/') + 1));
            FileJob.Logged logged = new FileJob.Logged(file.length(), file.rows());
            tasks.add(new FileTask(file.source(), target, file.length(), false, isFirst, logged));
        }
        return tasks;
    }
}
