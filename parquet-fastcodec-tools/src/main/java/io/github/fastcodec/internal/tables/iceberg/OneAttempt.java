// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to commit to one version of a table. All that Iceberg reads for the commit comes from this version, which the
 * catalog compares with its own when it commits: a commit of another engine in between ends the attempt. The commit is proved
 * on the very metadata that the catalog gets, and afterwards its outcome is found out, whatever the catalog answered. For one
 * thread.
 */
final class OneAttempt implements TableOperations {

    /**
     * What Iceberg would do besides: commit to a newer version by itself, and merge manifests, which drops the row ids of new
     * files. The table's own properties stay as they are.
     */
    private static final Map<String, String> NOTHING_ELSE = Map.of(
            TableProperties.COMMIT_NUM_RETRIES, "0",
            TableProperties.MANIFEST_MERGE_ENABLED, "false");

    private final TableOperations table;
    private final TableMetadata base;
    private final TableMetadata seen;
    private @Nullable CommitProof proof;
    private Map<String, String> replaced = Map.of();
    private @Nullable Snapshot committed;

    /** Begins on the newest version. */
    OneAttempt(TableOperations table) {
        this.table = table;
        this.base = table.refresh();
        this.seen = TableMetadata.buildFrom(base)
                .setProperties(NOTHING_ELSE)
                .discardChanges()
                .withMetadataLocation(base.metadataFileLocation())
                .build();
    }

    /** Returns the table as this version has it. */
    BaseTable version() {
        return new BaseTable(this, "");
    }

    /**
     * Replaces files, once, and returns the snapshot that the table has got.
     *
     * @param change gives the rewrite its files
     * @param toProve what proves the snapshot
     * @param targets the paths of the new files by those of the old ones, to none of which a delete applies in this version
     * @throws org.apache.iceberg.exceptions.ValidationException if it does not; nothing was committed
     * @throws CommitFailedException if no version of the table has the commit
     * @throws CommitStateUnknownException if the table may have it
     */
    Snapshot commit(Consumer<RewriteFiles> change, CommitProof toProve, Map<String, String> targets) {
        proof = toProve;
        replaced = targets;
        long start = base.currentSnapshot().snapshotId();
        RewriteFiles rewrite = version().newRewrite().validateFromSnapshot(start);
        change.accept(rewrite);
        rewrite.commit();
        return Objects.requireNonNull(committed);
    }

    @Override
    public TableMetadata current() {
        return committed == null ? seen : table.current();
    }

    @Override
    public TableMetadata refresh() {
        return committed == null ? seen : table.refresh();
    }

    @Override
    public void commit(TableMetadata from, TableMetadata to) {
        TableMetadata.Builder builder = TableMetadata.buildFrom(base);
        to.changes().forEach(change -> change.applyTo(builder));
        TableMetadata next = builder.build();
        Snapshot snapshot = next.currentSnapshot();
        Objects.requireNonNull(proof).requireChange(version(), base.currentSnapshot(), snapshot, replaced);
        try {
            table.commit(base, next);
        } catch (RuntimeException e) {
            requireCommitted(snapshot.snapshotId(), e);
        }
        committed = snapshot;
    }

    /** Returns if the table has a snapshot in spite of a failure. */
    private void requireCommitted(long snapshotId, RuntimeException failure) {
        boolean isCommitted;
        boolean canArrive;
        try {
            TableMetadata now = table.refresh();
            isCommitted = now.snapshot(snapshotId) != null;
            canArrive = canArrive(now, failure);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
            throw new CommitStateUnknownException(failure);
        }
        if (!isCommitted) {
            throw canArrive
                    ? new CommitStateUnknownException(failure)
                    : new CommitFailedException(failure, "%s", failure.getMessage());
        }
    }

    /**
     * Returns whether a commit may be part of the table that a version of it does not show. A sequence number is given once, so that
     * the commit can no longer arrive where the table has gone on. A snapshot proves less: the table may be rolled back to it, and
     * a REST catalog compares nothing else. Format 1 has no sequence numbers. A refusal is believed where the table has changed in
     * any way: a catalog that refuses what it has in store itself shows an old version, or has taken the commit before.
     */
    private boolean canArrive(TableMetadata now, RuntimeException failure) {
        boolean hasGoneOn = now.lastSequenceNumber() > base.lastSequenceNumber();
        boolean isRefused = failure instanceof CleanableFailure
                && (!(failure instanceof CommitFailedException)
                        || !Objects.equals(now.metadataFileLocation(), base.metadataFileLocation()));
        return !descends(now, base.currentSnapshot()) || !(hasGoneOn || isRefused);
    }

    /** Returns whether the history of a table's current snapshot is known down to an ancestor. */
    private static boolean descends(TableMetadata now, Snapshot ancestor) {
        Snapshot snapshot = now.currentSnapshot();
        while (snapshot != null && snapshot.snapshotId() != ancestor.snapshotId()) {
            snapshot = snapshot.parentId() == null ? null : now.snapshot(snapshot.parentId());
        }
        return snapshot != null;
    }

    @Override
    public FileIO io() {
        return table.io();
    }

    @Override
    public EncryptionManager encryption() {
        return table.encryption();
    }

    @Override
    public String metadataFileLocation(String name) {
        return table.metadataFileLocation(name);
    }

    @Override
    public LocationProvider locationProvider() {
        return table.locationProvider();
    }

    @Override
    public long newSnapshotId() {
        return table.newSnapshotId();
    }
}
