// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import static io.github.fastcodec.it.tables.Tables.digest;
import static io.github.fastcodec.it.tables.Tables.files;
import static io.github.fastcodec.it.tables.Tables.kept;
import static io.github.fastcodec.it.tables.Tables.number;
import static io.github.fastcodec.it.tables.Tables.recompress;
import static io.github.fastcodec.it.tables.Tables.recompressBy;
import static io.github.fastcodec.it.tables.Tables.rows;
import static io.github.fastcodec.it.tables.Tables.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.events.CreateSnapshotEvent;
import org.apache.iceberg.events.Listeners;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of Iceberg's formats 2 and 3, as Iceberg's own readers see them. */
class IcebergTest {

    private static final String COLUMNS = "id, part, text, numbers, point.x, real";
    private static int tables;

    private final String name = "ice.db.t" + tables++;

    /** Creates a table of two partitions, and appends to it three times. */
    private void create(int format) {
        sql("CREATE TABLE " + name
                + " (id bigint, part string, text string, numbers array<int>, point struct<x: int, y: int>,"
                + " real double) USING iceberg PARTITIONED BY (part) TBLPROPERTIES ('format-version' = '" + format
                + "', 'write.parquet.compression-codec' = 'snappy', 'write.delete.mode' = 'merge-on-read',"
                + " 'write.parquet.row-group-size-bytes' = '100000')");
        sql("ALTER TABLE " + name + " WRITE LOCALLY ORDERED BY id");
        for (int i = 0; i < 3; i++) {
            append(i);
        }
    }

    private void append(int i) {
        sql("INSERT INTO " + name + " SELECT id, concat('p ', id % 2), sha2(cast(id AS string), 256),"
                + " array(int(id), 7), named_struct('x', int(id % 5), 'y', null), if(id % 3 = 0, double('NaN'), sqrt(id))"
                + " FROM range(" + i * 9000 + ", " + (i + 1) * 9000 + ", 1, 1)");
    }

    private Table table() {
        try {
            return Spark3Util.loadIcebergTable(Tables.SPARK, name);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, DataFile> dataFiles() throws IOException {
        Map<String, DataFile> files = new TreeMap<>();
        try (CloseableIterable<FileScanTask> tasks =
                table().newScan().includeColumnStats().planFiles()) {
            tasks.forEach(task -> files.put(baseName(task.file().location()), task.file()));
        }
        return files;
    }

    /** Returns the common start of the names of a file and of its replacement. */
    private static String baseName(String path) {
        return path.substring(path.lastIndexOf('/') + 1).replaceFirst("(-fc\\w+-\\w+)?\\.parquet$", "");
    }

    /** Deletes rows by their id in one partition, as Flink does. */
    private void deleteByEquality(long id) throws IOException {
        Table table = table();
        Schema ids = table.schema().select("id");
        DataFile some = dataFiles().values().stream()
                .filter(file -> file.partition().get(0, String.class).equals("p " + id % 2))
                .findFirst()
                .orElseThrow();
        EqualityDeleteWriter<Record> writer = Parquet.writeDeletes(
                        table.io().newOutputFile(table.location() + "/data/deletes-" + id + ".parquet"))
                .forTable(table)
                .createWriterFunc(GenericParquetWriter::create)
                .rowSchema(ids)
                .withSpec(table.specs().get(some.specId()))
                .withPartition(some.partition())
                .equalityFieldIds(ids.findField("id").fieldId())
                .buildEqualityWriter();
        try (writer) {
            Record row = GenericRecord.create(ids);
            row.setField("id", id);
            writer.write(row);
        }
        table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
    }

    /**
     * Returns a digest without _last_updated_sequence_number, which Iceberg's readers take from the commit that added the file.
     */
    private String rowIds(int format) {
        return format < 3 ? "" : digest("id, _row_id", name);
    }

    // Would catch: rows that come back because an equality delete no longer applies; lost statistics, ids or
    // order.
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void keepsEverythingExceptPathsAndSizes(int format) throws Exception {
        create(format);
        deleteByEquality(4);
        append(3);
        String digest = digest(COLUMNS, name);
        String rowIds = rowIds(format);
        Map<String, DataFile> before = dataFiles();
        long snapshot = number("SELECT snapshot_id FROM " + name + ".refs WHERE name = 'main'");

        JsonNode estimate = recompress(0, "--table", name, "--codec", "zstd:9", "--dry-run");
        assertEquals(7, estimate.get("files").asInt(), estimate::toPrettyString);
        assertTrue(estimate.get("bytesAfter").asLong()
                < estimate.get("bytesBefore").asLong());
        assertTrue(estimate.get("notes").toString().contains("1 file of "), estimate::toPrettyString);

        JsonNode report = recompress(0, "--table", name, "--codec", "zstd:9", "--set-codec");
        assertEquals(7, files(report), report::toPrettyString);
        assertEquals(1, kept(report, "withDeletes"), "the file that can have the row");
        assertEquals(1, report.get("filesWithDeletes").size(), report::toPrettyString);
        assertEquals(4, report.get("commits").size(), "a snapshot for each sequence number");
        assertEquals(digest, digest(COLUMNS, name));
        assertEquals(rowIds, rowIds(format));
        Map<String, DataFile> after = dataFiles();
        assertEquals(before.keySet(), after.keySet());
        Snapshot last = table().currentSnapshot();
        assertTrue(last.summary().get("parquet-fastcodec.plan").contains("ZSTD"), last.summary()::toString);
        for (String file : before.keySet()) {
            if (after.get(file).location().matches(".*-fc[0-9a-f]{8}-[0-9a-f]{32}\\.parquet")) {
                requireCarriedOver(before.get(file), after.get(file));
            } else {
                assertEquals(before.get(file).location(), after.get(file).location());
            }
        }
        assertEquals(
                "zstd 9",
                table().properties().get("write.parquet.compression-codec") + " "
                        + table().properties().get("write.parquet.compression-level"));

        assertEquals(digest, digest(COLUMNS, name + " VERSION AS OF " + snapshot));
        report = recompress(0, "--table", name, "--codec", "zstd:9");
        assertEquals(7, kept(report, "upToDate"), report::toPrettyString);

        List<String> old = new ArrayList<>();
        before.values().forEach(file -> old.add(file.location()));
        after.values().forEach(file -> old.remove(file.location()));
        sql("CALL ice.system.expire_snapshots(table => '" + name.substring(4)
                + "', older_than => TIMESTAMP '2999-01-01 00:00:00', retain_last => 1)");
        old.forEach(path -> assertFalse(Files.exists(path(path)), path));
        assertEquals(digest, digest(COLUMNS, name));
        assertEquals(rowIds, rowIds(format));
    }

    private static Path path(String location) {
        return Path.of(location.replaceFirst("^file:(//)?", ""));
    }

    private static void requireCarriedOver(DataFile before, DataFile after) throws IOException {
        assertEquals(Files.size(path(after.location())), after.fileSizeInBytes());
        assertTrue(after.fileSizeInBytes() < before.fileSizeInBytes());
        Footer footer = Footer.of(path(after.location()));
        assertEquals(footer.splitOffsets, after.splitOffsets());
        assertTrue(footer.splitOffsets.size() > 1, "several row groups");
        footer.columnSizes.keySet().retainAll(before.columnSizes().keySet());
        assertEquals(footer.columnSizes, after.columnSizes());
        assertEquals(List.of("ZSTD"), footer.codecs);
        assertEquals(before.recordCount(), after.recordCount());
        assertEquals(before.partition().get(0, String.class), after.partition().get(0, String.class));
        assertEquals(before.specId(), after.specId());
        assertEquals(before.sortOrderId(), after.sortOrderId());
        assertEquals(before.valueCounts(), after.valueCounts());
        assertEquals(before.nullValueCounts(), after.nullValueCounts());
        assertEquals(before.nanValueCounts(), after.nanValueCounts());
        assertEquals(before.lowerBounds(), after.lowerBounds());
        assertEquals(before.upperBounds(), after.upperBounds());
        assertEquals(before.keyMetadata(), after.keyMetadata());
        assertEquals(before.dataSequenceNumber(), after.dataSequenceNumber());
        assertEquals(before.firstRowId(), after.firstRowId());
    }

    // Would catch: rows that come back, because a delete file names the path of a file that no longer exists.
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void leavesFilesWithPositionDeletesUnchanged(int format) throws Exception {
        create(format);
        sql("DELETE FROM " + name + " WHERE id IN (10, 9010)");
        String digest = digest(COLUMNS, name);
        JsonNode report = recompress(0, "--table", name, "--codec", "zstd:9");
        assertTrue(kept(report, "withDeletes") >= 2, report::toPrettyString);
        assertEquals(6, files(report) + kept(report, "withDeletes"), report::toPrettyString);
        assertTrue(files(report) >= 3, report::toPrettyString);
        assertEquals(digest, digest(COLUMNS, name));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void toleratesConcurrentCommits(int format) throws Exception {
        create(format);
        ConcurrentChange provider = new ConcurrentChange(() -> {
            sql("DELETE FROM " + name + " WHERE id IN (11)"); // a position delete
            append(3);
            try {
                deleteByEquality(18_000);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        JsonNode report = recompressBy(provider, 0, "--table", name, "--codec", "zstd:9");
        long changed = kept(report, "changedMeanwhile");
        assertTrue(changed >= 1 && changed <= 3, report::toPrettyString);
        assertEquals(6, files(report) + changed, report::toPrettyString);
        assertEquals(36_000 - 2, number("SELECT count(1) FROM " + name));
        assertEquals(0, number("SELECT count(1) FROM " + name + " WHERE id IN (11, 18000)"));
        requireNoOrphans();

        provider = new ConcurrentChange(() -> sql("DELETE FROM " + name + " WHERE part = 'p 1'")); // whole files
        report = recompressBy(provider, 0, "--table", name, "--codec", "gzip");
        assertTrue(kept(report, "changedMeanwhile") >= 1, report::toPrettyString);
        assertEquals(18_000 - 1, number("SELECT count(1) FROM " + name));
        requireNoOrphans();
    }

    /** Requires that each of our files is part of a snapshot. */
    private void requireNoOrphans() throws IOException {
        List<String> known = new ArrayList<>();
        for (Row row : rows("SELECT DISTINCT file_path FROM " + name + ".all_data_files")) {
            known.add(path(row.getString(0)).toString());
        }
        try (var files = Files.walk(path(table().location()).resolve("data"))) {
            files.map(Path::toString)
                    .filter(file -> file.matches(".*-fc[^/]*\\.parquet"))
                    .forEach(file -> assertTrue(known.contains(file), file + " is an orphan"));
        }
    }

    @Test
    void selectsFilesByACondition() throws Exception {
        create(2);
        String digest = digest(COLUMNS, name);
        JsonNode report = recompress(0, "--table", name, "--codec", "gzip", "--where", "part = 'p 1' AND id >= 9000");
        assertEquals(2, files(report), report::toPrettyString);
        assertEquals(digest, digest(COLUMNS, name));
        String said = recompress(2, "--table", name, "--codec", "gzip", "--where", "no = 1")
                .path("failure")
                .asText();
        assertTrue(said.contains("where is \"no = 1\", which Iceberg cannot evaluate on its metadata"), said);
    }

    @Test
    void toleratesOtherFormatsAndARenamedColumn() throws Exception {
        create(2);
        sql("ALTER TABLE " + name + " RENAME COLUMN text TO word");
        sql("ALTER TABLE " + name + " SET TBLPROPERTIES ('write.format.default' = 'avro')");
        sql("INSERT INTO " + name + " SELECT id + 50000, part, word, numbers, point, real FROM " + name
                + " WHERE id < 10");
        String digest = digest("id, part, word", name);
        JsonNode report = recompress(0, "--table", name, "--codec", "zstd", "--column", "text=gzip");
        assertEquals(6, files(report), report::toPrettyString);
        assertEquals(2, kept(report, "notParquet"), report::toPrettyString);
        assertEquals(digest, digest("id, part, word", name));
        // The files have the column's old name.
        report = recompress(2, "--table", name, "--codec", "snappy", "--column", "word=gzip");
        assertEquals(6, report.get("failures").size(), report::toPrettyString);
        assertTrue(report.get("failures").get(0).asText().contains("it has no column word"), report::toPrettyString);
    }

    // Would catch: advice on files that the table no longer has, figures that are not those of the table, and a
    // plan that the job reads differently.
    @Test
    void adviceForTheCurrentSnapshotComesTrue() throws Exception {
        create(2);
        sql("DELETE FROM " + name + " WHERE part = 'p 1'"); // whole files, which older snapshots still have
        append(3);
        sql("ALTER TABLE " + name + " SET TBLPROPERTIES ('write.format.default' = 'avro')");
        sql("INSERT INTO " + name + " SELECT id + 50000, part, text, numbers, point, real FROM " + name
                + " WHERE id < 10");
        String parquet = "SELECT sum(file_size_in_bytes) FROM " + name + ".files WHERE file_format = 'PARQUET'";
        Path plan = Tables.ROOT.resolve("plan.json");
        JsonNode advice = Tables.advise("--table", name, "--plan", plan.toString());
        assertEquals(5, advice.get("allFiles").asInt(), advice::toPrettyString);
        assertTrue(advice.get("notes").toString().contains("Left out: 1 file of "), advice::toPrettyString);
        long before = number(parquet);
        double now = advice.at("/table/candidates/0/bytes").asDouble();
        assertTrue(now < before && now > 0.9 * before, now + " bytes of pages in files of " + before);
        double saved = now - advice.at("/table/choice/bytes").asDouble();

        JsonNode report = recompress(0, "--table", name, "--plan", plan.toString());
        assertEquals(5, files(report), report::toPrettyString);
        assertEquals(saved, before - number(parquet), 0.05 * saved);
        advice = Tables.advise("--table", name, "--where", "part = 'p 1'");
        assertEquals(1, advice.get("allFiles").asInt(), "a file that a job has written counts as any other");
    }

    @Test
    void rejectsAPartOfATable() throws Exception {
        create(2);
        sql("ALTER TABLE " + name + " CREATE BRANCH dev");
        for (String part : List.of(".branch_dev", ".files")) {
            String said = recompress(1, "--table", name + part, "--codec", "zstd")
                    .path("failure")
                    .asText();
            assertTrue(said.contains("is a part of the table"), said);
        }
        assertEquals(0, number("SELECT count(1) FROM " + name + ".snapshots WHERE operation = 'replace'"));
    }

    @Test
    void namesATableThatDoesNotExist() throws Exception {
        String said = recompress(1, "--table", "ice.db.none", "--codec", "zstd")
                .path("failure")
                .asText();
        assertTrue(said.contains("Spark cannot find the Iceberg table ice.db.none"), said);
    }

    // Would catch: a table that writers without this library can no longer change.
    @ParameterizedTest
    @ValueSource(strings = {"uncompressed", "snappy", "gzip", "zstd:5", "lz4", "lz4_raw"})
    void icebergsWritersWorkWithTheNewCodec(String codec) throws Exception {
        create(2);
        recompress(0, "--table", name, "--codec", codec, "--set-codec");
        append(3);
        sql("DELETE FROM " + name + " WHERE id = 5");
        assertEquals(36_000 - 1, number("SELECT count(text) FROM " + name));
    }

    // Would catch: a statement for rolling back that Spark cannot parse.
    @Test
    void rollbackOfAnUnprovedCommitRestoresTheTable() throws Exception {
        create(2);
        String digest = digest(COLUMNS, name);
        boolean[] isBroken = new boolean[1];
        Listeners.register(
                event -> {
                    if (event.tableName().isEmpty() && !isBroken[0]) { // the job's own commit
                        isBroken[0] = true;
                        Snapshot snapshot = table().currentSnapshot();
                        snapshot.dataManifests(table().io()).stream()
                                .filter(manifest -> manifest.snapshotId() == snapshot.snapshotId())
                                .forEach(manifest -> table().io().deleteFile(manifest.path()));
                    }
                },
                CreateSnapshotEvent.class);
        String said = recompress(1, "--table", name, "--codec", "zstd:9").toString();
        isBroken[0] = true;
        Matcher back = Pattern.compile("CALL .+?\\)").matcher(said);
        assertTrue(back.find(), said);
        sql(back.group());
        assertEquals(digest, digest(COLUMNS, name));
    }
}
