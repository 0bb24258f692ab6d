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
 * One attempt to commit to one version of a table. Iceberg prepares the commit from this version only, and the catalog compares
 * this version with its own: the attempt fails if another writer has committed a later version. The proof covers exactly the
 * metadata that the catalog receives. If the catalog answers with a failure, the table is read again to find out the outcome. Not
 * thread-safe.
 */
final class OneAttempt implements TableOperations {

    /**
     * Properties that keep Iceberg from retrying on a newer version by itself, and from merging manifests, because a merge drops
     * the row ids of new files. The properties of the table itself stay as they are.
     */
    private static final Map<String, String> OVERRIDES = Map.of(
            TableProperties.COMMIT_NUM_RETRIES, "0",
            TableProperties.MANIFEST_MERGE_ENABLED, "false");

    private final TableOperations table;
    private final TableMetadata base;
    private final TableMetadata seen;
    private @Nullable CommitProof proof;
    private Map<String, String> replaced = Map.of();
    private @Nullable Snapshot committed;

    /** Creates an attempt on the newest version of the table. */
    OneAttempt(TableOperations table) {
        this.table = table;
        this.base = table.refresh();
        this.seen = TableMetadata.buildFrom(base)
                .setProperties(OVERRIDES)
                .discardChanges()
                .withMetadataLocation(base.metadataFileLocation())
                .build();
    }

    /** Returns this version of the table. */
    BaseTable version() {
        return new BaseTable(this, "");
    }

    /**
     * Replaces files in one attempt, and returns the new snapshot of the table.
     *
     * @param change adds the replacements to the rewrite
     * @param newProof proves that the new snapshot has the same rows
     * @param targets the paths of the new files, keyed by the paths of the old files; in this version, no delete applies to an
     *     old file
     * @throws org.apache.iceberg.exceptions.ValidationException if the proof fails, in which case nothing has been committed
     * @throws CommitFailedException if no version of the table contains the commit
     * @throws CommitStateUnknownException if the table may contain the commit
     */
    Snapshot commit(Consumer<RewriteFiles> change, CommitProof newProof, Map<String, String> targets) {
        proof = newProof;
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

    /** Requires that the table contains a snapshot, although the commit reported a failure. */
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
     * Returns whether a commit that the table does not show may still arrive. Each sequence number is used once, so the commit can
     * no longer arrive once the table has a later number. A later snapshot proves less: the table may be rolled back to our base
     * snapshot, and a REST catalog compares only the snapshot. Format 1 has no sequence numbers. A refusal is trusted, but a
     * conflict is trusted only if the table has changed since our base version: if it has not, the catalog may be serving a stale
     * version, or may already have accepted the commit.
     */
    private boolean canArrive(TableMetadata now, RuntimeException failure) {
        boolean hasAdvanced = now.lastSequenceNumber() > base.lastSequenceNumber();
        boolean isRefused = failure instanceof CleanableFailure
                && (!(failure instanceof CommitFailedException)
                        || !Objects.equals(now.metadataFileLocation(), base.metadataFileLocation()));
        return !descends(now, base.currentSnapshot()) || !(hasAdvanced || isRefused);
    }

    /** Returns whether the known history of a table's current snapshot includes {@code ancestor}. */
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
