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
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;

/** Tables of Delta Lake, by Delta's own readers. */
class DeltaTest {

    private static final String COLUMNS = "id, part, text, real";
    private static int tables;

    private final Path folder = Tables.ROOT.resolve("delta " + tables++); // a space, which the log encodes
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
                    entry.remove("tags"); // none is written in either way
                }
            }
            assertEquals(old, now);
        }
    }

    // Would catch: deleted rows that come back, row ids, tags or statistics that are lost, paths that are encoded
    // twice.
    @Test
    void everythingButPlacesAndSizesIsCarriedOver() throws Exception {
        create(
                "PARTITIONED BY (part)",
                "'delta.enableRowTracking' = 'true', 'delta.enableDeletionVectors' = 'true', 'delta.columnMapping.mode' = 'name'");
        sql("DELETE FROM " + name + " WHERE id IN (5, 9006)");
        sql("ALTER TABLE " + name + " RENAME COLUMN text TO word");
        String columns = "id, part, word, real, _metadata.row_id, _metadata.row_commit_version";
        String digest = digest(columns, name);
        Map<String, ObjectNode> before = entries();
        assertEquals(
                2,
                before.values().stream()
                        .filter(entry -> entry.hasNonNull("deletionVector"))
                        .count());
        assertTrue(before.values().stream().allMatch(entry -> entry.hasNonNull("baseRowId")));
        long version = Tables.version(name);

        JsonNode report = recompress(0, "--delta", folder.toString(), "--codec", "zstd:9");
        assertEquals(6, files(report), report::toPrettyString);
        assertEquals("[" + (version + 1) + "]", report.get("commits").toString());
        assertEquals(digest, digest(columns, name));
        requireCarriedOver(before, entries());
        assertEquals(digest, digest(columns, name + " VERSION AS OF " + version));

        report = recompress(0, "--delta", folder.toString(), "--codec", "zstd:9");
        assertEquals(6, kept(report, "there already"), report::toPrettyString);
        report = recompress(0, "--delta", folder.toString(), "--codec", "zstd");
        assertEquals(6, kept(report, "unchanged"), report::toPrettyString);
        // the deletion vectors go on to work where they are changed
        sql("DELETE FROM " + name + " WHERE id IN (7, 9008)");
        assertEquals(27_000 - 4, number("SELECT count(1) FROM " + name));
        SPARK.conf().set("spark.databricks.delta.retentionDurationCheck.enabled", "false");
        sql("VACUUM " + name + " RETAIN 0 HOURS");
        assertEquals(27_000 - 4, number("SELECT count(id) FROM " + name));
    }

    @Test
    void aClusteredTableThatOnlyGrowsIsRecompressedAndItsStreamSeesNothing() throws Exception {
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
        append(3);
        assertEquals(9_000, stream());
    }

    /** Returns how many rows a stream finds since the last call. */
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
    void commitsOfOthersMeanwhileAreNoObstacle() throws Exception {
        create("PARTITIONED BY (part)", "'delta.enableDeletionVectors' = 'true'");
        String provider = Meanwhile.once(() -> {
            sql("DELETE FROM " + name + " WHERE id = 5"); // a deletion vector, which goes to the new file
            sql("UPDATE " + name + " SET text = 'other' WHERE id = 6");
            append(3);
        });
        JsonNode report = recompressBy(provider, 0, "--delta", folder.toString(), "--codec", "zstd:9");
        assertEquals(6, files(report), report::toPrettyString);
        assertEquals(36_000 - 1, number("SELECT count(1) FROM " + name));
        assertEquals(1, number("SELECT count(1) FROM " + name + " WHERE text = 'other'"));
        assertEquals(0, number("SELECT count(1) FROM " + name + " WHERE id = 5"));

        Meanwhile.once(() -> sql("DELETE FROM " + name + " WHERE part = 'q'")); // whole files
        report = recompressBy(Meanwhile.class.getName(), 0, "--delta", folder.toString(), "--codec", "gzip");
        assertTrue(kept(report, "changed meanwhile") >= 3, report::toPrettyString);
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

    /** A UUID in a name of Delta's may have "-fc" too, but not so much behind it. */
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
    void filesOfAShallowCloneBecomeItsOwn() throws Exception {
        create("PARTITIONED BY (part)", "'delta.enableDeletionVectors' = 'true'");
        String digest = digest(COLUMNS, name);
        Path clone = folder.resolveSibling(folder.getFileName() + " clone");
        sql("CREATE TABLE delta.`" + clone + "` SHALLOW CLONE " + name);
        JsonNode report = recompress(0, "--delta", clone.toString(), "--codec", "zstd:9");
        assertEquals(6, files(report), report::toPrettyString);
        assertEquals(digest, digest(COLUMNS, "delta.`" + clone + "`"));
        sql("INSERT INTO " + name + " VALUES (1, 'q', 'x', 0)"); // the original goes its own way
        assertEquals(digest, digest(COLUMNS, "delta.`" + clone + "`"));
        try (var files = Files.walk(folder)) {
            assertTrue(files.noneMatch(DeltaTest::isOurs), "nothing is written to the original");
        }
    }

    @Test
    void aConditionOnPartitionsChoosesFiles() throws Exception {
        create("PARTITIONED BY (part)", "'delta.columnMapping.mode' = 'name'");
        String digest = digest(COLUMNS, name);
        JsonNode report = recompress(0, "--delta", folder.toString(), "--codec", "gzip", "--where", "part = 'a b:c%d'");
        assertEquals(3, files(report), report::toPrettyString);
        assertEquals(digest, digest(COLUMNS, name));
        String said = recompress(2, "--delta", folder.toString(), "--codec", "gzip", "--where", "id = 1")
                .asText();
        assertTrue(said.contains("where is \"id = 1\", expected a condition on the partition columns of"), said);
    }

    // Would catch: an advice for files that the table no longer has, one whose figures are not those of the table, and
    // a
    // plan that the job reads otherwise.
    @Test
    void anAdviceIsForTheFilesOfTheCurrentVersionAndComesTrue() throws Exception {
        create("PARTITIONED BY (part)", "'delta.enableDeletionVectors' = 'true', 'delta.columnMapping.mode' = 'name'");
        sql("DELETE FROM " + name + " WHERE part = 'q'"); // whole files, which older versions have still
        sql("DELETE FROM " + name + " WHERE id IN (6, 9006)"); // deletion vectors
        append(3);
        Path plan = Tables.ROOT.resolve("delta-plan.json");
        JsonNode advice = Tables.advise("--delta", folder.toString(), "--plan", plan.toString());
        assertEquals(5, advice.get("allFiles").asInt(), advice::toPrettyString);
        long before = bytes();
        double now = advice.at("/table/candidates/0/bytes").asDouble();
        assertTrue(now < before && now > 0.9 * before, now + " bytes of pages in files of " + before);
        double saved = now - advice.at("/table/choice/bytes").asDouble();

        JsonNode report = recompress(0, "--delta", folder.toString(), "--plan", plan.toString());
        assertEquals(5, files(report), report::toPrettyString);
        assertEquals(saved, before - bytes(), 0.05 * saved);
        advice = Tables.advise("--delta", folder.toString(), "--where", "part = 'q'");
        assertEquals(1, advice.get("allFiles").asInt());
    }

    private long bytes() throws IOException {
        return entries().values().stream()
                .mapToLong(entry -> entry.get("size").asLong())
                .sum();
    }

    @Test
    void aDirectoryThatIsNoTableIsNamed() throws Exception {
        String said =
                recompress(1, "--delta", folder.toString(), "--codec", "zstd").asText();
        assertTrue(said.contains(" is no Delta table"), said);
    }
}
