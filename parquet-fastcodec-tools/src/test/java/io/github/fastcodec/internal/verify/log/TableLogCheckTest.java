// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.internal.verify.Verification;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Rows;
import io.github.fastcodec.verify.Finding;
import io.github.fastcodec.verify.FindingKind;
import io.github.fastcodec.verify.VerifyOptions;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bounds of a log that are as true as those of the footer, but differ from them. */
class TableLogCheckTest {

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message rows {
              required binary text (UTF8);
              required fixed_len_byte_array(16) key (UUID) = 7;
            }""");

    @TempDir
    Path directory;

    private Path written(int truncateLength) throws IOException {
        List<Group> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Group row = new SimpleGroup(SCHEMA);
            row.add("text", String.format("customer-%04d", i));
            byte[] key = new byte[16];
            Arrays.fill(key, (byte) i);
            row.add("key", Binary.fromConstantByteArray(key));
            rows.add(row);
        }
        Path path = directory.resolve("written.parquet");
        Files.deleteIfExists(path);
        GroupFiles.write(
                path, Rows.of(SCHEMA, 0, rows), builder -> builder.withStatisticsTruncateLength(truncateLength));
        return path;
    }

    private static TableLogColumn bounds(String path, byte[] least, byte[] largest) {
        return new TableLogColumn(null, path, -1, -1, -1, least, largest);
    }

    private static TableLogColumn bounds(String path, String least, String largest) {
        return bounds(path, least.getBytes(StandardCharsets.UTF_8), largest.getBytes(StandardCharsets.UTF_8));
    }

    private static TableLogColumn counts(String path, long values, long nulls, long nans) {
        return new TableLogColumn(null, path, values, nulls, nans, null, null);
    }

    private static TableLogEntry entry(Path path, TableLogColumn... columns) throws IOException {
        return new TableLogEntry(Files.size(path), -1, 0, 0, List.of(columns), List.of(), List.of());
    }

    private static List<String> messages(VerifyOptions options, Path path, TableLogEntry entry) {
        List<String> messages = new ArrayList<>();
        for (Finding finding : verified(options, path, entry).findings()) {
            assertEquals(FindingKind.TABLE_LOG, finding.kind());
            messages.add(finding.toString().replaceFirst("^.*parquet: ", ""));
        }
        return messages;
    }

    private static VerifyResult verified(VerifyOptions options, Path path, TableLogEntry entry) {
        List<VerifyResult> results = new ArrayList<>();
        new Verification(options, bytes -> {}, file -> entry)
                .run(List.of(path.toString()), file -> LocalInput.open(Path.of(file)), results::add);
        return results.get(0);
    }

    private static List<String> findings(Path path, TableLogColumn... columns) throws IOException {
        return messages(VerifyOptions.defaults(), path, entry(path, columns));
    }

    private static List<String> byValues(Path path, TableLogColumn... columns) throws IOException {
        return messages(VerifyOptions.defaults().withValues(true), path, entry(path, columns));
    }

    // Would catch: a true log reported as untrue because the footer's bounds are truncated, or an untrue one
    // that truncation hides.
    @ParameterizedTest
    @CsvSource({"8", "11", "1000"})
    void footerMayTruncateBounds(int length) throws IOException {
        Path path = written(length);
        assertEquals(List.of(), findings(path, bounds("text", "customer-0000", "customer-0099")));
        assertEquals(1, findings(path, bounds("text", "customs", "dust")).size());
        assertEquals(1, findings(path, bounds("text", "a", "custom")).size());
    }

    // Would catch: bounds of Iceberg tables, which identify columns by ids, that are compared with nothing.
    @Test
    void identifiesAColumnByItsId() throws IOException {
        byte[] most = new byte[16];
        Arrays.fill(most, (byte) 98);
        byte[] least = new byte[16];
        assertEquals(
                1,
                findings(written(1000), new TableLogColumn(7, null, -1, -1, -1, least, most))
                        .size());
        assertEquals(List.of(), findings(written(1000), new TableLogColumn(8, null, -1, -1, -1, least, most)));
    }

    // Would catch: a verification that ends because of an invalid bound.
    @ParameterizedTest
    @CsvSource({"0", "3", "17"})
    void toleratesABoundOfAnotherLength(int length) throws IOException {
        byte[] bound = new byte[length];
        assertEquals(List.of(), findings(written(1000), bounds("key", bound, bound)));
    }

    private Path file(String schema, int rows, BiConsumer<Group, Integer> fill) throws IOException {
        MessageType type = MessageTypeParser.parseMessageType("message rows { " + schema + " }");
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            Group row = new SimpleGroup(type);
            fill.accept(row, i);
            groups.add(row);
        }
        Path path = directory.resolve("file.parquet");
        Files.deleteIfExists(path);
        GroupFiles.write(
                path,
                Rows.of(type, 0, groups),
                builder -> builder.withRowGroupRowCountLimit(40).withPageRowCountLimit(15));
        return path;
    }

    private static byte[] number(long value) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }

    // Would catch: nanoseconds or milliseconds of a file compared with microseconds of a log.
    @ParameterizedTest
    @CsvSource({
        "int64 TIME(NANOS%s), 5000999, 5000, 5000",
        "int64 TIMESTAMP(NANOS%s), -5000999, -5001, -5001",
        "int64 TIMESTAMP(MILLIS%s), -5, -5000, -5000",
        "int32 TIME(MILLIS%s), 5, 5000, 5999",
        "int64 TIMESTAMP(MICROS%s), 5, 5, 5"
    })
    void comparesBoundsOfAnotherUnit(String type, long value, long least, long largest) throws IOException {
        String[] words = type.replace("%s", ",true").split(" ");
        Path path = file("required " + words[0] + " at (" + words[1] + ");", 100, (row, i) -> {
            if (words[0].equals("int32")) {
                row.add("at", (int) value);
            } else {
                row.add("at", value);
            }
        });
        assertEquals(List.of(), findings(path, bounds("at", number(least), number(largest))));
        assertEquals(3, findings(path, bounds("at", number(least + 1), null)).size(), "one for each row group");
        assertEquals(3, findings(path, bounds("at", null, number(least - 1))).size());
    }

    /** Writes 100 rows: even rows have no text and no list; every fifth row has a NaN. */
    private Path withNulls() throws IOException {
        String schema = "optional double number; optional group point { optional binary text (UTF8); }"
                + " optional group list (LIST) { repeated group list { optional int32 element; } }"
                + " required int32 id;";
        return file(schema, 100, (row, i) -> {
            row.add("number", i % 5 == 0 ? Double.NaN : i);
            if (i % 4 != 0) {
                Group point = row.addGroup("point");
                if (i % 2 != 0) {
                    point.add("text", "b" + i % 10);
                }
            }
            if (i % 2 != 0) {
                Group list = row.addGroup("list");
                for (int j = 0; j < i % 3; j++) {
                    Group element = list.addGroup("list");
                    if (j > 0) {
                        element.add("element", j);
                    }
                }
            }
            row.add("id", i);
        });
    }

    // Would catch: a log with which IS NULL, IS NOT NULL, isnan(...) or a value misses rows of a file.
    @Test
    void comparesCountsOfNullsAndNans() throws IOException {
        Path path = withNulls();
        TableLogColumn[] truth = {
            counts("number", 100, 0, 20),
            counts("point.text", 100, 50, -1),
            counts("list", -1, 50, -1),
            counts("id", 100, 0, 0)
        };
        assertEquals(List.of(), findings(path, truth));
        assertEquals(List.of(), byValues(path, truth));
        for (String path1 : List.of("point.text", "id")) {
            for (long lie : new long[] {path1.equals("id") ? 1 : 0, 49, 51, 100}) {
                TableLogColumn untrue = counts(path1, -1, lie, -1);
                List<String> expected = List.of("column " + path1 + ": it has " + (path1.equals("id") ? 0 : 50)
                        + " nulls, but the table's log says " + lie);
                assertEquals(expected, findings(path, untrue));
                assertEquals(expected, byValues(path, untrue));
            }
        }
        assertEquals(
                List.of("column id: it has 100 values, nulls included, but the table's log says 50"),
                findings(path, counts("id", 50, -1, -1)));
        for (long lie : new long[] {0, 19, 21, 100}) {
            assertEquals(
                    List.of("column number: it has 20 NaN, but the table's log says " + lie),
                    byValues(path, counts("number", -1, -1, lie)));
        }
        for (long lie : new long[] {0, 49, 100}) {
            assertEquals(
                    List.of("column list: it has 50 nulls, but the table's log says " + lie),
                    byValues(path, counts("list", -1, lie, -1)));
        }
    }

    // Would catch: a true number for the rows that a deletion vector leaves, taken for one of all rows.
    @Test
    void nullCountsMayExcludeDeletedRows() throws IOException {
        Path path = withNulls();
        for (long nulls = 38; nulls < 53; nulls++) {
            TableLogEntry entry = new TableLogEntry(
                    Files.size(path), 100, 10, 0, List.of(counts("point.text", -1, nulls, -1)), List.of(), List.of());
            boolean isTrue = nulls >= 40 && nulls <= 50;
            assertEquals(
                    isTrue
                            ? List.of()
                            : List.of("column point.text: it has 50 nulls, but the table's log says " + nulls
                                    + " without 10 deleted rows"),
                    messages(VerifyOptions.defaults(), path, entry));
        }
    }

    // Would catch: a bound that is longer than the footer's, cut until it is true.
    @ParameterizedTest
    @CsvSource({"bb, , minimum is b", ", b8z, maximum is b9", "b1a, , minimum is b1"})
    void comparesABoundWithTheValues(String least, String largest, String message) throws IOException {
        Path path = file(
                "required binary text (UTF8);",
                100,
                (row, i) -> row.add("text", message.endsWith("b") ? "b" : "b" + (1 + i % 9)));
        TableLogColumn untrue = bounds("text", bytes(least), bytes(largest));
        List<String> found = byValues(path, untrue);
        assertEquals(3, found.size(), found::toString);
        assertTrue(found.get(0).contains(message), found::toString);
        assertEquals(List.of(), byValues(path, bounds("text", bytes("b"), bytes("b9"))));
    }

    private static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    // Would catch: a value outside its partition, which a filter on the partition misses.
    @Test
    void comparesPartitionValues() throws IOException {
        Path path = file("required int32 id; optional int32 other;", 100, (row, i) -> row.add("id", 7));
        TableLogColumn seven = bounds("id", new byte[] {7, 0, 0, 0}, number(7));
        TableLogColumn eight = new TableLogColumn(null, "id", -1, -1, -1, number(8), number(8));
        for (TableLogColumn said : List.of(seven, eight, counts("id", -1, 100, -1))) {
            TableLogEntry entry = new TableLogEntry(
                    Files.size(path), 100, 0, 0, List.of(counts("id", 100, 0, 0)), List.of(said), List.of());
            List<String> found = messages(VerifyOptions.defaults(), path, entry);
            assertEquals(said == seven ? 0 : said == eight ? 3 : 1, found.size(), found::toString);
            found.forEach(message ->
                    assertTrue(message.contains(", but the partition in the table's log says "), found::toString));
        }
    }

    // Would catch: row groups before the first split, which no task reads.
    @Test
    void firstSplitMustPrecedeEveryRowGroup() throws IOException {
        Path path = withNulls();
        for (long split : new long[] {0, 4, Files.size(path) - 1}) {
            TableLogEntry entry = new TableLogEntry(Files.size(path), 100, 0, split, List.of(), List.of(), List.of());
            List<String> found = messages(VerifyOptions.defaults(), path, entry);
            assertEquals(split <= 4 ? 0 : 3, found.size(), found::toString);
        }
    }

    // Would catch: deleted rows that reappear, or an unreadable table, because a delete file is missing.
    @ParameterizedTest
    @CsvSource({"1", "2"})
    void deleteFilesMustExist(int threads) throws IOException {
        Path path = withNulls();
        Path deletes = Files.writeString(directory.resolve("deletes.puffin"), "x");
        for (boolean isThere : new boolean[] {true, false}) {
            TableLogEntry entry = entry(path).withDeletes(List.of(deletes.toString()));
            VerifyResult result = verified(VerifyOptions.defaults().withThreads(threads), path, entry);
            assertEquals(isThere ? 0 : 1, result.damages());
            assertEquals(List.of(), result.lostRows());
            if (!isThere) {
                assertEquals(
                        "its delete file " + deletes + " does not exist, but the table's log references it",
                        result.findings().get(0).message());
            }
            Files.deleteIfExists(deletes);
        }
    }

    // Would catch: the most useful finding, omitted because the file ends early.
    @Test
    void comparesTheLengthOfATruncatedFile() throws IOException {
        Path path = written(1000);
        byte[] file = Files.readAllBytes(path);
        TableLogEntry entry = new TableLogEntry(file.length, 100);
        Files.write(path, Arrays.copyOf(file, 0));
        VerifyResult result = verified(VerifyOptions.defaults(), path, entry);
        assertEquals(FindingKind.TABLE_LOG, result.findings().get(0).kind());
        assertEquals(
                "it has 0 bytes, but the table's log says " + file.length,
                result.findings().get(0).message());
        assertTrue(!result.isMissing());
    }
}
