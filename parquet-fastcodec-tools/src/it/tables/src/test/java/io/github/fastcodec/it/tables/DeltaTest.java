// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import static io.github.fastcodec.it.tables.Tables.SPARK;
import static io.github.fastcodec.it.tables.Tables.digest;
import static io.github.fastcodec.it.tables.Tables.files;
import static io.github.fastcodec.it.tables.Tables.kept;
import static io.github.fastcodec.it.tables.Tables.number;
import static io.github.fastcodec.it.tables.Tables.recompress;
import static io.github.fastcodec.it.tables.Tables.recompressBy;
import static io.github.fastcodec.it.tables.Tables.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of Delta Lake, as Delta's own readers see them. */
class DeltaTest {

    private static final String COLUMNS = "id, part, text, real";

    /** The command in a message. */
    private static final Pattern WAY_BACK = Pattern.compile("RESTORE TABLE .+? TO VERSION AS OF \\d+");

    private static final boolean IS_SPARK_3 = SPARK.version().startsWith("3.");

    private static int tables;

    private final Path folder = Tables.ROOT.resolve("delta " + tables++); // with a space, which the log encodes
    private final String name = "delta.`" + folder + "`";

    private void create(String clause, String properties) {
        sql("CREATE TABLE " + name + " (id bigint, part string, text string, real double) USING delta " + clause
                + " TBLPROPERTIES (" + properties + ")");
        for (int i = 0; i < 3; i++) {
            append(i);
        }
    }

    private void append(int i) {
        SPARK.conf().set("spark.sql.parquet.compression.codec", "snappy");
        sql("INSERT INTO " + name
                + " SELECT id, if(id % 2 = 0, 'a b:c%d', 'q') AS part, sha2(cast(id % 999 AS string), 256),"
                + " if(id % 3 = 0, double('NaN'), sqrt(id)) FROM range(" + i * 9000 + ", " + (i + 1) * 9000
                + ", 1, 1)");
    }

    private Map<String, ObjectNode> entries() throws IOException {
        Map<String, ObjectNode> entries = new TreeMap<>();
        List<AddFile> files = DeltaLog.forTable(SPARK, folder.toString())
                .update(false, scala.Option.empty(), scala.Option.empty())
                .allFiles()
                .collectAsList();
        for (AddFile file : files) {
            ObjectNode entry =
                    (ObjectNode) new ObjectMapper().readTree(file.json()).get("add");
            entries.put(baseName(entry.get("path").asText()), entry);
        }
        return entries;
    }

    private static String baseName(String path) {
        return path.replaceFirst("(\\.snappy)?(-fc\\w+-\\w+)?\\.parquet$", "");
    }

    private Path path(JsonNode entry) {
        URI path = URI.create(entry.get("path").asText());
        return path.isAbsolute() ? Path.of(path) : folder.resolve(path.getPath());
    }

    private void requireCarriedOver(Map<String, ObjectNode> before, Map<String, ObjectNode> after) throws IOException {
        assertEquals(before.keySet(), after.keySet());
        for (String file : before.keySet()) {
            ObjectNode old = before.get(file).deepCopy();
            ObjectNode now = after.get(file).deepCopy();
            assertEquals(List.of("ZSTD"), Footer.of(path(now)).codecs);
            assertEquals(Files.size(path(now)), now.get("size").asLong());
            assertTrue(now.get("size").asLong() < old.get("size").asLong());
            assertTrue(Files.exists(path(old)), "the old file is there");
            assertFalse(now.get("dataChange").asBoolean());
            for (String changed : List.of("path", "size", "modificationTime", "dataChange")) {
                old.remove(changed);
                now.remove(changed);
            }
            for (ObjectNode entry : List.of(old, now)) {
                if (entry.path("tags").isEmpty()) {
                    entry.remove("tags"); // absent or empty means the same
                }
            }
            assertEquals(old, now);
        }
    }

    // Would catch: a rewritten file with a deletion vector; lost row ids, tags or statistics; paths that are
    // encoded twice; a commit that the history calls a manual update, or that seems to lose row ids.
    @Test
    void keepsEverythingExceptPathsAndSizes() throws Exception {
        create(
                "PARTITIONED BY (part)",
                "'delta.enableRowTracking' = 'true', 'delta.enableDeletionVectors' = 'true', 'delta.columnMapping.mode' = 'name'");
        sql("ALTER TABLE " + name + " RENAME COLUMN text TO word");
        String columns = "id, part, word, real, _metadata.row_id, _metadata.row_commit_version";
        String digest = digest(columns, name);
        Map<String, ObjectNode> before = entries();
        assertTrue(before.values().stream().allMatch(entry -> entry.hasNonNull("baseRowId")));
        long version = Tables.version(name);

        JsonNode report = recompress(0, "--delta", folder.toString(), "--codec", "zstd:9");
        assertEquals(6, files(report), report::toPrettyString);
        assertEquals("[" + (version + 1) + "]", report.get("commits").toString());
        assertEquals(digest, digest(columns, name));
        requireCarriedOver(before, entries());
        assertEquals(digest, digest(columns, name + " VERSION AS OF " + version));
        Row history = Tables.rows("DESCRIBE HISTORY " + name).get(0);
        assertEquals("RECOMPRESS", history.getAs("operation"));
        Map<String, String> parameters = history.getJavaMap(history.fieldIndex("operationParameters"));
        assertEquals("6", parameters.get("files"));
        assertTrue(parameters.get("plan").contains("ZSTD"), parameters.toString());
        String log = Files.readString(folder.resolve(String.format("_delta_log/%020d.json", version + 1)));
        assertTrue(log.contains("\"delta.rowTracking.preserved\":\"true\""), log);

        report = recompress(0, "--delta", folder.toString(), "--codec", "zstd:9");
        assertEquals(6, kept(report, "upToDate"), report::toPrettyString);
        report = recompress(0, "--delta", folder.toString(), "--codec", "zstd");
        assertEquals(6, kept(report, "unchanged"), report::toPrettyString);
        // deletion vectors work on the new files, which then stay as they are
        sql("DELETE FROM " + name + " WHERE id IN (7, 9008)");
        digest = digest(columns, name);
        before = entries();
        report = recompress(0, "--delta", folder.toString(), "--codec", "gzip");
        assertEquals(2, kept(report, "withDeletes"), report::toPrettyString);
        assertEquals(4, files(report), report::toPrettyString);
        assertEquals(digest, digest(columns, name));
        Map<String, ObjectNode> after = entries();
        before.entrySet().removeIf(entry -> !entry.getValue().hasNonNull("deletionVector"));
        assertEquals(2, before.size());
        before.forEach((file, entry) -> assertEquals(entry, after.get(file)));
        SPARK.conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
        sql("VACUUM " + name + " RETAIN 0 HOURS");
        assertEquals(digest, digest(columns, name));

        sql("REORG TABLE " + name + " APPLY (PURGE)");
        report = recompress(0, "--delta", folder.toString(), "--codec", "gzip");
        assertEquals(0, kept(report, "withDeletes"), report::toPrettyString);
        assertEquals(2, files(report), report::toPrettyString);
        assertEquals(digest, digest(columns, name));
    }

    @Test
    void streamOfAClusteredTableSeesNoChange() throws Exception {
        create("CLUSTER BY (id)", "'delta.appendOnly' = 'true', 'delta.enableChangeDataFeed' = 'true'");
        String digest = digest(COLUMNS, name);
        Map<String, ObjectNode> before = entries();
        long rows = stream();
        assertEquals(27_000, rows);
        JsonNode report = recompress(0, "--delta", folder.toString(), "--codec", "zstd:9");
        assertEquals(before.size(), files(report), report::toPrettyString);
        requireCarriedOver(before, entries());
        assertEquals(digest, digest(COLUMNS, name));
        assertEquals(0, stream(), "rows that a stream takes for new");
        long changes = SPARK.read()
                .format("delta")
                .option("readChangeFeed", "true")
                .option("startingVersion", Tables.version(name))
                .load(folder.toString())
                .count();
        assertEquals(0, changes, "rows that the change data feed takes for changed");
        append(3);
        assertEquals(9_000, stream());
    }

    /** Returns the number of rows that a stream finds since the last call. */
    private long stream() throws Exception {
        Path state = folder.resolveSibling(folder.getFileName() + "-stream");
        long[] rows = new long[1];
        StreamingQuery query = SPARK.readStream()
                .format("delta")
                .load(folder.toString())
                .writeStream()
                .trigger(Trigger.AvailableNow())
                .option("checkpointLocation", state.toString())
                .foreachBatch((org.apache.spark.api.java.function.VoidFunction2<
                                org.apache.spark.sql.Dataset<org.apache.spark.sql.Row>, Long>)
                        (batch, id) -> rows[0] += batch.count())
                .start();
        query.awaitTermination();
        return rows[0];
    }

    @Test
    void toleratesConcurrentCommits() throws Exception {
        create("PARTITIONED BY (part)", "'delta.enableDeletionVectors' = 'true'");
        ConcurrentChange provider = new ConcurrentChange(() -> {
            sql("DELETE FROM " + name + " WHERE id = 5"); // a deletion vector, so that the file is skipped
            if (IS_SPARK_3) { // where Iceberg's extension throws a MatchError at an UPDATE of a Delta table
                sql("DELETE FROM " + name + " WHERE id = 6");
                sql("INSERT INTO " + name + " VALUES (6, 'a b:c%d', 'other', 1)");
            } else {
                sql("UPDATE " + name + " SET text = 'other' WHERE id = 6");
            }
            append(3);
        });
        JsonNode report = recompressBy(provider, 0, "--delta", folder.toString(), "--codec", "zstd:9");
        assertEquals(4, files(report), report::toPrettyString);
        assertEquals(2, kept(report, "changedMeanwhile"), report::toPrettyString);
        assertEquals(36_000 - 1, number("SELECT count(1) FROM " + name));
        assertEquals(1, number("SELECT count(1) FROM " + name + " WHERE text = 'other'"));
        assertEquals(0, number("SELECT count(1) FROM " + name + " WHERE id = 5"));

        provider = new ConcurrentChange(() -> sql("DELETE FROM " + name + " WHERE part = 'q'")); // whole files
        report = recompressBy(provider, 0, "--delta", folder.toString(), "--codec", "gzip");
        assertTrue(kept(report, "changedMeanwhile") >= 3, report::toPrettyString);
        assertEquals(18_000, number("SELECT count(1) FROM " + name));
        List<String> known = new ArrayList<>();
        for (JsonNode entry : entries().values()) {
            known.add(path(entry).toString());
        }
        try (var written = Files.walk(folder)) {
            assertTrue(
                    written.noneMatch(file -> file.toString().contains("part=q")
                            && file.toString().endsWith(".parquet")
                            && isOurs(file)
                            && !known.contains(file.toString())
                            && isGzip(file)),
                    "orphans");
        }
    }

    /** A UUID in a name by Delta may contain "-fc" too, but not followed by as many digits. */
    private static boolean isOurs(Path file) {
        return file.getFileName().toString().matches(".*-fc[0-9a-f]{8}-[0-9a-f]{32}\\..*");
    }

    private static boolean isGzip(Path file) {
        try {
            return Footer.of(file).codecs.contains("GZIP");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shallowCloneGetsItsOwnFiles() throws Exception {
        create("PARTITIONED BY (part)", "'delta.enableDeletionVectors' = 'true'");
        String digest = digest(COLUMNS, name);
        Path clone = folder.resolveSibling(folder.getFileName() + " clone");
        sql("CREATE TABLE delta.`" + clone + "` SHALLOW CLONE " + name);
        JsonNode report = recompress(0, "--delta", clone.toString(), "--codec", "zstd:9");
        assertEquals(6, files(report), report::toPrettyString);
        assertEquals(digest, digest(COLUMNS, "delta.`" + clone + "`"));
        sql("INSERT INTO " + name + " VALUES (1, 'q', 'x', 0)"); // changes the original only
        assertEquals(digest, digest(COLUMNS, "delta.`" + clone + "`"));
        try (var files = Files.walk(folder)) {
            assertTrue(files.noneMatch(DeltaTest::isOurs), "nothing is written to the original");
        }
    }

    @Test
    void selectsFilesByAConditionOnPartitions() throws Exception {
        create("PARTITIONED BY (part)", "'delta.columnMapping.mode' = 'name'");
        String digest = digest(COLUMNS, name);
        JsonNode report = recompress(0, "--delta", folder.toString(), "--codec", "gzip", "--where", "part = 'a b:c%d'");
        assertEquals(3, files(report), report::toPrettyString);
        assertEquals(digest, digest(COLUMNS, name));
        String said = recompress(2, "--delta", folder.toString(), "--codec", "gzip", "--where", "id = 1")
                .path("failure")
                .asText();
        assertTrue(said.contains("where is \"id = 1\", expected a condition on the partition columns of"), said);
        assertTrue(said.contains("[`part`]"), said);
        said = recompress(2, "--delta", folder.toString(), "--codec", "gzip", "--where", "part =")
                .path("failure")
                .asText();
        assertTrue(said.contains("PARSE_SYNTAX_ERROR"), said);
    }

    // Would catch: advice on files that the table no longer has, figures that are not those of the table, and a
    // plan that the job reads differently.
    @Test
    void adviceForTheCurrentVersionComesTrue() throws Exception {
        create("PARTITIONED BY (part)", "'delta.enableDeletionVectors' = 'true', 'delta.columnMapping.mode' = 'name'");
        sql("DELETE FROM " + name + " WHERE part = 'q'"); // whole files, which older versions still have
        append(3);
        sql("DELETE FROM " + name + " WHERE id = 6"); // a deletion vector
        Path plan = Tables.ROOT.resolve("delta-plan.json");
        JsonNode advice = Tables.advise("--delta", folder.toString(), "--plan", plan.toString());
        assertEquals(4, advice.get("allFiles").asInt(), advice::toPrettyString);
        long before = bytes();
        double now = advice.at("/table/candidates/0/bytes").asDouble();
        assertTrue(now < before && now > 0.9 * before, now + " bytes of pages in files of " + before);
        double saved = now - advice.at("/table/choice/bytes").asDouble();

        JsonNode report = recompress(0, "--delta", folder.toString(), "--plan", plan.toString());
        assertEquals(4, files(report), report::toPrettyString);
        assertEquals(saved, before - bytes(), 0.05 * saved);
        advice = Tables.advise("--delta", folder.toString(), "--where", "part = 'q'");
        assertEquals(1, advice.get("allFiles").asInt());
    }

    private long bytes() throws IOException {
        return entries().values().stream()
                .filter(entry -> !entry.hasNonNull("deletionVector"))
                .mapToLong(entry -> entry.get("size").asLong())
                .sum();
    }

    /** Returns the files that a run has written, by the whole mark: a UUID in another file's name may begin like it. */
    private List<String> ours() throws IOException {
        return parquetFiles(".*-fc[0-9a-f]{8}-[0-9a-f]{32}");
    }

    /** Returns the table's Parquet files whose paths, without the extension, match. */
    private List<String> parquetFiles(String regex) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.map(Path::toString)
                    .filter(file -> file.matches(regex + "\\.parquet"))
                    .toList();
        }
    }

    private void createSmall(String properties) {
        sql("CREATE TABLE " + name + " (id bigint, text string) USING delta TBLPROPERTIES (" + properties + ")");
        SPARK.conf().set("spark.sql.parquet.compression.codec", "snappy");
        sql("INSERT INTO " + name + " SELECT id, sha2(cast(id % 99 AS string), 256) FROM range(0, 4000, 1, 2)");
    }

    // Would catch: a job that takes its own commit for another writer's, because the store reports that the
    // version already exists, and then deletes files of the table.
    @Test
    void findsItsCommitAfterALostResponse() throws Exception {
        createSmall("'delta.enableDeletionVectors' = 'true'");
        String digest = digest("*", name);
        String codec = "zstd:9";
        for (FaultyLogStore.Fault fault :
                List.of(FaultyLogStore.Fault.WRITTEN_BUT_EXISTS, FaultyLogStore.Fault.WRITTEN_BUT_FAILED)) {
            long version = Tables.version(name);
            FaultyLogStore.fail(fault, 1);
            JsonNode report = recompress(0, "--delta", folder.toString(), "--codec", codec);
            assertEquals(2, files(report), report::toPrettyString);
            assertEquals("[" + (version + 1) + "]", report.get("commits").toString());
            assertEquals(version + 1, Tables.version(name));
            assertEquals(digest, digest("*", name));
            codec = "gzip";
        }
    }

    // Would catch: a job that reads only the newest version, and deletes files that an older version still has.
    @Test
    void findsItsCommitAlthoughItsFilesAreCompacted() throws Exception {
        createSmall("'delta.enableDeletionVectors' = 'true'");
        String digest = digest("*", name);
        FaultyLogStore.fail(FaultyLogStore.Fault.WRITTEN_BUT_FAILED, 1);
        FaultyLogStore.then(() -> SPARK.newSession().sql("OPTIMIZE " + name));
        JsonNode report = recompress(0, "--delta", folder.toString(), "--codec", "zstd:9");
        assertEquals(2, files(report), report::toPrettyString);
        assertEquals("[2]", report.get("commits").toString());
        assertEquals(digest, digest("*", name));
        assertEquals(digest, digest("*", name + " VERSION AS OF 2"));
        assertEquals(1, entries().size());
    }

    // Would catch: a commit that is abandoned and arrives after its files were deleted; a commit that is made
    // twice; new files that stay although their commit failed permanently.
    @Test
    void lateCommitIsMadeExactlyOnce() throws Exception {
        createSmall("'delta.enableDeletionVectors' = 'true'");
        String digest = digest("*", name);
        FaultyLogStore.fail(FaultyLogStore.Fault.LATE, 1);
        JsonNode report = recompress(0, "--delta", folder.toString(), "--codec", "zstd:9");
        assertEquals("[2]", report.get("commits").toString());
        FaultyLogStore.end();
        assertEquals(2, Tables.version(name));
        assertEquals(digest, digest("*", name));

        FaultyLogStore.fail(FaultyLogStore.Fault.LATE, 100); // no commit gets a response, and one arrives
        recompress(1, "--delta", folder.toString(), "--codec", "gzip");
        FaultyLogStore.end();
        assertEquals(3, Tables.version(name));
        assertEquals(digest, digest("*", name));

        FaultyLogStore.fail(FaultyLogStore.Fault.FAILED, 100);
        FaultyLogStore.then(() -> SPARK.newSession().sql("DELETE FROM " + name)); // takes the version and all files
        int before = ours().size();
        report = recompress(0, "--delta", folder.toString(), "--codec", "zstd:9");
        FaultyLogStore.end();
        assertEquals(2, kept(report, "changedMeanwhile"), report::toPrettyString);
        assertEquals(before, ours().size(), "new files that no version has");
    }

    // Would catch: files that are deleted although the versions that show whether they are part of the table have
    // expired.
    @Test
    void deletesNothingIfTheLogHasExpired() throws Exception {
        createSmall("'delta.enableDeletionVectors' = 'true'");
        FaultyLogStore.fail(FaultyLogStore.Fault.WRITTEN_BUT_FAILED, 1);
        FaultyLogStore.then(() -> {
            SPARK.newSession().sql("OPTIMIZE " + name);
            DeltaLog.clearCache();
            DeltaLog log = DeltaLog.forTable(SPARK, folder.toString());
            log.checkpoint(log.update(false, scala.Option.empty(), scala.Option.empty()), scala.Option.empty());
            for (int version = 0; version < 3; version++) {
                folder.resolve(String.format("_delta_log/%020d.json", version))
                        .toFile()
                        .delete();
            }
        });
        String said =
                recompress(1, "--delta", folder.toString(), "--codec", "zstd:9").toString();
        assertTrue(said.contains("It is unknown whether Delta Lake committed to"), said);
        assertTrue(said.contains("has expired"), said);
        assertEquals(2, ours().size());
        assertEquals(4000, number("SELECT count(1) FROM " + name));
    }

    // Would catch: a commit of files that VACUUM without retention has already deleted.
    @Test
    void doesNotCommitFilesThatVacuumDeleted() throws Exception {
        createSmall("'delta.enableDeletionVectors' = 'true'");
        SPARK.conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
        ConcurrentChange provider = new ConcurrentChange(() -> sql("VACUUM " + name + " RETAIN 0 HOURS"));
        String said = recompressBy(provider, 1, "--delta", folder.toString(), "--codec", "zstd:9")
                .toString();
        assertTrue(said.contains("a new file is missing or has changed"), said);
        assertEquals(4000, number("SELECT count(text) FROM " + name));
    }

    // Would catch: a second attempt with files that VACUUM without retention deleted after the first one, whether
    // another
    // writer has the version of the first one by then or none has it.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void doesNotRetryWithFilesThatVacuumDeleted(boolean isTaken) throws Exception {
        createSmall("'delta.enableDeletionVectors' = 'true'");
        SPARK.conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
        FaultyLogStore.fail(FaultyLogStore.Fault.FAILED, 1);
        FaultyLogStore.then(() -> {
            SparkSession other = SPARK.newSession();
            if (isTaken) {
                other.sql("INSERT INTO " + name + " VALUES (4000, 'x')");
            }
            other.conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
            other.conf().set("spark.databricks.delta.vacuum.logging.enabled", "false"); // no commits
            other.sql("VACUUM " + name + " RETAIN 0 HOURS");
        });
        String said =
                recompress(1, "--delta", folder.toString(), "--codec", "zstd:9").toString();
        assertTrue(said.contains("a new file is missing or has changed"), said);
        assertEquals(isTaken, !said.contains("It is unknown whether"), said);
        assertEquals(isTaken ? 4001 : 4000, number("SELECT count(text) FROM " + name));
    }

    // Would catch: a column of the plan that the job does not find, because its name in the files is different.
    @Test
    void planMayUseNamesOfTheTableOrFiles() throws Exception {
        sql("CREATE TABLE " + name + " (id bigint, text string, deep struct<a: bigint, list: array<struct<b: string>>>)"
                + " USING delta TBLPROPERTIES ('delta.columnMapping.mode' = 'name')");
        SPARK.conf().set("spark.sql.parquet.compression.codec", "snappy");
        sql("INSERT INTO " + name + " SELECT id, sha2(cast(id % 99 AS string), 256), named_struct('a', id, 'list',"
                + " array(named_struct('b', cast(id AS string)))) FROM range(0, 4000, 1, 1)");
        sql("ALTER TABLE " + name + " RENAME COLUMN text TO word");
        String digest = digest("id, word, deep", name);
        recompress(
                0,
                "--delta",
                folder.toString(),
                "--column",
                "word=zstd:9",
                "--column",
                "deep.list.list.element.b=gzip");
        Path file = path(entries().values().iterator().next());
        assertEquals(List.of("GZIP", "SNAPPY", "ZSTD"), Footer.of(file).codecs);
        assertEquals(digest, digest("id, word, deep", name));
        String physical = DeltaLog.forTable(SPARK, folder.toString())
                .update(false, scala.Option.empty(), scala.Option.empty())
                .metadata()
                .schema()
                .apply("word")
                .metadata()
                .getString("delta.columnMapping.physicalName");
        recompress(0, "--delta", folder.toString(), "--column", physical + "=snappy");
        file = path(entries().values().iterator().next());
        assertEquals(List.of("GZIP", "SNAPPY"), Footer.of(file).codecs);
    }

    // Would catch: names in a plan that are not looked up in the Delta table, although those in options are.
    @Test
    void readsNamesInAPlanAsThoseOfTheTable() throws Exception {
        createSmall("'delta.columnMapping.mode' = 'name'");
        Path plan = Tables.ROOT.resolve("logical-plan.json");
        Files.writeString(plan, """
                {"version": 1, "columns": {"text": {"codec": "ZSTD", "level": 9}}}""");
        recompress(0, "--delta", folder.toString(), "--plan", plan.toString());
        Path file = path(entries().values().iterator().next());
        assertEquals(List.of("SNAPPY", "ZSTD"), Footer.of(file).codecs);
    }

    // Would catch: a plan that recompresses a column other than the intended one.
    @Test
    void rejectsAnAmbiguousColumnName() throws Exception {
        createSmall("'delta.enableDeletionVectors' = 'false'");
        sql("ALTER TABLE " + name + " SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')");
        sql("ALTER TABLE " + name + " RENAME COLUMN text TO old"); // the column is still called text in the files
        sql("ALTER TABLE " + name + " ADD COLUMN text string");
        String said = recompress(2, "--delta", folder.toString(), "--column", "text=zstd:9")
                .toString()
                .replace("\\\"", "\"");
        assertTrue(said.contains("\"text\" of the plan is ambiguous"), said);
        assertTrue(said.contains("or \"old\" for the files'"), said);
        recompress(0, "--delta", folder.toString(), "--column", "old=zstd:9");
        Path file = path(entries().values().iterator().next());
        assertEquals(List.of("SNAPPY", "ZSTD"), Footer.of(file).codecs);
    }

    // Would catch: a version that differs from the requested one but is accepted; a run that deletes the files
    // of such a version; a statement for rolling back that fails.
    @Test
    void unexpectedVersionEndsTheRunAndNamesTheRollback() throws Exception {
        createSmall("'delta.enableDeletionVectors' = 'true'");
        String digest = digest("*", name);
        List<UnaryOperator<String>> falsifications = List.of(
                line -> line.startsWith("{\"add\"") && line.contains("part-00000") ? null : line,
                line -> line.startsWith("{\"add\"") ? line.replaceFirst("\"stats\":", "\"others\":") : line);
        for (UnaryOperator<String> falsification : falsifications) {
            long version = Tables.version(name);
            int before = ours().size();
            boolean[] isChanged = new boolean[1];
            FaultyLogStore.falsify(lines -> {
                List<String> written = new ArrayList<>(lines);
                written.replaceAll(falsification);
                isChanged[0] = !written.equals(lines);
                written.removeIf(Objects::isNull);
                return written;
            });
            String said = recompress(1, "--delta", folder.toString(), "--codec", "zstd:9")
                    .toString();
            assertTrue(isChanged[0], "the store has written what it was asked for");
            assertTrue(said.contains("could not be proved to have the same rows as version " + version), said);
            assertEquals(before + 2, ours().size(), "new files that a version has");
            Matcher back = WAY_BACK.matcher(said);
            assertTrue(back.find(), said);
            sql(back.group());
            assertEquals(digest, digest("*", name));
        }
    }

    // Would catch: two runs that both add a new file for an old one; a run that deletes files that the other
    // has committed; an OPTIMIZE between them that loses its rows.
    @Test
    void concurrentRunsAndACompactionLoseNothing() throws Exception {
        createSmall("'delta.enableDeletionVectors' = 'true'");
        for (int i = 1; i < 3; i++) {
            sql("INSERT INTO " + name + " SELECT id, sha2(cast(id % 99 AS string), 256) FROM range(" + i * 4000 + ", "
                    + (i + 1) * 4000 + ", 1, 2)");
        }
        String digest = digest("*", name);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<JsonNode>> runs = new ArrayList<>();
            for (String codec : List.of("zstd:9", "gzip")) {
                runs.add(threads.submit(
                        () -> recompress(0, "--delta", folder.toString(), "--codec", codec, "--batch", "2")));
            }
            Future<?> compaction = threads.submit(() -> SPARK.newSession().sql("OPTIMIZE " + name));
            for (Future<JsonNode> run : runs) {
                JsonNode report = run.get();
                assertEquals(6, files(report) + kept(report, "changedMeanwhile"), report::toPrettyString);
            }
            try {
                compaction.get();
            } catch (ExecutionException e) { // Delta lets it lose against a run
                assertTrue(e.getCause() instanceof ConcurrentModificationException, e::toString);
            }
        } finally {
            threads.shutdown();
        }
        assertEquals(digest, digest("*", name));
    }

    // Would catch: other writers of the application whose commits fail on their first conflict, because of the
    // job's setting.
    @Test
    void otherWritersOfTheSessionKeepTheirSettings() throws Exception {
        createSmall("'delta.enableDeletionVectors' = 'true'");
        String key = "spark.databricks.delta.maxCommitAttempts";
        List<Boolean> seen = new ArrayList<>();
        FaultyLogStore.fail(FaultyLogStore.Fault.FAILED, 1);
        FaultyLogStore.then(() -> seen.add(SPARK.conf().getAll().contains(key))); // getAll has no defaults
        recompress(0, "--delta", folder.toString(), "--codec", "zstd:9");
        assertEquals(List.of(false), seen);
    }

    // Would catch: a checkpoint whose timestamps are in a time zone other than the session's.
    @Test
    void jobUsesTheSettingsOfItsSession() throws Exception {
        String key = "spark.sql.session.timeZone";
        String zone = SPARK.conf().get(key);
        String inUtc = "spark.databricks.delta.write.utcTimestampPartitionValues";
        SPARK.conf().set(key, zone.equals("Asia/Tokyo") ? "Asia/Kolkata" : "Asia/Tokyo");
        SPARK.conf().set(inUtc, "false"); // as older versions of Delta Lake do
        try {
            sql("CREATE TABLE " + name + " (id bigint, at timestamp) USING delta PARTITIONED BY (at) TBLPROPERTIES"
                    + " ('delta.checkpoint.writeStatsAsStruct' = 'true', 'delta.checkpointInterval' = '2')");
            SPARK.conf().set("spark.sql.parquet.compression.codec", "snappy");
            sql("INSERT INTO " + name + " SELECT id, timestamp'2026-11-26 12:00:00' FROM range(0, 4000, 1, 2)");
            recompress(0, "--delta", folder.toString(), "--codec", "zstd:9");
            List<Row> times = SPARK.read()
                    .parquet(folder + "/_delta_log/00000000000000000002.checkpoint.parquet")
                    .where("add IS NOT NULL")
                    .selectExpr("add.partitionValues_parsed.at = timestamp'2026-11-26 12:00:00'", "add.partitionValues")
                    .collectAsList();
            assertEquals(2, times.size());
            times.forEach(time -> assertTrue(time.getBoolean(0), time::toString));
        } finally {
            SPARK.conf().set(key, zone);
            SPARK.conf().unset(inUtc);
        }
    }

    // Would catch: an abandoned attempt of a task that replaces a committed file.
    @Test
    void lateAttemptOfATaskReplacesNothing() throws Exception {
        createSmall("'delta.enableDeletionVectors' = 'true'");
        ConcurrentChange late = new ConcurrentChange(() -> {});
        recompressBy(late, 0, "--delta", folder.toString(), "--codec", "zstd:9");
        Map<String, Object> keys = new TreeMap<>();
        for (String file : ours()) {
            keys.put(
                    file,
                    Files.readAttributes(Path.of(file), BasicFileAttributes.class)
                            .fileKey());
        }
        assertEquals(2, keys.size());
        late.lateAttempts();
        for (String file : parquetFiles(".*")) {
            if (keys.containsKey(file)) {
                assertEquals(
                        keys.get(file),
                        Files.readAttributes(Path.of(file), BasicFileAttributes.class)
                                .fileKey());
            }
        }
        assertEquals(2, ours().size());
    }

    // Would catch: a commit that needs a missing checkpoint.
    @Test
    void commitsDespiteAMissingCheckpoint() throws Exception {
        createSmall("'delta.enableDeletionVectors' = 'true'");
        String digest = digest("*", name);
        DeltaLog log = DeltaLog.forTable(SPARK, folder.toString());
        FaultyLogStore.fail(FaultyLogStore.Fault.WRITTEN_BUT_FAILED, 1);
        FaultyLogStore.then(() -> {
            log.checkpoint(log.update(false, scala.Option.empty(), scala.Option.empty()), scala.Option.empty());
            for (File file : folder.resolve("_delta_log").toFile().listFiles()) {
                assertTrue(!file.getName().contains(".checkpoint.") || file.delete());
            }
            DeltaLog.clearCache();
        });
        JsonNode report = recompress(0, "--delta", folder.toString(), "--codec", "zstd:9");
        assertEquals(2, files(report), report::toPrettyString);
        assertEquals(digest, digest("*", name));
    }

    // Would catch: commits by path to a table whose commits a catalog makes.
    @Test
    void rejectsACatalogManagedTable() throws Exception {
        Path log = Files.createDirectories(folder.resolve("_delta_log"));
        Files.writeString(log.resolve(String.format("%020d.json", 0)), """
                {"commitInfo":{"inCommitTimestamp":1700000000000,"timestamp":1700000000000,"operation":"CREATE TABLE"}}
                {"protocol":{"minReaderVersion":3,"minWriterVersion":7,"readerFeatures":["catalogManaged","vacuumProtocolCheck"],\
                "writerFeatures":["catalogManaged","vacuumProtocolCheck","inCommitTimestamp"]}}
                {"metaData":{"id":"a","format":{"provider":"parquet","options":{}},"schemaString":"{\\"type\\":\\"struct\\",\\"fields\\":[]}",\
                "partitionColumns":[],"configuration":{"delta.enableInCommitTimestamps":"true"}}}
                """);
        String said =
                recompress(1, "--delta", folder.toString(), "--codec", "zstd").toString();
        assertTrue(
                said.contains(
                        IS_SPARK_3 ? "unsupported by Delta Lake \\\"3.3.2\\\": catalogManaged" : "Catalog-Managed"),
                said); // Delta's own refusal, which precedes ours
    }

    @Test
    void namesADirectoryThatIsNotATable() throws Exception {
        String said = recompress(1, "--delta", folder.toString(), "--codec", "zstd")
                .path("failure")
                .asText();
        assertTrue(said.contains(" is not a Delta table"), said);
    }
}
