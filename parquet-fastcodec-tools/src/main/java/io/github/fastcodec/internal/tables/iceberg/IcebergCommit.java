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
 * The commit of files that have one data sequence number. Where another engine is faster, it is tried again on what the table has
 * become, as often and with such pauses as the table's properties say. The whole table was read when the files were listed. An
 * attempt reads what may differ since then: the manifests that hold the files, and those that are new. A manifest never changes, so
 * that a delete file which applied to none of the files applies to none of them later. For one thread.
 */
final class IcebergCommit {

    /** In the summary of each snapshot of ours: which commit, by which run, to which codecs. */
    private static final String BATCH = "parquet-fastcodec.batch";

    private static final String RUN = "parquet-fastcodec.run";
    private static final String PLAN = "parquet-fastcodec.plan";

    private final BaseTable table;
    private final TableOperations operations;
    private final NewNames names;
    private final LongFunction<String> wayBack;
    private final String batch = UUID.randomUUID().toString();
    private final CommitProof proof;

    /** The entries that every version up to {@link #seen} has had since the listing, and to which no delete applies. */
    private Map<Replacement, DataFile> live = new LinkedHashMap<>();

    /** The newest version that was read. */
    private Snapshot seen;

    /**
     * @param wayBack the statement that goes back to a snapshot
     * @param replacements files of one data sequence number, of one listing
     */
    IcebergCommit(BaseTable table, NewNames names, LongFunction<String> wayBack, List<Replacement> replacements) {
        this.table = table;
        this.operations = table.operations();
        this.names = names;
        this.wayBack = wayBack;
        this.proof = new CommitProof(operations.io());
        this.seen = entry(replacements.get(0)).listed();
        replacements.forEach(
                replacement -> live.put(replacement, entry(replacement).file()));
    }

    private static ListedFile entry(Replacement replacement) {
        return (ListedFile) replacement.file().entry();
    }

    /**
     * Commits the files.
     *
     * @throws NotCommittedException if no version of the table has any of the new files, or can get one
     * @throws IOException if it may have them, or has them and is not proved to have the same rows
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
                    "Iceberg cannot tell whether a commit is part of " + table.name()
                            + ": it is if a snapshot's summary has " + BATCH + " = " + batch + " (" + e.getMessage()
                            + ")",
                    e);
        } catch (CommitFailedException e) {
            throw new NotCommittedException(
                    "Iceberg has refused the commit to " + table.name() + " for as often or as long as the table's"
                            + " properties commit.retry.* say, the last time because: " + e.getMessage(),
                    e);
        } catch (ValidationException e) {
            throw new NotCommittedException(
                    "The commit to " + table.name() + " was given up, because the table would change by more than"
                            + " the places of files: " + e.getMessage(),
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

    /** Tries once, and returns the new snapshot, or null if no file is left. */
    private @Nullable Snapshot attempt() throws IOException {
        requireFiles(); // first, because it takes long and the table goes on
        OneAttempt version = new OneAttempt(operations);
        follow(version);
        return live.isEmpty() ? null : version.commit(rewrite -> fill(rewrite, version.version()), proof, targets());
    }

    /**
     * Keeps of the files those that a version has still, once, as they were listed, and to which no delete applies. Deletes of
     * manifests that were read before apply to none of them. A file that one manifest has twice is left out, because Iceberg removes
     * the files of a manifest by their paths; an entry of another manifest is another commit's.
     */
    private void follow(OneAttempt attempt) throws IOException {
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
        if (data.size() < holders.size()) { // some files are held by another manifest now, or by none
            data.addAll(Manifests.without(now.dataManifests(io), seen.dataManifests(io)));
        }
        List<ManifestFile> deletes = Manifests.without(now.deleteManifests(io), seen.deleteManifests(io));
        Map<Replacement, DataFile> still = new LinkedHashMap<>();
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
                        && !IcebergLog.isOfDroppedColumn(version.specs(), file)) {
                    still.put(replacement, file);
                }
            }
        }
        still.keySet().removeAll(twice);
        live = still;
        seen = now;
    }

    /** Requires that the new files are there: a removal of orphans that spares no young files deletes them before the commit. */
    private void requireFiles() {
        live.keySet().parallelStream().forEach(replacement -> {
            String path = replacement.file().target();
            long length = operations.io().newInputFile(path).getLength();
            if (length != replacement.length()) {
                throw new IllegalStateException(path + " has " + length + " bytes, expected " + replacement.length());
            }
        });
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
                KeptRowIds.tell(kept);
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

    /** Proves a commit once more, on what the catalog has made of it, and on the whole table. */
    private void requireProved(Snapshot committed) throws IOException {
        try {
            table.refresh();
            Snapshot snapshot = table.snapshot(committed.snapshotId());
            if (snapshot == null || snapshot.parentId() == null || table.snapshot(snapshot.parentId()) == null) {
                return; // has expired already
            }
            proof.require(table, table.snapshot(snapshot.parentId()), snapshot, targets());
        } catch (RuntimeException e) {
            throw new IOException(
                    "Snapshot " + committed.snapshotId() + " of " + table.name() + " was committed, and could not be"
                            + " proved afterwards: " + e.getMessage() + ". If the table reads otherwise than before, go"
                            + " back with " + wayBack.apply(committed.parentId())
                            + ", which also takes back what others have committed since",
                    e);
        }
    }
}
