// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.apache.parquet.filter2.predicate.FilterApi.binaryColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.apache.parquet.filter2.predicate.FilterApi.longColumn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Pairing;
import io.github.fastcodec.support.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads that skip pages. The decompressor gets dictionaries as streams, and pages that are not consecutive. */
class FilteredReadTest {

    private static final long SEED = 17;
    private static final int ROW_COUNT = 6_000;
    private static final int ROWS_IN_ROW_GROUP = 1_000;

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message filtered {"
            + " required int64 sorted; required binary of_row_group (STRING); optional binary text (STRING); }");

    private static final Rows ROWS = rows();

    @TempDir
    Path directory;

    /**
     * The filter reads a dictionary through a stream. The decompressor must consume exactly the dictionary's bytes, and for
     * LZ4_RAW and others all of them at once.
     */
    @ParameterizedTest
    @MethodSource(Pairing.WITH_WRITER_VERSIONS)
    void dictionaryFilterDropsRowGroupsWithoutTheValue(Pairing pairing, WriterVersion version) throws IOException {
        Path file = write(pairing, version);
        FilterPredicate predicate = eq(binaryColumn("of_row_group"), Binary.fromString("value 3 of row group 4"));
        try (ParquetFileReader reader = GroupFiles.open(
                file,
                ParquetReadOptions.builder(new PlainParquetConfiguration())
                        .withCodecFactory(pairing.reader().newFactory())
                        .withRecordFilter(FilterCompat.get(predicate))
                        .useStatsFilter(false)
                        .useColumnIndexFilter(false)
                        .useDictionaryFilter(true)
                        .build())) {
            assertEquals(1, reader.getRowGroups().size(), "row groups after the filter");
        }
        assertRows(
                row -> row.getString("of_row_group", 0).equals("value 3 of row group 4"),
                GroupFiles.read(
                        file,
                        reader -> reader.withCodecFactory(pairing.reader().newFactory())
                                .withFilter(FilterCompat.get(predicate))
                                .useStatsFilter(false)
                                .useColumnIndexFilter(false)
                                .useDictionaryFilter(true)));
    }

    @ParameterizedTest
    @MethodSource(Pairing.WITH_WRITER_VERSIONS)
    void columnIndexFilterReadsOnlyPagesThatCanMatch(Pairing pairing, WriterVersion version) throws IOException {
        Path file = write(pairing, version);
        FilterPredicate predicate = eq(longColumn("sorted"), 2_345L);
        try (ParquetFileReader reader = GroupFiles.open(
                file,
                ParquetReadOptions.builder(new PlainParquetConfiguration())
                        .withCodecFactory(pairing.reader().newFactory())
                        .withRecordFilter(FilterCompat.get(predicate))
                        .build())) {
            assertTrue(
                    reader.getFilteredRecordCount() <= 100, () -> reader.getFilteredRecordCount() + " rows are read");
        }
        assertRows(
                row -> row.getLong("sorted", 0) == 2_345L,
                GroupFiles.read(
                        file,
                        reader -> reader.withCodecFactory(pairing.reader().newFactory())
                                .withFilter(FilterCompat.get(predicate))));
    }

    private static void assertRows(Predicate<Group> matching, List<List<?>> actual) {
        Rows expected =
                Rows.of(SCHEMA, SEED, ROWS.groups().stream().filter(matching).collect(Collectors.toList()));
        assertTrue(!expected.groups().isEmpty(), "the filter matches nothing");
        expected.assertEqualTo(actual);
    }

    private static Rows rows() {
        Random random = new Random(SEED);
        List<Group> groups = IntStream.range(0, ROW_COUNT)
                .mapToObj(i -> new SimpleGroup(SCHEMA)
                        .append("sorted", (long) i)
                        .append("of_row_group", "value " + i % 50 + " of row group " + i / ROWS_IN_ROW_GROUP)
                        .append("text", Rows.text(random)))
                .collect(Collectors.toList());
        return Rows.of(SCHEMA, SEED, groups);
    }

    private Path write(Pairing pairing, WriterVersion version) throws IOException {
        Path file = directory.resolve("file.parquet");
        GroupFiles.write(
                file,
                ROWS,
                builder -> builder.withCompressionCodec(pairing.codec())
                        .withCodecFactory(pairing.writer().newFactory())
                        .withWriterVersion(version)
                        .withDictionaryEncoding("of_row_group", true)
                        .withDictionaryEncoding("sorted", false)
                        .withPageRowCountLimit(100)
                        .withRowGroupRowCountLimit(ROWS_IN_ROW_GROUP));
        return file;
    }
}
