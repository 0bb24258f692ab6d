// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.tables.KeepReason;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.NotCommittedException;
import io.github.fastcodec.internal.tables.TableReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories that once lost rows, deletes or ids; IcebergHistoriesTest finds them among random ones. */
class IcebergLogTest {

    private static final NewNames PLAN = new NewNames("zstd");

    /** The end of a driver: no code of the job runs after it. */
    private static final class Killed extends Error {

        private static final long serialVersionUID = 1L;
    }

    // Would catch: equality deletes that Iceberg drops because no manifest is older than them.
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void equalityDeletesStillApply(int format) throws IOException {
        for (int commits = 1; commits <= 2; commits++) {
            try (IcebergWorld world = new IcebergWorld(format, false)) {
                world.append(0, 100);
                for (int key = 0; key < commits; key++) {
                    world.deleteByKey(key, 0);
                }
                world.append(0, 100);
                TableReport report = world.recompress(PLAN, 2000);
                world.check("the job");
                assertEquals(1, report.replaced().files());
                assertEquals(1, report.kept().get(KeepReason.WITH_DELETES).files());
            }
        }
    }

    // Would catch: later batches that are validated from a snapshot after the one in which their files were
    // listed.
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void rowsDeletedDuringARunStayDeleted(int format) throws IOException {
        try (IcebergWorld world = new IcebergWorld(format, false)) {
            world.append(0, 10, 10, 10);
            world.meanwhile = () -> {
                world.meanwhile = () -> {};
                for (int file = 0; file < 3; file++) {
                    world.deleteByPosition(file);
                }
            };
            TableReport report = world.recompress(PLAN, 1);
            world.check("the job");
            assertEquals(3, report.kept().get(KeepReason.CHANGED_MEANWHILE).files());
        }
    }

    // Would catch: a new equality delete that applies to a replaced file, although all of its older neighbours
    // are gone.
    @Test
    void equalityDeleteBetweenTwoAttemptsStillApplies() throws IOException {
        try (IcebergWorld world = new IcebergWorld(2, false)) {
            world.append(0, 10);
            world.commits = commit -> {
                world.commits = Runnable::run;
                world.deleteByKey(3, 0);
                world.append(0, 10);
                commit.run();
            };
            world.recompress(PLAN, 10);
            world.check("the job");
        }
    }

    // Would catch: manifests and files that are deleted although they were committed, with one data sequence
    // number or several.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void findsItsCommitAfterALostResponse(int appends) throws IOException {
        for (boolean failed : new boolean[] {true, false}) {
            for (boolean othersFollow : new boolean[] {true, false}) {
                try (IcebergWorld world = new IcebergWorld(2, false)) {
                    for (int i = 0; i < appends; i++) {
                        world.append(0, 5, 5);
                    }
                    world.commits = commit -> {
                        world.commits = Runnable::run;
                        commit.run();
                        if (othersFollow) {
                            world.compact(0);
                        }
                        throw failed
                                ? new CommitFailedException("the answer was lost")
                                : new CommitStateUnknownException(new IOException("the answer was lost"));
                    };
                    TableReport report = world.recompress(PLAN, 100);
                    world.check("the job");
                    assertTrue(report.replaced().files() >= 2);
                }
            }
        }
    }

    // Would catch: new files that are deleted although a commit with them arrives a moment later.
    @Test
    void keepsFilesOfACommitThatMayArriveLater() throws IOException {
        try (IcebergWorld world = new IcebergWorld(2, false)) {
            world.append(0, 5);
            Runnable[] lost = new Runnable[1];
            world.commits = commit -> {
                lost[0] = commit;
                throw new CommitStateUnknownException(new IOException("no answer"));
            };
            TableReport report = world.recompress(PLAN, 100);
            assertEquals(1, report.orphans().size());
            assertEquals(0, report.replaced().files());
            lost[0].run();
            world.check("the job");
            world.rewriteManifests();
        }
    }

    // Would catch: new files that are deleted because the table has advanced, although a catalog that compares only the
    // branch's snapshot still accepts their commit after a rollback to that snapshot.
    @ParameterizedTest
    @CsvSource({"MEMORY, 1", "JDBC, 1", "REST, 1", "REST, 2", "REST, 3"})
    void commitAfterARollbackFindsItsFiles(IcebergWorld.Catalogs catalog, int format) throws IOException {
        try (IcebergWorld world = new IcebergWorld(catalog, format, false)) {
            world.append(0, 5);
            Runnable[] lost = new Runnable[1];
            world.commits = commit -> {
                lost[0] = commit;
                world.drop(0);
                throw new CommitStateUnknownException(new IOException("no answer"));
            };
            world.recompress(PLAN, 100);
            world.rollBack(1);
            try {
                lost[0].run();
            } catch (CommitFailedException | RESTException e) {
                // the catalog compares more than the snapshot
            }
            world.check("the job");
        }
    }

    // Would catch: ids that are lost when manifests are merged, because the file is taken for a new one.
    @Test
    void rowIdsSurviveAMergeOfManifests() throws IOException {
        try (IcebergWorld world = new IcebergWorld(3, false)) {
            world.set("commit.manifest.min-count-to-merge", "10");
            for (int i = 0; i < 8; i++) {
                world.append(0, 3);
            }
            boolean[] done = new boolean[1];
            world.commits = commit -> {
                if (!done[0]) {
                    done[0] = true;
                    world.append(0, 3);
                }
                commit.run();
            };
            TableReport report = world.recompress(PLAN, 2000);
            world.check("the job");
            assertEquals(8, report.replaced().files());
            world.set("commit.manifest.min-count-to-merge", "2");
            assertEquals(1, world.recompress(PLAN, 2000).replaced().files());
            world.check("the job");
            world.append(0, 3);
        }
    }

    // Would catch: entries that were read before the first commit in format 3 gave all files their ids.
    @Test
    void rowIdsSurviveAnUpgradeFromFormat2() throws IOException {
        try (IcebergWorld world = new IcebergWorld(2, false)) {
            world.append(0, 3, 4);
            world.append(0, 5);
            world.append(0, 6);
            world.set("format-version", "3");
            world.meanwhile = () -> world.check("the job");
            assertEquals(4, world.recompress(PLAN, 1).replaced().files());
            world.check("the job");
        }
    }

    // Would catch: a commit of new files that another engine's removal of orphans has deleted.
    @Test
    void doesNotCommitDeletedNewFiles() throws IOException {
        try (IcebergWorld world = new IcebergWorld(2, false)) {
            world.append(0, 5, 5);
            world.meanwhile = world::removeOrphans;
            TableReport report = world.recompress(PLAN, 2);
            world.check("the job");
            assertTrue(report.failure().orElseThrow() instanceof NotCommittedException);
            world.meanwhile = () -> {};
            assertEquals(2, world.recompress(PLAN, 2).replaced().files());
            world.check("the job");
        }
    }

    // Would catch: a run that deletes or replaces files committed by a killed run, or that fails because of its
    // leftovers.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void runResumesAfterAKillAroundTheCommit(boolean behind) throws IOException {
        try (IcebergWorld world = new IcebergWorld(3, false)) {
            world.append(0, 5);
            world.append(0, 5);
            world.commits = commit -> {
                if (behind) {
                    commit.run();
                }
                throw new Killed();
            };
            TableReport killed = world.recompress(PLAN, 1);
            assertInstanceOf(Killed.class, killed.failure().orElseThrow().getCause());
            assertEquals(1, killed.orphans().size(), "nothing was deleted");
            world.commits = Runnable::run;
            world.check("the killed job");
            assertEquals(behind ? 1 : 2, world.recompress(PLAN, 1).replaced().files());
            world.check("the job");
            world.checkHistory();
        }
    }

    // Would catch: a proof that compares byte arrays by identity.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void replacesFilesPartitionedByBytes(boolean whole) throws IOException {
        try (IcebergWorld world = new IcebergWorld(2, false)) {
            world.partitionByBytes(whole);
            world.append(0, 5, 5);
            world.append(1, 5);
            world.deleteByPosition(0);
            TableReport report = world.recompress(PLAN, 1);
            world.check("the job");
            assertEquals(Optional.empty(), report.failure());
            assertEquals(2, report.replaced().files());
        }
    }

    // Would catch: a run that ends at the first file of a spec for which Iceberg can no longer write a manifest.
    @Test
    void skipsOnlyFilesPartitionedByADroppedColumn() throws IOException {
        for (int format = 2; format <= 3; format++) {
            try (IcebergWorld world = new IcebergWorld(format, false)) {
                world.addSource();
                world.append(0, 5);
                world.dropSources();
                world.append(0, 5);
                TableReport report = world.recompress(PLAN, 1);
                world.check("the job");
                assertEquals(Optional.empty(), report.failure());
                assertEquals(1, report.replaced().files());
                assertEquals(
                        1,
                        report.kept()
                                .get(KeepReason.PARTITIONED_BY_DROPPED_COLUMN)
                                .files());
            }
        }
    }

    // Would catch: attempts that read the whole table, so that another writer is always faster.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void attemptReadsOnlyWhatItsFilesNeed(boolean drops) throws IOException {
        try (IcebergWorld world = new IcebergWorld(2, true)) {
            world.set("commit.manifest-merge.enabled", "false");
            world.set("commit.retry.num-retries", "12");
            world.set("commit.retry.max-wait-ms", "1");
            world.append(0, 5);
            world.append(1, 5);
            world.deleteByKey(0, 1);
            if (drops) {
                world.overwrite(1); // so that the first commit drops the delete
            }
            for (int i = 0; i < 20; i++) {
                world.append(1, 1);
            }
            List<Long> read = new ArrayList<>();
            world.commits = commit -> {
                read.add(world.manifestsRead());
                if (read.size() > 13) {
                    throw new Killed(); // one commit suffices
                }
                if (read.size() < 13) {
                    world.append(1, 1);
                    world.manifestsRead();
                }
                commit.run();
            };
            TableReport report = world.recompress(PLAN, 100);
            world.check("the job");
            assertEquals(1, report.replaced().files(), () -> read + " " + report.failure());
            assertTrue(read.subList(1, 13).stream().allMatch(manifests -> manifests < 10), read::toString);
            BaseTable table = world.table();
            assertEquals(
                    !drops,
                    table.currentSnapshot().deleteManifests(table.io()).stream()
                            .anyMatch(manifest -> manifest.hasAddedFiles() || manifest.hasExistingFiles()));
        }
    }

    @Test
    void tablesPropertiesLimitTheCommitAttempts() throws IOException {
        try (IcebergWorld world = new IcebergWorld(2, false)) {
            world.set("commit.retry.num-retries", "1");
            world.append(0, 5);
            int[] tries = new int[1];
            world.commits = commit -> {
                tries[0]++;
                world.append(0, 1);
                commit.run();
            };
            TableReport report = world.recompress(PLAN, 100);
            world.check("the job");
            assertInstanceOf(NotCommittedException.class, report.failure().orElseThrow());
            assertEquals(2, tries[0]);
        }
    }

    // Would catch: a proof that does not read again what may differ in a later attempt: a position delete does
    // not apply next to a deletion vector, but does after a rollback to the snapshot before it.
    @Test
    void readsIneffectiveDeletesAgainWithoutDeletionVectors() throws IOException {
        try (IcebergWorld world = new IcebergWorld(2, false)) {
            world.append(0, 5);
            world.deleteByPosition(0);
            world.set("format-version", "3");
            BaseTable table = world.table();
            Snapshot before = table.currentSnapshot();
            DeleteFile delete = deletes(table, before).get(0);
            world.deleteByPosition(0);
            table.refresh();
            Snapshot withVector = table.currentSnapshot();
            table.newRowDelta().removeDeletes(delete).commit();
            CommitProof proof = new CommitProof(table.io());
            proof.requireChange(table, withVector, table.currentSnapshot(), Map.of());
            table.manageSnapshots().rollbackTo(before.snapshotId()).commit();
            table.newRowDelta().removeDeletes(delete).commit();
            ValidationException e = assertThrows(
                    ValidationException.class,
                    () -> proof.requireChange(table, before, table.currentSnapshot(), Map.of()));
            assertTrue(e.getMessage().startsWith("Iceberg would drop the delete file "), e::getMessage);
        }
    }

    private static List<DeleteFile> deletes(BaseTable table, Snapshot snapshot) throws IOException {
        try (CloseableIterable<FileScanTask> tasks =
                table.newScan().useSnapshot(snapshot.snapshotId()).planFiles()) {
            return tasks.iterator().next().deletes();
        }
    }

    // Would catch: two entries of one path that a single entry replaces, so that half of the rows are lost.
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void keepsAFileThatTheTableHasTwice(int format) throws IOException {
        try (IcebergWorld world = new IcebergWorld(format, false)) {
            world.append(0, 5);
            world.addTwice();
            TableReport report = world.recompress(PLAN, 100);
            assertEquals(Optional.empty(), report.failure());
            assertEquals(0, report.replaced().files());
            assertEquals(2, report.kept().get(KeepReason.CHANGED_MEANWHILE).files());
            assertEquals("10", world.table().currentSnapshot().summary().get("total-records"));
        }
    }

    // Would catch: a proof that only compares delete files, which stay even when the paths in them are gone.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void proofRejectsReplacingAFileWithDeletes(boolean byPosition) {
        try (IcebergWorld world = new IcebergWorld(2, false)) {
            world.append(0, 5);
            if (byPosition) {
                world.deleteByPosition(1);
            } else {
                world.deleteByKey(0, 0);
            }
            BaseTable before = world.table();
            Map<String, String> replaced = world.replaceFirst();
            assertThrows(
                    ValidationException.class,
                    () -> new CommitProof(before.io())
                            .require(
                                    before,
                                    before.currentSnapshot(),
                                    world.table().currentSnapshot(),
                                    replaced));
        }
    }

    // Would catch: a rollback to a snapshot other than the one before the commit, or to none.
    @Test
    void unprovedCommitSaysHowToRollBack() throws IOException {
        try (IcebergWorld world = new IcebergWorld(2, false)) {
            world.append(0, 5);
            long before = world.table().currentSnapshot().snapshotId();
            world.commits = commit -> {
                commit.run();
                BaseTable table = world.table();
                table.currentSnapshot()
                        .allManifests(table.io())
                        .forEach(manifest -> table.io().deleteFile(manifest.path()));
            };
            TableReport report = world.recompress(PLAN, 100);
            String said = report.failure().orElseThrow().getMessage();
            assertTrue(said.contains("roll back with CALL to go back to " + before + ", which"), said);
            assertEquals(1, report.orphans().size(), "the table has it");
        }
    }

    // Would catch: a name of a branch, a snapshot or a metadata table for which the main branch is rewritten.
    @Test
    void acceptsOnlyTheNameOfAWholeTable() throws IOException {
        try (IcebergWorld world = new IcebergWorld(2, false)) {
            for (String whole : List.of("t", "db.t")) {
                IcebergTables.requireWhole(world.table(), "ice.db.t", whole);
            }
            for (String part : List.of("branch_dev", "snapshot_id_1", "tag_t", "files", "b.t")) {
                IOException e = assertThrows(
                        IOException.class, () -> IcebergTables.requireWhole(world.table(), "ice.db.t." + part, part));
                assertTrue(
                        e.getMessage().startsWith("ice.db.t." + part + " is a part of the table ice.db.t"),
                        e::getMessage);
                assertFalse(e.getMessage().contains("recompressed"), "VerifyJob and AdviseJob refuse it too");
            }
        }
    }

    // Would catch: the dump of a Delta table's class, without the option that names such a table.
    @Test
    void namesTheOptionForATableOfAnotherFormat() {
        Exception failure = new IllegalArgumentException("Table DeltaTableV2(a.Session@1,a) is not an Iceberg table");
        assertEquals(
                "ice.t is not an Iceberg table: if it is a Delta table, give its path by the option delta",
                IcebergTables.notFound("ice.t", failure).getMessage());
        assertEquals(
                "Spark cannot find the Iceberg table ice.t: gone",
                IcebergTables.notFound("ice.t", new IllegalArgumentException("gone"))
                        .getMessage());
    }
}
