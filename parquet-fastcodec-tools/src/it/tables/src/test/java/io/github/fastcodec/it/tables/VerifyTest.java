// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import static io.github.fastcodec.it.tables.Tables.SPARK;
import static io.github.fastcodec.it.tables.Tables.rows;
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
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.delta.DeltaLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** VerifyJob on tables of all column types, with true logs and with untrue ones. */
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

    /** Adds a file of the same rows; in every third of them all columns are null. */
    private static void addNulls(String name) {
        String columns = Arrays.stream(SPARK.table(name).columns())
                .map(column -> "if(i % 3 = 0, null, " + column + ")")
                .collect(Collectors.joining(", "));
        sql("INSERT INTO " + name + " SELECT /*+ COALESCE(1) */ " + columns + " FROM " + name);
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

    // Would catch: a type that is read wrong, so that a true log is called untrue; a job that reads nothing.
    @ParameterizedTest
    @CsvSource({"1, i", "2, point.x", "3, i"})
    void findsNothingInTrueLogs(int format, String id) throws IOException {
        String partition =
                format == 1 ? "" : " PARTITIONED BY (t, truncate(3, s), month(at), bucket(2, l), truncate(400, d9))";
        sql("CREATE TABLE " + iceberg + " (" + COLUMNS + ") USING iceberg" + partition
                + " TBLPROPERTIES ('format-version' = '" + format + "', 'write.delete.mode' = '"
                + (format == 1 ? "copy-on-write" : "merge-on-read") + "')");
        sql("CREATE TABLE " + delta + " (" + COLUMNS + ") USING delta" + (format == 1 ? "" : " PARTITIONED BY (t)")
                + " TBLPROPERTIES ('delta.enableDeletionVectors' = '" + (format > 1) + "')");
        for (String table : List.of(iceberg, delta)) {
            sql("INSERT INTO " + table + " " + ROWS + " FROM range(-200, 200, 1, 1)");
            sql("INSERT INTO " + table + " " + ROWS + " FROM range(200, 300, 1, 1)");
            addNulls(table);
            sql("DELETE FROM " + table + " WHERE " + id + " % 10 = 5");
            sql("DELETE FROM " + table + " WHERE " + id + " IS NULL AND s IS NULL");
        }
        for (String[] table : new String[][] {{"--table", iceberg}, {"--delta", folder.toString()}}) {
            for (String values : List.of("--values", "--threads=1")) {
                JsonNode report = verify(0, table[0], table[1], values);
                // copy-on-write may leave a single file
                assertTrue(report.at("/summary/files").asInt() >= (format == 1 ? 1 : 3), report::toPrettyString);
                assertEquals(List.of(), findings(report));
            }
        }
    }

    /** A false statement of an Iceberg table about a file, and the finding for it. */
    private record Lie(String message, BiConsumer<DataFiles.Builder, DataFile> tell) {}

    private static Lie numbers(
            String message, Map<Integer, Long> values, Map<Integer, Long> nulls, Map<Integer, Long> nans) {
        return new Lie(
                message,
                (builder, file) ->
                        builder.withMetrics(new Metrics(file.recordCount(), null, values, nulls, nans, null, null)));
    }

    private static Lie texts(String message, String least, String largest) {
        return new Lie(
                message,
                (builder, file) -> builder.withMetrics(
                        new Metrics(file.recordCount(), null, null, null, null, text(least), text(largest))));
    }

    private static Map<Integer, ByteBuffer> text(String text) {
        return text == null ? null : Map.of(2, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    // Would catch: an untrue statement that makes a reader skip a file's rows.
    @Test
    void comparesWhatLetsIcebergsReadersSkipRows() throws Exception {
        sql("CREATE TABLE " + iceberg + " (id int, s string, d double, p int) USING iceberg PARTITIONED BY (p)");
        sql("INSERT INTO " + iceberg + " SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'a', double('NaN'), 1),"
                + " (2, null, 1.0D, 1), (3, null, 2.0D, 1), (4, 'b', 3.0D, 1)");
        List<Lie> lies = List.of(
                new Lie(null, (builder, file) -> {}),
                numbers("it has 2 nulls, but the table's log says 0", null, Map.of(2, 0L), null),
                numbers("it has 2 nulls, but the table's log says 4", Map.of(2, 4L), Map.of(2, 4L), null),
                numbers("it has 4 values, nulls included, but the table's log says 2", Map.of(2, 2L), null, null),
                numbers("it has 1 NaN, but the table's log says 0", null, null, Map.of(3, 0L)),
                numbers("it has 1 NaN, but the table's log says 4", Map.of(3, 4L), null, Map.of(3, 4L)),
                texts("its minimum is a, but the table's log says aa, which is more", "aa", null),
                texts("its maximum is b, but the table's log says azz, which is less", null, "azz"),
                new Lie(
                        "its maximum is 1, but the partition in the table's log says 0, which is less",
                        (builder, file) ->
                                builder.withPartitionPath("p=0").withMetrics(new Metrics(file.recordCount()))),
                new Lie(
                        "it has 0 nulls, but the partition in the table's log says 4",
                        (builder, file) -> builder.withPartitionPath("p=__HIVE_DEFAULT_PARTITION__")),
                new Lie(
                        "says that the first split of the file is at ",
                        (builder, file) -> builder.withPartitionPath("p=1")
                                .withSplitOffsets(List.of(file.fileSizeInBytes() - 1))));
        Table table = Spark3Util.loadIcebergTable(SPARK, iceberg);
        for (Lie lie : lies) {
            replaceFirst(table, lie.tell());
            JsonNode report = verify(lie.message() == null ? 0 : 1, "--table", iceberg, "--values");
            if (lie.message() != null) {
                assertEquals(1, findings(report).size(), report::toPrettyString);
                String message = findings(report).get(0).get("message").asText();
                assertTrue(message.contains(lie.message()), lie + message);
            }
        }
    }

    // Would catch: a missing delete file, which makes a table unreadable.
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void icebergsDeleteFilesMustExist(int format) throws IOException {
        sql("CREATE TABLE " + iceberg + " (id int) USING iceberg TBLPROPERTIES ('format-version' = '" + format
                + "', 'write.delete.mode' = 'merge-on-read')");
        for (int i = 0; i < 3; i++) {
            sql("INSERT INTO " + iceberg + " SELECT /*+ COALESCE(1) */ int(id) FROM range(10)");
        }
        sql("DELETE FROM " + iceberg + " WHERE id = 3");
        assertEquals(List.of(), findings(verify(0, "--table", iceberg)));
        List<Row> deletes = rows("SELECT DISTINCT file_path FROM " + iceberg + ".delete_files");
        for (Row file : deletes) {
            Files.delete(Path.of(file.getString(0).replaceFirst("^file:(//)?", "")));
        }
        List<JsonNode> findings = findings(verify(1, "--table", iceberg));
        assertEquals(deletes.size(), findings.size(), findings::toString);
        assertTrue(
                findings.toString().contains(" does not exist, but the table's log references it"), findings::toString);
    }

    // Would catch: an untrue statement that makes a reader skip a file's rows.
    @Test
    void comparesWhatLetsDeltasReadersSkipRows() throws IOException {
        sql("CREATE TABLE " + delta + " (id int, s string, l array<int>, point struct<x: int>, p int) USING delta");
        sql("INSERT INTO " + delta + " SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'a', array(1), null, 1),"
                + " (2, null, array(), named_struct('x', 1), 1), (3, null, null, named_struct('x', null), 1),"
                + " (4, 'b', array(null), named_struct('x', 2), 1)");
        record Untrue(String message, String part, String column, String value) {}
        for (Untrue lie : List.of(
                new Untrue(null, "nullCount", "s", "2"),
                new Untrue("it has 2 nulls, but the table's log says 0", "nullCount", "s", "0"),
                new Untrue("it has 2 nulls, but the table's log says 4", "nullCount", "s", "4"),
                new Untrue("it has 0 nulls, but the table's log says 4", "nullCount", "id", "4"),
                new Untrue("it has 1 nulls, but the table's log says 0", "nullCount", "l", "0"),
                new Untrue("it has 2 nulls, but the table's log says 0", "nullCount", "point", "{\"x\": 0}"),
                new Untrue("its minimum is a, but the table's log says aa, which is more", "minValues", "s", "\"aa\""),
                new Untrue(
                        "its maximum is b, but the table's log says azz, which is less",
                        "maxValues",
                        "s",
                        "\"azz\""))) {
            JsonNode value = new ObjectMapper().readTree(lie.value());
            JsonNode[] truth = new JsonNode[1];
            editStatistics(
                    1,
                    new ObjectMapper(),
                    (add, stats) -> truth[0] = ((ObjectNode) stats.get(lie.part())).replace(lie.column(), value));
            requireFound(lie.message());
            editStatistics(
                    1,
                    new ObjectMapper(),
                    (add, stats) -> ((ObjectNode) stats.get(lie.part())).set(lie.column(), truth[0]));
        }
        edit(0, action -> {
            if (action.has("metaData")) {
                ((ObjectNode) action.get("metaData"))
                        .putArray("partitionColumns")
                        .add("p");
            }
        });
        Map<String, String> partitions = new TreeMap<>(Map.of(
                "0",
                "its maximum is 1, but the partition in the table's log says 0, which is less",
                "",
                "it has 0 nulls, but the partition in the table's log says 4"));
        partitions.put("1", null);
        for (Map.Entry<String, String> partition : partitions.entrySet()) {
            editStatistics(
                    1,
                    new ObjectMapper(),
                    (add, stats) -> add.putObject("partitionValues").put("p", partition.getKey()));
            requireFound(partition.getValue());
        }
    }

    private void requireFound(String message) throws IOException {
        List<JsonNode> findings = findings(verify(message == null ? 0 : 1, "--delta", folder.toString(), "--values"));
        assertEquals(message == null ? 0 : 1, findings.size(), findings::toString);
        assertTrue(message == null || findings.toString().contains(message), () -> message + findings);
    }

    // Would catch: statistics of the rows that a deletion vector leaves, compared with those of all rows; a
    // missing file of deletion vectors, which makes a table unreadable.
    @Test
    void deltasDeletionVectorsMustExist() throws IOException {
        sql("CREATE TABLE " + delta + " (id int, s string) USING delta TBLPROPERTIES"
                + " ('delta.enableDeletionVectors' = 'true')");
        sql("INSERT INTO " + delta + " SELECT /*+ COALESCE(1) */ int(id), if(id % 2 = 0, null, 'a') FROM range(20)");
        sql("DELETE FROM " + delta + " WHERE id IN (0, 1, 2, 19)");
        requireFound(null);
        record Statement(boolean isTight, int nulls, int least, String message) {}
        for (Statement said : List.of(
                new Statement(true, 8, 3, null), // from a writer that counts again
                new Statement(true, 4, 3, "it has 10 nulls, but the table's log says 4 without 4 deleted rows"),
                new Statement(false, 0, 0, "it has 10 nulls, but the table's log says 0 without 4 deleted rows"),
                new Statement(false, 20, 0, "it has 10 nulls, but the table's log says 16 without 4 deleted rows"),
                new Statement(false, 3, 0, null), // any other number is unknown
                new Statement(false, 8, 3, null))) { // counted again, before more rows were deleted
            editStatistics(2, new ObjectMapper(), (add, stats) -> {
                stats.put("tightBounds", said.isTight());
                ((ObjectNode) stats.get("nullCount")).put("s", said.nulls());
                ((ObjectNode) stats.get("minValues")).put("id", said.least());
            });
            requireFound(said.message());
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".bin")).toList()) {
                Files.delete(file);
            }
        }
        requireFound(" does not exist, but the table's log references it");
    }

    // Would catch: a type whose bounds are not compared.
    @Test
    void comparesTheMetricsOfAnIcebergTable() throws Exception {
        sql("CREATE TABLE " + iceberg + " (" + COLUMNS + ") USING iceberg TBLPROPERTIES"
                + " ('write.metadata.metrics.default' = 'full')");
        fill(iceberg);
        Table table = Spark3Util.loadIcebergTable(SPARK, iceberg);
        Path copy = replaceFirst(
                table,
                (builder, file) -> builder.withFileSizeInBytes(file.fileSizeInBytes() + 1)
                        .withMetrics(new Metrics(
                                file.recordCount() + 1,
                                file.columnSizes(),
                                file.valueCounts(),
                                file.nullValueCounts(),
                                file.nanValueCounts(),
                                file.upperBounds(), // in place of the lower bounds
                                file.upperBounds())));
        JsonNode report = verify(1, "--table", iceberg);
        assertEquals(
                Set.of(
                        "-", "i", "l", "f", "d", "d9", "d18", "d38", "s", "b", "t", "day", "at", "ntz", "point.x",
                        "point.y"),
                columns(report),
                report::toPrettyString);
        Files.delete(copy);
        assertTrue(verify(1, "--table", iceberg)
                .toString()
                .contains("it does not exist, but the table's log references it"));
    }

    /** Replaces a file by a copy about which the table says something else; returns the copy. */
    private static Path replaceFirst(Table table, BiConsumer<DataFiles.Builder, DataFile> tell) throws IOException {
        table.refresh();
        DataFile file;
        try (CloseableIterable<FileScanTask> tasks =
                table.newScan().includeColumnStats().planFiles()) {
            file = tasks.iterator().next().file().copy();
        }
        Path old = Path.of(file.location().replaceFirst("^file:(//)?", ""));
        Path copy = old.resolveSibling(old.getFileName().toString().replaceFirst("\\.parquet$", "-copy.parquet"));
        Files.copy(old, copy);
        DataFiles.Builder builder = DataFiles.builder(table.spec()).copy(file).withPath(copy.toString());
        tell.accept(builder, file);
        table.newOverwrite().deleteFile(file).addFile(builder.build()).commit();
        return copy;
    }

    @Test
    void comparesTheStatisticsOfADeltaTable() throws Exception {
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

    private static void fillOneByOne(String name) {
        for (int i = 1; i <= 3; i++) {
            sql("INSERT INTO " + name + " SELECT /*+ COALESCE(1) */ id FROM range(" + i * 100 + ", " + (i + 1) * 100
                    + ")");
        }
    }

    /** Puts a sound file of another table in the place of a file. */
    private void replaceByForeignFile(Path file) throws IOException {
        Path other = folder.resolveSibling(folder.getFileName() + "-other");
        SPARK.range(5).coalesce(1).write().parquet(other.toString());
        try (Stream<Path> files = Files.list(other)) {
            Files.copy(
                    files.filter(path -> path.toString().endsWith(".parquet"))
                            .findFirst()
                            .orElseThrow(),
                    file,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Requires that two of three files are refused, and that VerifyJob finds both before and afterwards. */
    private static void requireTwoRefused(String... table) throws IOException {
        List<String> found = messages(findings(verify(1, table)));
        assertTrue(found.size() >= 2, found::toString); // a foreign file may have other rows too
        List<String> options = new ArrayList<>(List.of(table));
        options.addAll(List.of("--codec", "gzip"));
        JsonNode report = Tables.recompress(2, options.toArray(new String[0]));
        assertEquals(1, Tables.files(report), report::toPrettyString);
        String refused = report.get("failures").toString();
        assertEquals(2, report.get("failures").size(), refused);
        assertTrue(refused.contains("it has 100 rows, but the table's log says 101: it is not the file"), refused);
        assertTrue(
                refused.matches(".*it has \\d+ bytes, but the table's log says \\d+: it is not the file.*"), refused);
        assertEquals(found, messages(findings(verify(1, table))));
    }

    private static List<String> messages(List<JsonNode> findings) {
        return findings.stream()
                .map(finding -> finding.get("message").asText())
                .filter(message -> message.contains(" bytes, but ") || message.contains(" rows, but "))
                .sorted()
                .toList();
    }

    // Would catch: a foreign file in a table, whose length a commit makes true, and whose rows readers then return.
    @Test
    void recompressionLeavesForeignFilesOfIcebergUnchanged() throws Exception {
        sql("CREATE TABLE " + iceberg + " (id bigint) USING iceberg");
        fillOneByOne(iceberg);
        Path first = replaceFirst(
                Spark3Util.loadIcebergTable(SPARK, iceberg),
                (builder, file) -> builder.withMetrics(new Metrics(file.recordCount() + 1)));
        for (Row file : rows("SELECT file_path FROM " + iceberg + ".files")) {
            Path path = Path.of(file.getString(0).replaceFirst("^file:(//)?", ""));
            if (!path.equals(first)) {
                replaceByForeignFile(path);
                break;
            }
        }
        requireTwoRefused("--table", iceberg);
    }

    // As above; the third file has no statistics, so that only its length is checked.
    @Test
    void recompressionLeavesForeignFilesOfDeltaUnchanged() throws Exception {
        sql("CREATE TABLE " + delta + " (id bigint) USING delta");
        fillOneByOne(delta);
        editStatistics(1, new ObjectMapper(), (add, stats) -> stats.put("numRecords", 101));
        edit(2, action -> {
            if (action.has("add")) {
                replaceByForeignFile(folder.resolve(action.at("/add/path").asText()));
            }
        });
        edit(3, action -> {
            if (action.has("add")) {
                ((ObjectNode) action.get("add")).remove("stats");
            }
        });
        requireTwoRefused("--delta", folder.toString());
    }

    // Would catch: bounds of one column that are taken for those of another column whose path is the same text.
    @Test
    void doesNotCompareColumnsWithEqualPaths() throws IOException {
        sql("CREATE TABLE " + delta + " (`a.b` int, a struct<b: int>) USING delta");
        sql("INSERT INTO " + delta + " VALUES (1, named_struct('b', 500)), (null, named_struct('b', 700))");
        requireFound(null);
    }

    // Would catch: a decimal that another writer has rounded to a double, reported as a wrong bound.
    @Test
    void toleratesDecimalBoundsRoundedToDoubles() throws Exception {
        sql("CREATE TABLE " + delta + " (a decimal(18,2), b decimal(38,0)) USING delta");
        sql("INSERT INTO " + delta + " VALUES (1000000000000000.01, 99999999999999999999), (5.25, 7)");
        editStatistics(1, new ObjectMapper(), (add, stats) -> {});
        assertEquals(List.of(), findings(verify(0, "--delta", folder.toString())));
    }

    private interface Edit {
        void apply(ObjectNode add, ObjectNode statistics);
    }

    /** Changes the log's statements about the files of a version of the Delta table; the mapper reads the numbers. */
    private void editStatistics(int version, ObjectMapper mapper, Edit change) throws IOException {
        edit(version, action -> {
            if (action.has("add")) {
                ObjectNode add = (ObjectNode) action.get("add");
                ObjectNode statistics =
                        (ObjectNode) mapper.readTree(add.get("stats").asText());
                change.apply(add, statistics);
                add.put("stats", statistics.toString());
            }
        });
    }

    private interface ActionEdit {
        void apply(ObjectNode action) throws IOException;
    }

    /** Changes the actions of a version of the Delta table. */
    private void edit(int version, ActionEdit change) throws IOException {
        Path commit = folder.resolve(String.format("_delta_log/%020d.json", version));
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(commit)) {
            ObjectNode action = (ObjectNode) new ObjectMapper().readTree(line);
            change.apply(action);
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
