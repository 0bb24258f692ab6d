// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import io.github.fastcodec.internal.cluster.FileResult;
import io.github.fastcodec.internal.tables.KeepReason;
import io.github.fastcodec.internal.tables.LoggedFile;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.NotCommittedException;
import io.github.fastcodec.internal.tables.Replacement;
import io.github.fastcodec.internal.tables.TableFile;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/** A table of Iceberg's. */
final class IcebergLog implements TableLog {

    private static final int NEWEST_FORMAT = 3;

    /** How often a commit is tried where others are faster, each time on what the table has become. */
    private static final int ATTEMPTS = 10;

    /** In the summary of each snapshot of ours: which commit, by which run, to which codecs. */
    private static final String BATCH = "parquet-fastcodec.batch";

    private static final String RUN = "parquet-fastcodec.run";
    private static final String PLAN = "parquet-fastcodec.plan";

    private final Table table;
    private final Expression where;
    private final NewNames names;

    /**
     * @param where which files are asked for: those that may have rows like that
     * @throws IOException if the table's format is too new
     */
    IcebergLog(Table table, Expression where, NewNames names) throws IOException {
        this.table = table;
        this.where = where;
        this.names = names;
        if (format() > NEWEST_FORMAT) {
            throw new IOException(table.name() + " has format version " + format()
                    + ", and this version of parquet-fastcodec knows Iceberg's formats up to " + NEWEST_FORMAT);
        }
    }

    private TableOperations operations() {
        return ((BaseTable) table).operations();
    }

    private int format() {
        return operations().current().formatVersion();
    }

    @Override
    public Stream<TableFile> liveFiles() {
        return live().map(this::tableFile);
    }

    @Override
    public Stream<LoggedFile> loggedFiles() {
        Stream<FileScanTask> live = live();
        IcebergStatistics statistics = new IcebergStatistics(table.schema(), table.specs());
        return live.map(
                task -> new LoggedFile(task.file().location(), statistics.entry(task), unreadable(task.file())));
    }

    @Override
    public String directory() {
        return table.location();
    }

    private Stream<FileScanTask> live() {
        table.refresh();
        // Not the table's own scan, which a REST catalog may plan: its files have no sequence numbers.
        CloseableIterator<FileScanTask> tasks =
                scan(new BaseTable(operations(), table.name())).iterator();
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(tasks, Spliterator.ORDERED), false)
                .onClose(() -> {
                    try {
                        tasks.close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    private CloseableIterable<FileScanTask> scan(Table version) {
        Snapshot snapshot = version.currentSnapshot();
        if (snapshot == null) {
            return CloseableIterable.empty();
        }
        return version.newScan()
                .useSnapshot(snapshot.snapshotId())
                .filter(where)
                .ignoreResiduals()
                .includeColumnStats()
                .planFiles();
    }

    /** Returns why nothing here reads a file, or null. */
    private static @Nullable KeepReason unreadable(DataFile file) {
        if (file.format() != FileFormat.PARQUET) {
            return KeepReason.NOT_PARQUET;
        }
        return file.keyMetadata() == null ? null : KeepReason.ENCRYPTED;
    }

    private TableFile tableFile(FileScanTask task) {
        DataFile file = task.file();
        String name = file.location().substring(file.location().lastIndexOf('/') + 1);
        KeepReason reason = unreadable(file);
        if (reason == null && names.isWrittenByPlan(name)) {
            reason = KeepReason.RECOMPRESSED_BEFORE;
        }
        if (reason == null && !task.deletes().isEmpty()) {
            reason = KeepReason.HAS_DELETES;
        }
        return reason == null
                ? new TableFile.Replaceable(
                        file.location(), file.fileSizeInBytes(), target(file, names.next(name)), file)
                : new TableFile.Kept(file.location(), file.fileSizeInBytes(), reason);
    }

    private String target(DataFile file, String name) {
        PartitionSpec spec = Objects.requireNonNull(table.specs().get(file.specId()));
        return spec.isPartitioned()
                ? table.locationProvider().newDataLocation(spec, file.partition(), name)
                : table.locationProvider().newDataLocation(name);
    }

    /** A snapshot gives one data sequence number to the files that it adds, so that each number has a commit of its own. */
    @Override
    public List<List<Replacement>> commits(List<Replacement> replacements) {
        TreeMap<Long, List<Replacement>> bySequence = new TreeMap<>();
        for (Replacement replacement : replacements) {
            bySequence
                    .computeIfAbsent(sequenceNumber(old(replacement)), none -> new ArrayList<>())
                    .add(replacement);
        }
        return List.copyOf(bySequence.values());
    }

    @Override
    public Commit replace(List<Replacement> replacements) throws IOException {
        String batch = UUID.randomUUID().toString();
        for (int attempt = 1; ; attempt++) {
            Map<Replacement, DataFile> live;
            CommitProof proof;
            Snapshot snapshot;
            try {
                OneAttempt version = new OneAttempt(operations());
                live = live(version, replacements);
                if (live.isEmpty()) {
                    return new Commit(List.of(), List.of());
                }
                proof = new CommitProof(version.version(), targets(live.keySet()));
                requireFiles(live.keySet());
                snapshot = version.commit(rewrite -> fill(rewrite, live, batch), proof);
            } catch (CommitStateUnknownException e) {
                throw new IOException(
                        "Iceberg cannot tell whether a commit is part of " + table.name()
                                + ": it is if a snapshot's summary has " + BATCH + " = " + batch + " (" + e.getMessage()
                                + ")",
                        e);
            } catch (CommitFailedException e) {
                if (attempt < ATTEMPTS) {
                    continue; // another engine was faster
                }
                throw new NotCommittedException(
                        "Iceberg has refused the commit to " + table.name() + " " + ATTEMPTS
                                + " times, the last time because: " + e.getMessage(),
                        e);
            } catch (ValidationException e) {
                throw new NotCommittedException(
                        "The commit to " + table.name() + " was given up, because the table would change by more than"
                                + " the places of files: " + e.getMessage(),
                        e);
            } catch (IOException | RuntimeException e) { // each earlier attempt is known to have failed
                throw new NotCommittedException(
                        "Iceberg could not prepare the commit to " + table.name() + ": " + e.getMessage(), e);
            }
            requireProved(snapshot.snapshotId(), proof);
            return new Commit(List.copyOf(live.keySet()), List.of(snapshot.snapshotId()));
        }
    }

    /**
     * Returns the entries of old files that a version of the table has still, and to which no delete applies. A file that was
     * removed and added again has another sequence number. A file that is part of the table twice is left out, because Iceberg
     * removes files by their paths.
     */
    private Map<Replacement, DataFile> live(OneAttempt version, List<Replacement> replacements) throws IOException {
        Map<String, Replacement> bySource = new HashMap<>();
        replacements.forEach(replacement -> bySource.put(replacement.file().source(), replacement));
        Map<Replacement, DataFile> live = new LinkedHashMap<>();
        Set<String> seen = new HashSet<>();
        Set<Replacement> twice = new HashSet<>();
        try (CloseableIterable<FileScanTask> tasks = scan(version.version())) {
            for (FileScanTask task : tasks) {
                Replacement replacement = bySource.get(task.file().location());
                if (replacement != null && !seen.add(task.file().location())) {
                    twice.add(replacement);
                } else if (replacement != null
                        && task.deletes().isEmpty()
                        && sequenceNumber(task.file()) == sequenceNumber(old(replacement))) {
                    live.put(replacement, task.file());
                }
            }
        }
        live.keySet().removeAll(twice);
        return live;
    }

    /** Requires that the new files are there: a removal of orphans that spares no young files deletes them before the commit. */
    private void requireFiles(Set<Replacement> replacements) {
        replacements.parallelStream().forEach(replacement -> {
            String path = replacement.file().target();
            long length = table.io().newInputFile(path).getLength();
            ValidationException.check(
                    length == replacement.length(), "%s has %s bytes, expected %s", path, length, replacement.length());
        });
    }

    private static Map<String, String> targets(Set<Replacement> replacements) {
        return replacements.stream()
                .map(Replacement::file)
                .collect(Collectors.toMap(TableFile.Replaceable::source, TableFile.Replaceable::target));
    }

    /** Format 1 has none. */
    private static long sequenceNumber(DataFile file) {
        return file.dataSequenceNumber() == null ? 0 : file.dataSequenceNumber();
    }

    private void fill(RewriteFiles rewrite, Map<Replacement, DataFile> live, String batch) {
        if (format() > 1) {
            rewrite.dataSequenceNumber(sequenceNumber(live.values().iterator().next()));
        }
        rewrite.set(BATCH, batch);
        rewrite.set(PLAN, names.plan());
        rewrite.set(RUN, names.run());
        live.forEach((replacement, old) -> {
            DataFile added = replaced(old, replacement);
            rewrite.deleteFile(old);
            if (old.firstRowId() == null) {
                rewrite.addFile(added);
            } else {
                DataFile kept = KeptRowIds.hidden(added, old.firstRowId());
                rewrite.addFile(kept);
                KeptRowIds.tell(kept);
            }
        });
    }

    /** Proves a commit once more, on what the catalog has made of it. */
    private void requireProved(long snapshotId, CommitProof proof) throws IOException {
        String parent = "unknown";
        try {
            table.refresh();
            Snapshot snapshot = table.snapshot(snapshotId);
            if (snapshot == null || snapshot.parentId() == null || table.snapshot(snapshot.parentId()) == null) {
                return; // has expired already
            }
            parent = snapshot.parentId().toString();
            proof.require(table.snapshot(snapshot.parentId()), snapshot);
        } catch (RuntimeException e) {
            throw new IOException(
                    "Snapshot " + snapshotId + " of " + table.name() + " was committed, and could not be proved"
                            + " afterwards: " + e.getMessage() + ". If the table reads otherwise than before, go back"
                            + " with CALL system.rollback_to_snapshot('" + table.name() + "', " + parent
                            + "), which also takes back what others have committed since",
                    e);
        }
    }

    private static DataFile old(Replacement replacement) {
        return (DataFile) replacement.file().entry();
    }

    private DataFile replaced(DataFile old, Replacement replacement) {
        FileResult result = replacement.result();
        return DataFiles.builder(table.specs().get(old.specId()))
                .copy(old)
                .withMetrics(new Metrics(
                        old.recordCount(),
                        columnSizes(old, result),
                        old.valueCounts(),
                        old.nullValueCounts(),
                        old.nanValueCounts(),
                        old.lowerBounds(),
                        old.upperBounds()))
                .withPath(replacement.file().target())
                .withFileSizeInBytes(replacement.length())
                .withSplitOffsets(result.splitOffsets().isEmpty() ? null : result.splitOffsets())
                .build();
    }

    /** Returns the sizes of the columns whose sizes the old entry has; without those whose ids the file does not tell. */
    private static @Nullable Map<Integer, Long> columnSizes(ContentFile<?> old, FileResult result) {
        if (old.columnSizes() == null) {
            return null;
        }
        Map<Integer, Long> sizes = new HashMap<>();
        result.columnSizes().forEach((path, size) -> {
            Integer id = result.columnIds().get(path);
            if (id != null && old.columnSizes().containsKey(id)) {
                sizes.put(id, size);
            }
        });
        return sizes;
    }

    @Override
    public void delete(String path) {
        try {
            table.io().deleteFile(path);
        } catch (NotFoundException e) {
            // it was never written
        }
    }

    @Override
    public void setCodec(CodecLevel codec) {
        UpdateProperties update = table.updateProperties()
                .set(TableProperties.PARQUET_COMPRESSION, codec.codec().name().toLowerCase(Locale.ROOT));
        if (codec.level() != null) {
            update.set(TableProperties.PARQUET_COMPRESSION_LEVEL, codec.level().toString());
        } else {
            update.remove(TableProperties.PARQUET_COMPRESSION_LEVEL);
        }
        update.commit();
    }
}
