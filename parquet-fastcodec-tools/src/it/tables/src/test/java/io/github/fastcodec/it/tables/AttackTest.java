// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.cli.RootCommand;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/**
 * Two jobs and two other writers on one table at once: appends, merge-on-read deletes, compactions, and the removal of old
 * versions. Afterwards the table has the rows of a model that counts committed statements, and rows keep their ids. {@code
 * -Dattack.minutes} sets the duration.
 */
class AttackTest {

    private static final double MINUTES = Double.parseDouble(System.getProperty("attack.minutes", "0.5"));

    /** The statements for a table format. */
    private record Format(String name, String rowId, List<String> option, List<String> upkeep) {}

    @Test
    void icebergTableHasTheCommittedRows() throws Exception {
        String name = "ice.db.attacked";
        Tables.sql("CREATE TABLE " + name
                + " (id bigint, text string) USING iceberg TBLPROPERTIES ('format-version' = '3',"
                + " 'write.parquet.compression-codec' = 'snappy', 'write.delete.mode' = 'merge-on-read',"
                + " 'commit.manifest.min-count-to-merge' = '5', 'commit.retry.num-retries' = '20')");
        attack(
                new Format(
                        name,
                        "_row_id",
                        List.of("--table", name),
                        List.of(
                                "CALL ice.system.rewrite_data_files(table => 'db.attacked',"
                                        + " options => map('min-input-files', '2', 'delete-file-threshold', '1'))",
                                "CALL ice.system.expire_snapshots(table => 'db.attacked', older_than => now(), retain_last => 3)")));
    }

    @Test
    void deltaTableHasTheCommittedRows() throws Exception {
        Path folder = Tables.ROOT.resolve("attacked");
        String name = "delta.`" + folder + "`";
        Tables.sql("CREATE TABLE " + name + " (id bigint, text string) USING delta TBLPROPERTIES ("
                + "'delta.enableDeletionVectors' = 'true', 'delta.enableRowTracking' = 'true',"
                + " 'delta.checkpointInterval' = '7', 'delta.deletedFileRetentionDuration' = 'interval 3 minutes')");
        // RETAIN counts whole hours: less than one hour is zero, with which VACUUM deletes files that were just
        // committed.
        Map<Long, String> rows = attack(new Format(
                name,
                "_metadata.row_id",
                List.of("--delta", folder.toString()),
                List.of("OPTIMIZE " + name, "VACUUM " + name)));
        assertEquals(rows, DeltaKernel.rows(folder, -1));
    }

    /** Requires that the table has the rows of the model, and returns them. */
    private static Map<Long, String> attack(Format format) throws Exception {
        long end = System.nanoTime() + (long) (MINUTES * 60e9);
        Map<Long, Long> ids = new HashMap<>();
        AtomicInteger commits = new AtomicInteger();
        AtomicInteger runs = new AtomicInteger();
        List<Writer> writers = List.of(new Writer(format, 0, commits), new Writer(format, 1, commits));
        for (Writer writer : writers) {
            writer.append();
        }
        List<Callable<Void>> all = new ArrayList<>(writers);
        for (String codec : List.of("zstd", "gzip")) {
            all.add(() -> {
                for (int level = 1; System.nanoTime() < end; level = level % 9 + 1) {
                    if (recompress(format, codec + ":" + level, 1 + level % 3)) {
                        runs.incrementAndGet();
                    }
                }
                return null;
            });
        }
        all.add(() -> {
            SparkSession session = session();
            while (System.nanoTime() < end) {
                try {
                    requireIds(session, format, ids);
                } catch (Exception e) { // files of an old version may vanish while it is read
                    Thread.sleep(100);
                }
            }
            return null;
        });
        writers.forEach(writer -> writer.end = end);
        ExecutorService threads = Executors.newFixedThreadPool(all.size());
        try {
            for (Future<Void> ended : threads.invokeAll(all)) {
                ended.get();
            }
        } finally {
            threads.shutdown();
        }
        Map<Long, String> rows = new TreeMap<>();
        writers.forEach(writer -> rows.putAll(writer.rows));
        Map<Long, String> found = new TreeMap<>();
        for (Row row : session().sql("SELECT id, text FROM " + format.name()).collectAsList()) {
            assertTrue(found.put(row.getLong(0), row.getString(1)) == null, () -> "row " + row + " is there twice");
        }
        assertEquals(rows, found);
        requireIds(session(), format, ids);
        System.out.println(format.name() + ": " + runs + " of our runs without a failure, " + commits
                + " commits of others, " + rows.size() + " rows");
        assertTrue(runs.get() > 0, "no run of the job came to its end");
        return rows;
    }

    private static SparkSession session() {
        SparkSession session = Tables.SPARK.newSession();
        session.conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
        session.conf().set("spark.sql.parquet.compression.codec", "snappy");
        return session;
    }

    private static void requireIds(SparkSession session, Format format, Map<Long, Long> ids) {
        for (Row row : session.sql("SELECT id, " + format.rowId() + " FROM " + format.name())
                .collectAsList()) {
            Long before = ids.putIfAbsent(row.getLong(0), row.getLong(1));
            assertTrue(
                    before == null || before == row.getLong(1),
                    () -> "row " + row.getLong(0) + " has the id " + row.getLong(1) + ", and it had " + before);
        }
    }

    /** Runs the job, which may lose conflicts with others, and returns whether it completed. */
    private static boolean recompress(Format format, String codec, int batch) {
        List<String> arguments = new ArrayList<>(List.of("recompress-table", "--codec", codec, "--batch", "" + batch));
        arguments.addAll(format.option());
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        return RootCommand.run(arguments.toArray(new String[0]), nowhere, nowhere, null, Tables.provider()) == 0;
    }

    /** A writer of rows that no other writer touches, so that it knows which of them the table has. */
    private static final class Writer implements Callable<Void> {

        private final Format format;
        private final Random random;
        private final SparkSession session = session();
        private final AtomicInteger commits;
        private final Map<Long, String> rows = new TreeMap<>();
        private long next;
        private long end;

        private Writer(Format format, int number, AtomicInteger commits) {
            this.format = format;
            this.random = new Random(number);
            this.commits = commits;
            this.next = number * 1_000_000_000L;
        }

        @Override
        public Void call() {
            while (System.nanoTime() < end) {
                int choice = random.nextInt(8);
                if (choice < 3) {
                    append();
                } else if (choice < 6) {
                    delete();
                } else {
                    committed(format.upkeep().get(choice - 6));
                }
            }
            return null;
        }

        private void append() {
            long first = next;
            next += 1 + random.nextInt(500);
            if (committed("INSERT INTO " + format.name() + " SELECT id, sha2(cast(id % 50 AS string), 256) FROM range("
                    + first + ", " + next + ", 1, 2)")) {
                for (Row row : session.sql("SELECT id, sha2(cast(id % 50 AS string), 256) FROM range(" + first + ", "
                                + next + ", 1, 1)")
                        .collectAsList()) {
                    rows.put(row.getLong(0), row.getString(1));
                }
            }
        }

        private void delete() {
            if (!rows.isEmpty()) {
                List<Long> all = List.copyOf(rows.keySet());
                long some = all.get(random.nextInt(all.size()));
                if (committed("DELETE FROM " + format.name() + " WHERE id >= " + some + " AND id < " + (some + 60)
                        + " AND id % 3 = 0")) {
                    rows.keySet().removeIf(id -> id >= some && id < some + 60 && id % 3 == 0);
                }
            }
        }

        /** Returns whether a statement was committed; it may lose a conflict with another writer. */
        private boolean committed(String statement) {
            try {
                session.sql(statement).collectAsList();
                commits.incrementAndGet();
                return true;
            } catch (Exception e) { // Scala declares no exceptions
                return false;
            }
        }
    }
}
