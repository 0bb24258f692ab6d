// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import static org.apache.iceberg.TableProperties.COMMIT_MAX_RETRY_WAIT_MS;
import static org.apache.iceberg.TableProperties.COMMIT_MAX_RETRY_WAIT_MS_DEFAULT;
import static org.apache.iceberg.TableProperties.COMMIT_MIN_RETRY_WAIT_MS;
import static org.apache.iceberg.TableProperties.COMMIT_MIN_RETRY_WAIT_MS_DEFAULT;
import static org.apache.iceberg.TableProperties.COMMIT_NUM_RETRIES;
import static org.apache.iceberg.TableProperties.COMMIT_NUM_RETRIES_DEFAULT;
import static org.apache.iceberg.TableProperties.COMMIT_TOTAL_RETRY_TIME_MS;
import static org.apache.iceberg.TableProperties.COMMIT_TOTAL_RETRY_TIME_MS_DEFAULT;

import io.github.fastcodec.internal.cluster.FileResult;
import io.github.fastcodec.internal.tables.NewFiles;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.NotCommittedException;
import io.github.fastcodec.internal.tables.Replacement;
import io.github.fastcodec.internal.tables.TableFile;
import io.github.fastcodec.internal.tables.TableLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.Tasks;
import org.jspecify.annotations.Nullable;

/**
 * Commits files that have the same data sequence number. If another writer commits first, the commit is retried on the new
 * version of the table, as often and after the pauses that the table's properties set. The whole table was read when the files
 * were listed, so an attempt reads only the manifests that list these files, and new manifests. A manifest never changes, so a
 * delete file that applied to none of the files does not apply to them later. Not thread-safe.
 */
final class IcebergCommit {

    /** Keys in the summary of each of our snapshots: the id of the commit, the id of the run, and the plan. */
    private static final String BATCH = "parquet-fastcodec.batch";

    private static final String RUN = "parquet-fastcodec.run";
    private static final String PLAN = "parquet-fastcodec.plan";

    private final BaseTable table;
    private final TableOperations operations;
    private final NewNames names;
    private final LongFunction<String> rollback;
    private final String batch = UUID.randomUUID().toString();
    private final CommitProof proof;

    /** The entries that all versions from the listing to {@link #seen} contain, and to whose files no delete applies. */
    private Map<Replacement, DataFile> live = new LinkedHashMap<>();

    /** The newest version that was read. */
    private Snapshot seen;

    /**
     * @param rollback returns the statement that rolls back to a snapshot
     * @param replacements replacements of files with the same data sequence number, from one listing
     */
    IcebergCommit(BaseTable table, NewNames names, LongFunction<String> rollback, List<Replacement> replacements) {
        this.table = table;
        this.operations = table.operations();
        this.names = names;
        this.rollback = rollback;
        this.proof = new CommitProof(operations.io());
        this.seen = entry(replacements.get(0)).listed();
        replacements.forEach(
                replacement -> live.put(replacement, entry(replacement).file()));
    }

    private static IcebergEntry entry(Replacement replacement) {
        return (IcebergEntry) replacement.file().entry();
    }

    /**
     * @throws NotCommittedException if no version of the table contains any of the new files, or can contain one later
     * @throws IOException if the table may contain the new files, or contains them but is not proved to have the same rows
     */
    TableLog.Commit run() throws IOException {
        Snapshot[] committed = new Snapshot[1];
        try {
            TableMetadata properties = operations.current();
            Tasks.foreach(this)
                    .retry(properties.propertyAsInt(COMMIT_NUM_RETRIES, COMMIT_NUM_RETRIES_DEFAULT))
                    .exponentialBackoff(
                            properties.propertyAsInt(COMMIT_MIN_RETRY_WAIT_MS, COMMIT_MIN_RETRY_WAIT_MS_DEFAULT),
                            properties.propertyAsInt(COMMIT_MAX_RETRY_WAIT_MS, COMMIT_MAX_RETRY_WAIT_MS_DEFAULT),
                            properties.propertyAsInt(COMMIT_TOTAL_RETRY_TIME_MS, COMMIT_TOTAL_RETRY_TIME_MS_DEFAULT),
                            2)
                    .onlyRetryOn(CommitFailedException.class)
                    .run(self -> committed[0] = self.attempt(), IOException.class);
        } catch (CommitStateUnknownException e) {
            throw new IOException(
                    "It is unknown whether Iceberg committed to " + table.name()
                            + ": it did if a snapshot's summary has " + BATCH + " = " + batch + " (" + e.getMessage()
                            + ")",
                    e);
        } catch (CommitFailedException e) {
            throw new NotCommittedException(
                    "Iceberg refused the commit to " + table.name() + " in all attempts that the table's properties"
                            + " commit.retry.* allow, the last time because: " + e.getMessage(),
                    e);
        } catch (ValidationException e) {
            throw new NotCommittedException(
                    "The commit to " + table.name() + " was abandoned, because it would change more than the paths of"
                            + " files: " + e.getMessage(),
                    e,
                    true);
        } catch (IOException | RuntimeException e) { // each earlier attempt is known to have failed
            throw new NotCommittedException(
                    "Iceberg could not prepare the commit to " + table.name() + ": " + e.getMessage(), e);
        }
        if (committed[0] == null) {
            return new TableLog.Commit(List.of(), List.of());
        }
        requireProved(committed[0]);
        return new TableLog.Commit(List.copyOf(live.keySet()), List.of(committed[0].snapshotId()));
    }

    /** Makes one attempt, and returns the new snapshot, or null if no files are left. */
    private @Nullable Snapshot attempt() throws IOException {
        // first, because it is slow, and other writers may commit while it runs
        NewFiles.require(
                live.keySet(), path -> operations.io().newInputFile(path).getLength());
        OneAttempt version = new OneAttempt(operations);
        update(version);
        return live.isEmpty() ? null : version.commit(rewrite -> fill(rewrite, version.version()), proof, targets());
    }

    /**
     * Keeps only those files that a version contains exactly once and as they were listed, and to which no delete applies. Only
     * the delete manifests added since the last version are read, because the deletes in older manifests apply to none of the
     * files. A file that a manifest lists twice is left out, because Iceberg removes files from a manifest by path. An entry for
     * the same file in another manifest belongs to another commit.
     */
    private void update(OneAttempt attempt) throws IOException {
        BaseTable version = attempt.version();
        Snapshot now = version.currentSnapshot();
        if (now == null) {
            live = Map.of();
            return;
        }
        Map<String, Replacement> bySource = new HashMap<>();
        Set<String> holders = new HashSet<>();
        live.forEach((replacement, file) -> {
            bySource.put(file.location(), replacement);
            holders.add(file.manifestLocation());
        });
        FileIO io = operations.io();
        List<ManifestFile> data = new ArrayList<>(now.dataManifests(io));
        data.removeIf(manifest -> !holders.contains(manifest.path()));
        if (data.size() < holders.size()) { // some files are now in another manifest, or in none
            data.addAll(Manifests.without(now.dataManifests(io), seen.dataManifests(io)));
        }
        List<ManifestFile> deletes = Manifests.without(now.deleteManifests(io), seen.deleteManifests(io));
        Map<Replacement, DataFile> remaining = new LinkedHashMap<>();
        Set<String> found = new HashSet<>();
        Set<Replacement> twice = new HashSet<>();
        try (CloseableIterable<FileScanTask> tasks =
                Manifests.scan(version, now, data, deletes).includeColumnStats().planFiles()) {
            for (FileScanTask task : tasks) {
                DataFile file = task.file();
                Replacement replacement = bySource.get(file.location());
                if (replacement == null) {
                    continue;
                }
                if (!found.add(file.location())) {
                    twice.add(replacement);
                } else if (task.deletes().isEmpty()
                        && CommitProof.entry(file, false)
                                .equals(CommitProof.entry(Objects.requireNonNull(live.get(replacement)), false))
                        && !IcebergLog.isPartitionedByDroppedColumn(version.specs(), file)) {
                    remaining.put(replacement, file);
                }
            }
        }
        remaining.keySet().removeAll(twice);
        live = remaining;
        seen = now;
    }

    private Map<String, String> targets() {
        return live.keySet().stream()
                .map(Replacement::file)
                .collect(Collectors.toMap(TableFile.Replaceable::source, TableFile.Replaceable::target));
    }

    private void fill(RewriteFiles rewrite, Table version) {
        if (operations.current().formatVersion() > 1) {
            rewrite.dataSequenceNumber(
                    IcebergLog.sequenceNumber(live.values().iterator().next()));
        }
        rewrite.set(BATCH, batch);
        rewrite.set(PLAN, names.plan());
        rewrite.set(RUN, names.run());
        live.forEach((replacement, old) -> {
            DataFile added = replaced(version, old, replacement);
            rewrite.deleteFile(old);
            if (old.firstRowId() == null) {
                rewrite.addFile(added);
            } else {
                DataFile kept = KeptRowIds.hidden(added, old.firstRowId());
                rewrite.addFile(kept);
                KeptRowIds.reveal(kept);
            }
        });
    }

    private static DataFile replaced(Table version, DataFile old, Replacement replacement) {
        FileResult result = replacement.result();
        return DataFiles.builder(version.specs().get(old.specId()))
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

    /** Returns the sizes in the new file of the columns that have a size in the old entry and an id in the file. */
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

    /** Proves a commit once more, this time with the metadata that the catalog returns and for the whole table. */
    private void requireProved(Snapshot committed) throws IOException {
        try {
            table.refresh();
            Snapshot snapshot = table.snapshot(committed.snapshotId());
            if (snapshot == null || snapshot.parentId() == null || table.snapshot(snapshot.parentId()) == null) {
                return; // the snapshot or its parent has already expired
            }
            proof.require(table, table.snapshot(snapshot.parentId()), snapshot, targets());
        } catch (RuntimeException e) {
            throw new IOException(
                    "Snapshot " + committed.snapshotId() + " of " + table.name() + " was committed, but could not be"
                            + " proved afterwards: " + e.getMessage() + ". If the table now returns different rows,"
                            + " roll back with " + rollback.apply(committed.parentId())
                            + ", which also undoes all later commits",
                    e);
        }
    }
}
