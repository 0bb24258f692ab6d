// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import io.github.fastcodec.internal.lake.FileResult;
import io.github.fastcodec.internal.tables.KeepReason;
import io.github.fastcodec.internal.tables.LiveFiles;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.Replacement;
import io.github.fastcodec.internal.tables.TableFile;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.UnknownCommitException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A table of Iceberg's. */
final class IcebergLog implements TableLog {

    private static final int NEWEST_FORMAT = 3;

    /** How often files are looked for anew where somebody's commit came in between; Iceberg itself tries again several times. */
    private static final int ATTEMPTS = 10;

    /** In the summary of each snapshot of ours. */
    private static final String BATCH = "parquet-fastcodec.batch";

    private final Table table;
    private final Expression where;
    private final NewNames names;

    /** Of the snapshot whose files were listed, or looked for last. */
    private long snapshotId;

    /**
     * Creates a log.
     *
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

    private int format() {
        return ((BaseTable) table).operations().current().formatVersion();
    }

    @Override
    public LiveFiles liveFiles() throws IOException {
        table.refresh();
        Snapshot snapshot = table.currentSnapshot();
        if (snapshot == null) {
            return new NoFiles();
        }
        snapshotId = snapshot.snapshotId();
        return new ScannedFiles(scan());
    }

    private CloseableIterable<FileScanTask> scan() {
        TableScan scan = table.newScan().useSnapshot(snapshotId).filter(where).ignoreResiduals();
        return scan.includeColumnStats().planFiles();
    }

    /** A table without a snapshot has none. */
    private static final class NoFiles implements LiveFiles {

        @Override
        public Optional<TableFile> next() {
            return Optional.empty();
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private final class ScannedFiles implements LiveFiles {

        private final CloseableIterator<FileScanTask> tasks;

        private ScannedFiles(CloseableIterable<FileScanTask> scan) {
            this.tasks = scan.iterator();
        }

        @Override
        public Optional<TableFile> next() {
            return tasks.hasNext() ? Optional.of(tableFile(tasks.next())) : Optional.empty();
        }

        @Override
        public void close() throws IOException {
            tasks.close();
        }
    }

    private TableFile tableFile(FileScanTask task) {
        DataFile file = task.file();
        String name = file.location().substring(file.location().lastIndexOf('/') + 1);
        KeepReason reason = null;
        if (file.format() != FileFormat.PARQUET) {
            reason = KeepReason.NOT_PARQUET;
        } else if (file.keyMetadata() != null) {
            reason = KeepReason.ENCRYPTED;
        } else if (names.isWrittenByPlan(name)) {
            reason = KeepReason.RECOMPRESSED_BEFORE;
        } else if (hasPositionDeletes(task)) {
            reason = KeepReason.HAS_POSITION_DELETES;
        }
        return reason == null
                ? TableFile.of(file.location(), file.fileSizeInBytes(), target(file, names.next(name)), file)
                : TableFile.kept(file.location(), file.fileSizeInBytes(), reason);
    }

    /** Equality deletes go on to apply, because the new file has the old one's sequence number. */
    private static boolean hasPositionDeletes(FileScanTask task) {
        return task.deletes().stream().anyMatch(file -> file.content() == FileContent.POSITION_DELETES);
    }

    private String target(DataFile file, String name) {
        PartitionSpec spec = table.specs().get(file.specId());
        return spec.isPartitioned()
                ? table.locationProvider().newDataLocation(spec, file.partition(), name)
                : table.locationProvider().newDataLocation(name);
    }

    @Override
    public Commit replace(List<Replacement> replacements) throws IOException {
        List<Replacement> left = new ArrayList<>(replacements);
        for (int attempt = 1; ; attempt++) {
            if (left.isEmpty()) {
                return new Commit(List.of(), replacements, List.of());
            }
            String batch = UUID.randomUUID().toString();
            boolean begun = false;
            try {
                Runnable commit = prepare(left, batch);
                begun = true;
                commit.run();
            } catch (ValidationException | CommitFailedException e) {
                if (attempt == ATTEMPTS) {
                    throw new IOException(
                            "Iceberg has refused the commit " + ATTEMPTS + " times, the last time because: "
                                    + e.getMessage(),
                            e);
                }
                left = stillReplaceable(left);
                continue;
            } catch (RuntimeException e) {
                if (!begun || e instanceof CleanableFailure) {
                    throw e; // it is certain that nothing was committed
                }
                return committed(replacements, left, snapshotsAfter(batch, e));
            }
            return committed(replacements, left, snapshotsIfKnown(batch));
        }
    }

    /** The commit is done, whether or not the catalog can be asked once more. */
    private List<Long> snapshotsIfKnown(String batch) {
        try {
            return snapshots(batch);
        } catch (RuntimeException e) {
            return List.of();
        }
    }

    private static Commit committed(List<Replacement> replacements, List<Replacement> done, List<Long> snapshots) {
        List<Replacement> leftOut = new ArrayList<>(replacements);
        leftOut.removeAll(new HashSet<>(done));
        return new Commit(done, leftOut, snapshots);
    }

    /** Returns the snapshots of a batch whose commit has failed in a way that leaves open whether the table has it. */
    private List<Long> snapshotsAfter(String batch, RuntimeException e) throws IOException {
        List<Long> committed = List.of();
        try {
            committed = snapshots(batch);
        } catch (RuntimeException refresh) {
            e.addSuppressed(refresh);
        }
        if (committed.isEmpty()) {
            throw new UnknownCommitException(
                    "Iceberg cannot tell whether a commit is part of " + table.name()
                            + ": look for a snapshot whose summary"
                            + " has " + BATCH + " = " + batch + "; without one, remove_orphan_files deletes its files ("
                            + e.getMessage() + ")",
                    e);
        }
        return committed;
    }

    private List<Long> snapshots(String batch) {
        table.refresh();
        List<Long> ids = new ArrayList<>();
        for (Snapshot snapshot : table.snapshots()) {
            if (snapshot.summary() != null && batch.equals(snapshot.summary().get(BATCH))) {
                ids.add(snapshot.snapshotId());
            }
        }
        return ids;
    }

    /** Returns those whose old files are live still, without position deletes, and validates from that snapshot on. */
    private List<Replacement> stillReplaceable(List<Replacement> replacements) throws IOException {
        table.refresh();
        Snapshot snapshot = table.currentSnapshot();
        if (snapshot == null) {
            return List.of();
        }
        snapshotId = snapshot.snapshotId();
        Map<String, Replacement> bySource = new HashMap<>();
        replacements.forEach(replacement -> bySource.put(replacement.file().source(), replacement));
        List<Replacement> left = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks = scan()) {
            for (FileScanTask task : tasks) {
                Replacement replacement = bySource.get(task.file().location());
                if (replacement != null && !hasPositionDeletes(task)) {
                    left.add(replacement);
                }
            }
        }
        return left;
    }

    /**
     * Returns what commits all, in one change of the table's metadata. A snapshot has one data sequence number for the files that
     * it adds, so that there are several where files have several.
     */
    private Runnable prepare(List<Replacement> replacements, String batch) throws IOException {
        TreeMap<Long, List<Replacement>> bySequence = new TreeMap<>();
        for (Replacement replacement : replacements) {
            bySequence
                    .computeIfAbsent(sequenceNumber(old(replacement)), none -> new ArrayList<>())
                    .add(replacement);
        }
        if (bySequence.size() == 1) {
            return prepare(table.newRewrite(), bySequence.firstEntry(), batch)::commit;
        }
        Transaction transaction = table.newTransaction();
        for (Map.Entry<Long, List<Replacement>> group : bySequence.entrySet()) {
            prepare(transaction.newRewrite(), group, batch).commit();
        }
        return transaction::commitTransaction;
    }

    /** Format 1 has none. */
    private static long sequenceNumber(DataFile file) {
        return file.dataSequenceNumber() == null ? 0 : file.dataSequenceNumber();
    }

    private RewriteFiles prepare(RewriteFiles rewrite, Map.Entry<Long, List<Replacement>> group, String batch)
            throws IOException {
        rewrite.validateFromSnapshot(snapshotId);
        if (format() > 1) {
            rewrite.dataSequenceNumber(group.getKey());
        }
        rewrite.set(BATCH, batch);
        Map<String, Long> rowIds = new HashMap<>();
        for (Replacement replacement : group.getValue()) {
            DataFile old = old(replacement);
            DataFile added = replaced(old, replacement);
            if (old.firstRowId() == null) {
                rewrite.deleteFile(old).addFile(added);
            } else {
                DataFile kept = KeptRowIds.hidden(added, old.firstRowId());
                rewrite.deleteFile(old).addFile(kept);
                KeptRowIds.tell(kept);
                rowIds.put(added.location(), old.firstRowId());
            }
        }
        if (!rowIds.isEmpty()) {
            requireRowIds(rewrite.apply(), rowIds);
        }
        return rewrite;
    }

    /** Looks into the manifests before they are committed, because Iceberg does not promise to keep the ids. */
    private void requireRowIds(Snapshot uncommitted, Map<String, Long> rowIds) throws IOException {
        for (ManifestFile manifest : uncommitted.dataManifests(table.io())) {
            if (manifest.snapshotId() != uncommitted.snapshotId() || !manifest.hasAddedFiles()) {
                continue;
            }
            try (CloseableIterable<DataFile> files = ManifestFiles.read(manifest, table.io(), table.specs())) {
                for (DataFile file : files) {
                    Long expected = rowIds.get(file.location());
                    if (expected != null && !expected.equals(file.firstRowId())) {
                        throw new IOException("Iceberg would give the rows of " + file.location()
                                + " other ids: the first one would have " + file.firstRowId() + ", expected " + expected
                                + "; with this version of Iceberg use rewrite_data_files");
                    }
                }
            }
        }
    }

    private static DataFile old(Replacement replacement) {
        return (DataFile) replacement.file().entry();
    }

    private DataFile replaced(DataFile old, Replacement replacement) {
        FileResult result = replacement.result();
        List<Long> offsets = new ArrayList<>();
        for (long offset : result.splitOffsets()) {
            offsets.add(offset);
        }
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
                .withSplitOffsets(offsets.isEmpty() ? null : offsets)
                .build();
    }

    /** Returns the sizes of the columns whose sizes the old entry has; without those whose ids the file does not tell. */
    private static Map<Integer, Long> columnSizes(ContentFile<?> old, FileResult result) {
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

    /** Sets what a table's writers compress with from now on. */
    static void setCodec(Table table, CompressionCodecName codec, OptionalInt level) {
        UpdateProperties update = table.updateProperties()
                .set(TableProperties.PARQUET_COMPRESSION, codec.name().toLowerCase(Locale.ROOT));
        if (level.isPresent()) {
            update.set(TableProperties.PARQUET_COMPRESSION_LEVEL, Integer.toString(level.getAsInt()));
        } else {
            update.remove(TableProperties.PARQUET_COMPRESSION_LEVEL);
        }
        update.commit();
    }
}
