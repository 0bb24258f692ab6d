// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bounds of a log that say the truth in another way than the footer does. */
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

    private static TableLogBounds bounds(String path, String least, String largest) {
        return new TableLogBounds(
                null, path, least.getBytes(StandardCharsets.UTF_8), largest.getBytes(StandardCharsets.UTF_8));
    }

    private static List<Finding> findings(Path path, TableLogBounds... bounds) throws IOException {
        TableLogEntry entry = new TableLogEntry(Files.size(path), 100, List.of(bounds));
        List<Finding> findings = new ArrayList<>();
        Verifier.defaults()
                .withLog(file -> entry)
                .verify(List.of(path.toString()), result -> findings.addAll(result.findings()));
        return findings;
    }

    // Would catch: a true log beside a footer whose bounds are cut, and a false one that a cut hides.
    @ParameterizedTest
    @CsvSource({"8", "11", "1000"})
    void boundsMayBeCutInTheFooter(int length) throws IOException {
        Path path = written(length);
        assertEquals(List.of(), findings(path, bounds("text", "customer-0000", "customer-0099")));
        assertEquals(1, findings(path, bounds("text", "customs", "dust")).size());
        assertEquals(1, findings(path, bounds("text", "a", "custom")).size());
    }

    // Would catch: the bounds of Iceberg's tables, which know columns by their ids, compared with nothing.
    @Test
    void aColumnMayBeKnownByItsId() throws IOException {
        byte[] most = new byte[16];
        Arrays.fill(most, (byte) 98);
        byte[] least = new byte[16];
        assertEquals(
                1,
                findings(written(1000), new TableLogBounds(7, null, least, most))
                        .size());
        assertEquals(List.of(), findings(written(1000), new TableLogBounds(8, null, least, most)));
    }

    // Would catch: a verification that ends for a bound that is none.
    @ParameterizedTest
    @CsvSource({"0", "3", "17"})
    void aBoundOfAnotherLengthEndsNothing(int length) throws IOException {
        byte[] bound = new byte[length];
        assertEquals(List.of(), findings(written(1000), new TableLogBounds(null, "key", bound, bound)));
    }

    // Would catch: nanoseconds of a file compared with microseconds of a log.
    @Test
    void boundsOfAnotherUnitAreNotCompared() throws IOException {
        MessageType schema =
                MessageTypeParser.parseMessageType("message rows { required int64 time (TIME(NANOS,true)); }");
        List<Group> rows = new ArrayList<>();
        for (long i = 0; i < 100; i++) {
            Group row = new SimpleGroup(schema);
            row.add("time", i * 1000);
            rows.add(row);
        }
        Path path = directory.resolve("times.parquet");
        GroupFiles.write(path, Rows.of(schema, 0, rows), builder -> {});
        byte[] largest = {99, 0, 0, 0, 0, 0, 0, 0};
        assertEquals(List.of(), findings(path, new TableLogBounds(null, "time", new byte[8], largest)));
    }

    // Would catch: bounds of one column for another whose path is the same text.
    @Test
    void aPathThatTwoColumnsHaveIsNotCompared() throws IOException {
        assertEquals(
                List.of(), findings(written(1000), bounds("text", "x", "y"), bounds("text", "customer", "customes")));
    }

    // Would catch: the best hint that there is, left out because the file ends early.
    @Test
    void theLengthIsComparedThoughNothingElseCanBe() throws IOException {
        Path path = written(1000);
        byte[] file = Files.readAllBytes(path);
        TableLogEntry entry = new TableLogEntry(file.length, 100, List.of());
        Files.write(path, Arrays.copyOf(file, 0));
        List<VerifyResult> results = new ArrayList<>();
        Verifier.defaults().withLog(name -> entry).verify(List.of(path.toString()), results::add);
        assertEquals(Kind.TABLE_LOG, results.get(0).findings().get(0).kind());
        assertEquals(
                "it has 0 bytes, the table's log says " + file.length,
                results.get(0).findings().get(0).message());
        assertTrue(!results.get(0).isMissing());
    }
}
