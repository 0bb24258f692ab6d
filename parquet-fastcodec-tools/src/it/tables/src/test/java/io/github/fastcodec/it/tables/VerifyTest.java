// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import static io.github.fastcodec.it.tables.Tables.SPARK;
import static io.github.fastcodec.it.tables.Tables.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.fastcodec.jobs.JobReport;
import io.github.fastcodec.jobs.VerifyJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.spark.sql.delta.DeltaLog;
import org.junit.jupiter.api.Test;

/** VerifyJob on tables of all types of columns, whose logs are true, and then are not. */
class VerifyTest {

    private static final String COLUMNS =
            "i int, l bigint, f float, d double, nan double, d9 decimal(9,2), d18 decimal(18,4),"
                    + " d38 decimal(38,10), s string, b binary, t boolean, day date, at timestamp, ntz timestamp_ntz,"
                    + " list array<int>, map map<string, bigint>, point struct<x: int, y: string>";

    private static final String ROWS =
            "SELECT int(id), id * 1000003, float(id) / 7, id / 3, if(id % 3 = 0, double('NaN'), id / 3),"
                    + " cast(id / 100 AS decimal(9,2)), cast(id * 1234567.1234 AS decimal(18,4)),"
                    + " cast(id AS decimal(20,0)) * 100000000000000000 + 0.5, concat(repeat('\u00e4\ud83d\ude00', 20), id),"
                    + " cast(concat('b', id) AS binary), id % 2 = 0, date_add(DATE '1970-01-01', int(id)),"
                    + " timestamp_micros(id * 12345678901), cast(timestamp_micros(id * 12345678901) AS timestamp_ntz),"
                    + " array(int(id), 7), map('k', id), named_struct('x', int(id), 'y', string(id))";

    private static int tables;

    private final Path folder = Tables.ROOT.resolve("verified " + tables++);
    private final String delta = "delta.`" + folder + "`";
    private final String iceberg = "ice.db.verified" + tables;

    private static JsonNode verify(int exitCode, String... options) throws IOException {
        JobReport report = VerifyJob.run(SPARK, options);
        assertEquals(exitCode, report.exitCode(), report.json() + report.messages());
        return new ObjectMapper().readTree(report.json());
    }

    private static void fill(String name) {
        SPARK.conf().set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
        for (int i = -1; i < 2; i++) {
            sql("INSERT INTO " + name + " " + ROWS + " FROM range(" + (i * 4000 - 2000) + ", " + (i * 4000 + 2000)
                    + ", 1, 1)");
        }
    }

    private static List<JsonNode> findings(JsonNode report) {
        List<JsonNode> findings = new ArrayList<>();
        report.get("files").forEach(file -> file.get("findings").forEach(findings::add));
        return findings;
    }

    private static Set<String> columns(JsonNode report) {
        Set<String> columns = new TreeSet<>();
        for (JsonNode finding : findings(report)) {
            assertEquals("table-log", finding.get("kind").asText(), finding::toString);
            assertTrue(finding.get("message").asText().contains("the table's log says"), finding::toString);
            columns.add(finding.path("column").asText("-"));
        }
        return columns;
    }

    // Would catch: a bound of any type that is read wrong, which would call a true log untrue; a job that reads
    // nothing.
    @Test
    void trueLogsAreTrue() throws IOException {
        sql("CREATE TABLE " + iceberg + " (" + COLUMNS + ") USING iceberg TBLPROPERTIES ('format-version' = '2',"
                + " 'write.delete.mode' = 'merge-on-read')");
        fill(iceberg);
        sql("DELETE FROM " + iceberg + " WHERE i = 5");
        sql("CREATE TABLE " + delta + " (" + COLUMNS + ") USING delta TBLPROPERTIES"
                + " ('delta.enableDeletionVectors' = 'true')");
        fill(delta);
        sql("DELETE FROM " + delta + " WHERE i = 5");
        for (String[] table : new String[][] {{"--table", iceberg}, {"--delta", folder.toString()}}) {
            JsonNode report = verify(0, table[0], table[1], "--values");
            assertEquals(3, report.at("/summary/files").asInt(), report::toPrettyString);
            assertEquals(List.of(), findings(report));
        }
    }

    // Would catch: a type whose bounds nobody compares.
    @Test
    void whatAnIcebergTableSaysIsCompared() throws Exception {
        sql("CREATE TABLE " + iceberg + " (" + COLUMNS + ") USING iceberg TBLPROPERTIES"
                + " ('write.metadata.metrics.default' = 'full')");
        fill(iceberg);
        Table table = Spark3Util.loadIcebergTable(SPARK, iceberg);
        DataFile file;
        try (CloseableIterable<FileScanTask> tasks =
                table.newScan().includeColumnStats().planFiles()) {
            file = tasks.iterator().next().file().copy();
        }
        Metrics metrics = new Metrics(
                file.recordCount() + 1,
                file.columnSizes(),
                file.valueCounts(),
                file.nullValueCounts(),
                file.nanValueCounts(),
                file.upperBounds(), // as the least values
                file.upperBounds());
        Path copy = Path.of(
                file.location().replaceFirst("\\.parquet$", "-copy.parquet").replaceFirst("^file:(//)?", ""));
        Files.copy(Path.of(file.location().replaceFirst("^file:(//)?", "")), copy);
        DataFile untrue = DataFiles.builder(table.spec())
                .copy(file)
                .withPath(copy.toString())
                .withFileSizeInBytes(file.fileSizeInBytes() + 1)
                .withMetrics(metrics)
                .build();
        table.newOverwrite().deleteFile(file).addFile(untrue).commit();
        JsonNode report = verify(1, "--table", iceberg);
        assertEquals(
                Set.of(
                        "-", "i", "l", "f", "d", "d9", "d18", "d38", "s", "b", "t", "day", "at", "ntz", "point.x",
                        "point.y"),
                columns(report),
                report::toPrettyString);
        assertTrue(
                report.get("notes").toString().contains("Not part of this version: 1 of the 4 Parquet files"),
                () -> report.get("notes").toString());
        Files.delete(copy);
        assertTrue(verify(1, "--table", iceberg).toString().contains("it is not there, and the table's log names it"));
    }

    @Test
    void whatADeltaTableSaysIsCompared() throws Exception {
        sql("CREATE TABLE " + delta + " (" + COLUMNS + ") USING delta");
        fill(delta);
        editStatistics(
                2, new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS), (add, stats) -> {
                    stats.set("minValues", stats.get("maxValues"));
                    stats.put("numRecords", stats.get("numRecords").asLong() + 1);
                    add.put("size", add.get("size").asLong() + 1);
                });
        JsonNode report = verify(1, "--delta", folder.toString());
        assertEquals(
                Set.of("-", "i", "l", "f", "d", "d9", "d18", "d38", "s", "day", "at", "ntz", "point.x", "point.y"),
                columns(report),
                report::toPrettyString);
        assertEquals(
                3,
                verify(1, "--delta", folder.toString(), "--sample", "100%")
                        .at("/summary/files")
                        .asInt());
    }

    // Would catch: a decimal that another writer has rounded to a double, taken for a wrong bound.
    @Test
    void decimalsThatWereDoublesAreNoMoreThanRounded() throws Exception {
        sql("CREATE TABLE " + delta + " (a decimal(18,2), b decimal(38,0)) USING delta");
        sql("INSERT INTO " + delta + " VALUES (1000000000000000.01, 99999999999999999999), (5.25, 7)");
        editStatistics(1, new ObjectMapper(), (add, stats) -> {});
        assertEquals(List.of(), findings(verify(0, "--delta", folder.toString())));
    }

    private interface Edit {
        void apply(ObjectNode add, ObjectNode statistics);
    }

    /** Changes what a version of the Delta table says of its files; the mapper reads the numbers. */
    private void editStatistics(int version, ObjectMapper mapper, Edit edit) throws IOException {
        Path commit = folder.resolve(String.format("_delta_log/%020d.json", version));
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(commit)) {
            ObjectNode action = (ObjectNode) new ObjectMapper().readTree(line);
            if (action.has("add")) {
                ObjectNode add = (ObjectNode) action.get("add");
                ObjectNode statistics =
                        (ObjectNode) mapper.readTree(add.get("stats").asText());
                edit.apply(add, statistics);
                add.put("stats", statistics.toString());
            }
            lines.add(action.toString());
        }
        Files.write(commit, lines);
        try (Stream<Path> files = Files.list(commit.getParent())) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".crc")).toList()) {
                Files.delete(file);
            }
        }
        DeltaLog.clearCache();
    }
}
