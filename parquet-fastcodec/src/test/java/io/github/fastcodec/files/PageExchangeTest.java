// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Pages;
import io.github.fastcodec.support.Pairing;
import io.github.fastcodec.support.Rows;
import io.github.fastcodec.support.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pages of two columns that are read alternately, with many pages of one column for each page of the other. Both columns share a
 * decompressor, and a page is read long after the next one was decompressed. A decompressor that reused its output would put one
 * column's values into the other (parquet-java issue 3150).
 */
@Tag("slow")
class PageExchangeTest {

    private static final long SEED = 3150;

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message two_columns { required binary wide (STRING); required int64 narrow; }");

    private static final ColumnDescriptor WIDE = SCHEMA.getColumns().get(0);
    private static final ColumnDescriptor NARROW = SCHEMA.getColumns().get(1);

    private static final Rows ROWS = rows();

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource(Pairing.WITH_WRITER_VERSIONS)
    void readingAnotherColumnLeavesAPageUnchanged(Pairing pairing, WriterVersion version) throws IOException {
        Path file = write(pairing.codec(), pairing.writer(), version);
        List<byte[]> expectedWide;
        List<byte[]> expectedNarrow;
        try (ParquetFileReader reader = open(file, pairing.reader());
                PageReadStore rowGroup = reader.readNextRowGroup()) {
            expectedWide = pages(rowGroup.getPageReader(WIDE));
            expectedNarrow = pages(rowGroup.getPageReader(NARROW));
        }
        assertTrue(
                expectedWide.size() > 5 * expectedNarrow.size() && expectedNarrow.size() > 1,
                () -> expectedWide.size() + " and " + expectedNarrow.size() + " pages");

        List<BytesInput> wide = new ArrayList<>();
        List<BytesInput> narrow = new ArrayList<>();
        try (ParquetFileReader reader = open(file, pairing.reader());
                PageReadStore rowGroup = reader.readNextRowGroup()) {
            PageReader wideReader = rowGroup.getPageReader(WIDE);
            PageReader narrowReader = rowGroup.getPageReader(NARROW);
            boolean more = true;
            while (more) {
                more = pull(wideReader, wide);
                more |= pull(narrowReader, narrow);
            }
            assertPages("wide", expectedWide, wide);
            assertPages("narrow", expectedNarrow, narrow);
        }
    }

    @ParameterizedTest
    @MethodSource(Pairing.WITH_WRITER_VERSIONS)
    void alternatingReadsKeepValuesInTheirColumns(Pairing pairing, WriterVersion version) throws IOException {
        Path file = write(pairing.codec(), pairing.writer(), version);
        try (ParquetFileReader reader = open(file, pairing.reader());
                PageReadStore rowGroup = reader.readNextRowGroup()) {
            ColumnReadStoreImpl columns = new ColumnReadStoreImpl(
                    rowGroup,
                    new GroupRecordConverter(SCHEMA).getRootConverter(),
                    SCHEMA,
                    reader.getFileMetaData().getCreatedBy());
            ColumnReader wide = columns.getColumnReader(WIDE);
            ColumnReader narrow = columns.getColumnReader(NARROW);
            List<List<?>> actual = new ArrayList<>();
            for (int i = 0; i < ROWS.groups().size(); i++) {
                actual.add(List.of(List.of(wide.getBinary()), List.of(narrow.getLong())));
                wide.consume();
                narrow.consume();
            }
            ROWS.assertEqualTo(actual);
        }
    }

    private static Rows rows() {
        Random random = new Random(SEED);
        List<Group> groups = IntStream.range(0, 5_000)
                .mapToObj(i -> new SimpleGroup(SCHEMA)
                        .append("wide", Rows.text(random) + " " + Rows.text(random))
                        .append("narrow", (long) random.nextInt(1 << 20)))
                .collect(Collectors.toList());
        return Rows.of(SCHEMA, SEED, groups);
    }

    private Path write(CompressionCodecName codec, Side writer, WriterVersion version) throws IOException {
        Path file = directory.resolve("file.parquet");
        GroupFiles.write(
                file,
                rows(),
                builder -> builder.withCompressionCodec(codec)
                        .withCodecFactory(writer.newFactory())
                        .withWriterVersion(version)
                        .withDictionaryEncoding(false)
                        .withPageSize(8 << 10)
                        .withMinRowCountForPageSizeCheck(10)
                        .withMaxRowCountForPageSizeCheck(10));
        return file;
    }

    private static ParquetFileReader open(Path file, Side side) throws IOException {
        return GroupFiles.open(
                file,
                ParquetReadOptions.builder(new PlainParquetConfiguration())
                        .withCodecFactory(side.newFactory())
                        .build());
    }

    /**
     * Reads all pages of one column before those of another, and copies each at once, so that a shared buffer cannot spoil them.
     */
    private static List<byte[]> pages(PageReader reader) throws IOException {
        List<byte[]> pages = new ArrayList<>();
        for (DataPage page = reader.readPage(); page != null; page = reader.readPage()) {
            pages.add(Pages.toArray(bytes(page)));
        }
        return pages;
    }

    private static boolean pull(PageReader reader, List<BytesInput> pages) {
        DataPage page = reader.readPage();
        return page != null && pages.add(bytes(page));
    }

    private static BytesInput bytes(DataPage page) {
        return page.accept(new DataPage.Visitor<>() {
            @Override
            public BytesInput visit(DataPageV1 page) {
                return page.getBytes();
            }

            @Override
            public BytesInput visit(DataPageV2 page) {
                return page.getData();
            }
        });
    }

    private static void assertPages(String column, List<byte[]> expected, List<BytesInput> actual) throws IOException {
        assertEquals(expected.size(), actual.size(), column);
        for (int i = 0; i < expected.size(); i++) {
            int page = i;
            assertArrayEquals(
                    expected.get(page),
                    Pages.toArray(actual.get(page)),
                    () -> "page " + page + " of " + column + ", seed " + SEED);
        }
    }
}
