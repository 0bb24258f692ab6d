// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import static io.github.fastcodec.it.tables.Tables.SPARK;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.cli.FastCodec;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.junit.jupiter.api.Test;

/**
 * Random histories of Delta's tables: writers of all kinds, runs of the job in between, other writers between any two steps of
 * a run, and stores that lose answers. After each step the table has the rows of a model, as Delta Kernel reads it; so has an
 * older version. {@code -Dhistories.minutes} sets how long, {@code -Dhistories.seed} the first history.
 */
class DeltaHistoriesTest {

    private static final int STEPS = 12;

    /** Another application. */
    private static final SparkSession OTHER = other();

    private static SparkSession other() {
        SparkSession session = SPARK.newSession();
        session.conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
        session.conf().set("spark.sql.parquet.compression.codec", "snappy");
        return session;
    }

    // Would catch: rows that are lost, or deleted ones that come back, whatever others commit and whichever answer is
    // lost; new
    // files that are deleted though a version has them; row ids that change.
    @Test
    void theTableHasTheRowsOfTheModelWhateverHappens() throws Exception {
        double minutes = Double.parseDouble(System.getProperty("histories.minutes", "0.75"));
        long end = System.nanoTime() + (long) (minutes * 60e9);
        long first = Long.getLong("histories.seed", 1);
        int steps = 0;
        long seed = first;
        for (; seed == first || System.nanoTime() < end; seed++) {
            History history = new History(seed);
            try {
                history.run();
            } catch (Exception | AssertionError e) {
                throw new AssertionError("history " + seed + ": " + String.join("; ", history.told), e);
            } finally {
                FaultyLogStore.end();
            }
            steps += history.told.size();
        }
        System.out.println((seed - first) + " histories of " + steps + " steps");
    }

    /** One table's history. */
    private static final class History {

        private final Random random;
        private final Path folder;
        private final String name;
        private final List<String> told = new ArrayList<>();
        private final Map<Long, Map<Long, String>> versions = new TreeMap<>();
        private Map<Long, String> rows = new TreeMap<>();
        private final Set<Long> idsMayChange = new HashSet<>();
        private long nextId;
        private boolean isTracked;

        private History(long seed) {
            random = new Random(seed);
            folder = Tables.ROOT.resolve("history-" + seed);
            name = "delta.`" + folder + "`";
        }

        private void run() throws Exception {
            boolean isPartitioned = random.nextBoolean();
            isTracked = random.nextBoolean();
            tell("CREATE TABLE " + name + " (id bigint, part int, text string) USING delta"
                    + (isPartitioned ? " PARTITIONED BY (part)" : "")
                    + " TBLPROPERTIES ('delta.enableDeletionVectors' = '"
                    + random.nextBoolean() + "', 'delta.enableRowTracking' = '" + isTracked
                    + "', 'delta.checkpointInterval' = '" + (2 + random.nextInt(4)) + "')");
            committed();
            append();
            append();
            for (int step = 0; step < STEPS; step++) {
                if (random.nextInt(2) == 0) {
                    recompress();
                } else {
                    write();
                }
                check();
            }
        }

        private void tell(String sql) {
            told.add(sql);
            OTHER.sql(sql);
        }

        /** Keeps the rows of the newest version. */
        private void committed() {
            versions.put(Tables.version(name), new TreeMap<>(rows));
        }

        /** Does what another writer may do. */
        private void write() {
            write(13);
        }

        private void write(int kinds) {
            int residue = random.nextInt(7);
            switch (random.nextInt(kinds)) {
                case 0, 1 -> append();
                case 2, 3 -> {
                    tell("DELETE FROM " + name + " WHERE id % 7 = " + residue);
                    rows.keySet().removeIf(id -> id % 7 == residue);
                }
                case 4 -> {
                    tell("DELETE FROM " + name + " WHERE part = " + residue % 3);
                    rows.keySet().removeIf(id -> id % 3 == residue % 3);
                }
                case 5, 6 -> {
                    String text = "new " + random.nextInt();
                    tell("UPDATE " + name + " SET text = '" + text + "' WHERE id % 7 = " + residue);
                    rows.replaceAll((id, old) -> id % 7 == residue ? text : old);
                }
                case 7 -> tell("OPTIMIZE " + name);
                case 8 -> {
                    List<Long> known = new ArrayList<>(versions.keySet());
                    long version = known.get(random.nextInt(known.size()));
                    tell("RESTORE TABLE " + name + " TO VERSION AS OF " + version);
                    idsMayChange.addAll(rows.keySet());
                    rows = new TreeMap<>(versions.get(version));
                    idsMayChange.addAll(rows.keySet());
                }
                case 9 -> {
                    told.add("checkpoint");
                    DeltaLog log = DeltaLog.forTable(OTHER, folder.toString());
                    log.checkpoint(log.update(false, scala.Option.empty(), scala.Option.empty()), scala.Option.empty());
                }
                case 10 -> {
                    switch (random.nextInt(3)) {
                        case 0 -> tell("ALTER TABLE " + name + " ADD COLUMN more" + told.size() + " int");
                        case 1 ->
                            tell("ALTER TABLE " + name + " SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')");
                        default -> {
                            tell("ALTER TABLE " + name + " SET TBLPROPERTIES ('delta.enableRowTracking' = 'true')");
                            idsMayChange.addAll(rows.keySet());
                            isTracked = true;
                        }
                    }
                }
                case 11 -> {
                    idsMayChange.addAll(rows.keySet());
                    rows = new TreeMap<>();
                    insert("INSERT OVERWRITE ");
                }
                default -> {
                    tell("VACUUM " + name + " RETAIN 0 HOURS");
                    versions.clear();
                }
            }
            committed();
        }

        private void append() {
            insert("INSERT INTO ");
            committed();
        }

        private void insert(String how) {
            int count = 1 + random.nextInt(40);
            for (long id = nextId; id < nextId + count; id++) {
                rows.put(id, "text " + id % 5);
            }
            long start = nextId;
            nextId += count;
            String columns = how.contains("OVERWRITE") ? "" : " (id, part, text)";
            String more = how.contains("OVERWRITE") ? more() : "";
            tell(how + name + columns + " SELECT id, cast(id % 3 AS int) AS part, concat('text ', id % 5) AS text"
                    + more + " FROM range(" + start + ", " + nextId + ", 1, " + (1 + random.nextInt(2)) + ")");
        }

        private String more() {
            return java.util.Arrays.stream(OTHER.table(name).columns())
                    .filter(column -> column.startsWith("more"))
                    .map(column -> ", cast(null AS int) AS " + column)
                    .collect(Collectors.joining());
        }

        /** Runs the job, and other writers and faults in the middle of it. */
        private void recompress() throws Exception {
            idsMayChange.clear();
            Map<Long, Long> ids = ids();
            String codec = (random.nextBoolean() ? "zstd:" : "gzip:") + (1 + random.nextInt(9));
            int batch = 1 + random.nextInt(4);
            StringBuilder what = new StringBuilder("recompress to " + codec + " by " + batch);
            told.add("");
            int place = told.size() - 1;
            TableProvider provider = Tables.provider();
            if (random.nextBoolean()) {
                what.append(", others behind the new files");
                provider = new Meanwhile(this::write);
            }
            if (random.nextInt(3) > 0) {
                FaultyLogStore.Fault[] faults = FaultyLogStore.Fault.values();
                FaultyLogStore.Fault fault = faults[random.nextInt(faults.length)];
                int times = random.nextInt(4) == 0 ? 100 : 1;
                FaultyLogStore.fail(fault, times);
                what.append(", ").append(fault).append(' ').append(times);
                if (random.nextBoolean()) {
                    what.append(", others behind it");
                    // VACUUM without retention deletes the files of a commit that is on its way, of any writer's
                    int kinds = fault == FaultyLogStore.Fault.LATE ? 12 : 13;
                    FaultyLogStore.then(() -> write(kinds));
                }
            }
            told.set(place, what.toString());
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            int code = FastCodec.run(
                    new String[] {
                        "recompress-table",
                        "--json",
                        "--delta",
                        folder.toString(),
                        "--codec",
                        codec,
                        "--batch",
                        Integer.toString(batch)
                    },
                    new PrintStream(said),
                    new PrintStream(said),
                    provider);
            FaultyLogStore.then(() -> {});
            FaultyLogStore.end();
            String output = said.toString(StandardCharsets.UTF_8);
            assertTrue(!output.contains("not proved"), output);
            assertTrue(code == 0 || output.contains("no answer") || output.contains("a new file is gone"), output);
            told.set(place, what + " = " + code);
            Map<Long, Long> after = ids();
            ids.keySet().retainAll(after.keySet());
            ids.keySet().removeAll(idsMayChange);
            after.keySet().retainAll(ids.keySet());
            assertEquals(ids, after, "row ids");
            committed();
        }

        /** Returns the row ids by the rows' numbers, if the table has some. */
        private Map<Long, Long> ids() {
            Map<Long, Long> ids = new HashMap<>();
            if (isTracked) {
                for (Row row :
                        OTHER.sql("SELECT id, _metadata.row_id FROM " + name).collectAsList()) {
                    ids.put(row.getLong(0), row.getLong(1));
                }
            }
            return ids;
        }

        private void check() throws IOException {
            assertEquals(rows, DeltaKernel.rows(folder, -1), "the newest version");
            List<Long> known = new ArrayList<>(versions.keySet());
            long version = known.get(random.nextInt(known.size()));
            assertEquals(versions.get(version), DeltaKernel.rows(folder, version), "version " + version);
        }
    }
}
