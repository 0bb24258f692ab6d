// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.verify.Finding;
import io.github.fastcodec.verify.FindingKind;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyOptions;
import io.github.fastcodec.verify.VerifyResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.format.BloomFilterAlgorithm;
import org.apache.parquet.format.BloomFilterCompression;
import org.apache.parquet.format.BloomFilterHash;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SplitBlockAlgorithm;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Uncompressed;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.XxHash;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Existing files that deviate from the specification are recompressed, and corrected where they are wrong. */
class WhatWritersDoTest {

    /** An encoding that is newer than parquet-format's classes. */
    private static final int ALP = 10;

    private static final int[] NOISE = {0x12345678, 0x7abcdef0, -0x5432110f};
    private static final int[] SAME = IntStream.generate(() -> 3).limit(500).toArray();

    @TempDir
    Path directory;

    private int files;
    private List<String> notes;

    private Path path() {
        return directory.resolve(files++ + ".parquet");
    }

    private Path to(CompressionCodecName codec, Path source) throws IOException {
        Path target = path();
        notes = Recompressor.of(Plan.to(codec)).recompress(source, target).notes();
        return target;
    }

    /** Recompresses a file to ZSTD, and requires that the result is correct. */
    private IndependentFile zstd(HandMadeFile file) throws IOException {
        Path source = file.write(path());
        Path target = to(CompressionCodecName.ZSTD, source);
        assertEquals(Values.of(source), Values.of(target));
        return IndependentFile.read(target);
    }

    /** Requires that a file is restored by a conversion to ZSTD and back. */
    private void assertComesBack(HandMadeFile file) throws IOException {
        Path source = file.write(path());
        Path there = to(CompressionCodecName.ZSTD, source);
        assertFalse(Files.mismatch(source, there) == -1);
        assertEquals(-1, Files.mismatch(source, to(CompressionCodecName.SNAPPY, there)));
    }

    private static ColumnMetaData column(IndependentFile file) {
        return file.chunks().get(0).getMeta_data();
    }

    private static List<IndependentFile.Page> pages(IndependentFile file) throws IOException {
        return file.pages(file.chunks().get(0));
    }

    @Test
    void restoresARegularFile() throws IOException {
        assertComesBack(HandMadeFile.plain().withOffsetIndex(index -> {}));
        assertEquals(List.of(), notes);
        assertComesBack(HandMadeFile.withDictionary().withOffsetIndex(index -> {}));
    }

    // Would catch: a dictionary page that is left out or not compressed.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void dataPagesMayStartAtTheDictionary(boolean zero) throws IOException {
        IndependentFile after = zstd(HandMadeFile.withDictionary().column(column -> {
            column.setData_page_offset(4);
            if (zero) {
                column.setDictionary_page_offset(0);
            } else {
                column.unsetDictionary_page_offset();
            }
        }));
        assertEquals(4, column(after).getData_page_offset());
        assertEquals(0, column(after).getDictionary_page_offset());
        assertEquals(zero, column(after).isSetDictionary_page_offset());
        assertEquals(2, pages(after).size());
    }

    // DuckDB before 0.10 and Kuzu write such files; readers begin with the dictionary page.
    @Test
    void dataPagesMaySeemToStartWithinTheDictionary() throws IOException {
        HandMadeFile file = HandMadeFile.withDictionary();
        PageHeader dictionary =
                pages(IndependentFile.read(file.write(path()))).get(0).header();
        file.column(column ->
                column.setData_page_offset(column.getDictionary_page_offset() + dictionary.getCompressed_page_size()));
        assertEquals(List.of(FindingKind.DATA_PAGE_OFFSET), kinds(file));
        Path target = to(CompressionCodecName.ZSTD, file.write(path()));
        assertEquals(
                List.of("a column chunk has a data_page_offset within its dictionary page, which is corrected"), notes);
        assertEquals(List.of(), kinds(target));
        assertEquals(Values.of(HandMadeFile.withDictionary().write(path())), Values.of(target));
    }

    // Would catch: a total that no reader needs and that is reported as damage, or a wrong total that is kept.
    @ParameterizedTest
    @ValueSource(longs = {0, 63, 77, 1L << 40})
    void correctsWrongUncompressedSizes(long size) throws IOException {
        HandMadeFile file = HandMadeFile.plain()
                .column(column -> column.setTotal_uncompressed_size(size))
                .footer(metaData -> metaData.getRow_groups().get(0).setTotal_byte_size(size));
        assertEquals(List.of(FindingKind.UNCOMPRESSED_SIZE), kinds(file));
        Path target = to(CompressionCodecName.ZSTD, file.write(path()));
        assertEquals(
                List.of(
                        "a column chunk has a wrong total_uncompressed_size in the footer, which is corrected",
                        "a row group has wrong totals or offsets in the footer, which are corrected"),
                notes);
        assertEquals(List.of(), kinds(target));
        RowGroup group = IndependentFile.read(target).metaData().getRow_groups().get(0);
        assertEquals(group.getColumns().get(0).getMeta_data().getTotal_uncompressed_size(), group.getTotal_byte_size());
    }

    // nanoparquet writes such files; parquet-java fails on their pages.
    @ParameterizedTest
    @CsvSource({"0, 0", "3, 0", "0, 3"})
    void encodingOfMissingLevelsIsOptional(int definition, int repetition) throws IOException {
        HandMadeFile file = HandMadeFile.plain();
        Path sound = file.write(path());
        Path source = file.number("DataPageHeader", 3, definition)
                .number("DataPageHeader", 4, repetition)
                .write(path());
        assertThrows(RuntimeException.class, () -> Values.of(source));
        assertEquals(List.of(FindingKind.LEVEL_ENCODING), kinds(source));
        assertEquals(
                List.of(),
                Verifier.of(VerifyOptions.defaults().withValues(true))
                        .verify(source)
                        .lostRows());
        Path target = to(CompressionCodecName.ZSTD, source);
        assertEquals(
                List.of("pages have no encoding for absent levels, and get one where they are recompressed"), notes);
        assertEquals(List.of(), kinds(target));
        assertEquals(-1, Files.mismatch(to(CompressionCodecName.ZSTD, sound), target));
        assertEquals(-1, Files.mismatch(source, to(CompressionCodecName.SNAPPY, source)));
    }

    @ParameterizedTest
    @CsvSource({"24, NULL_TYPE", "22, SCHEMA", "25, SCHEMA", "-1, SCHEMA"})
    void keepsUnknownConvertedTypes(int type, FindingKind kind) throws IOException {
        HandMadeFile file = HandMadeFile.plain()
                .footer(metaData -> metaData.getSchema().get(1).setConverted_type(ConvertedType.INT_32))
                .number("SchemaElement", 6, type);
        assertEquals(List.of(kind), kinds(file));
        assertComesBack(file);
        assertEquals(List.of("the converted type " + type + " is not known to this version, and is kept"), notes);
    }

    // xitongsys' parquet-go does not include headers in the lengths; parquet-dotnet writes the lengths of
    // uncompressed pages.
    @ParameterizedTest
    @ValueSource(strings = {"length", "offset", "one missing", "one too many", "none"})
    void dropsIndexesThatContradictThePages(String what) throws IOException {
        HandMadeFile file = HandMadeFile.plain().withOffsetIndex(index -> {
            List<PageLocation> pages = index.getPage_locations();
            switch (what) {
                case "length" -> pages.forEach(page -> page.setCompressed_page_size(9));
                case "offset" -> pages.get(1).setOffset(29);
                case "one missing" -> pages.remove(0);
                case "one too many" -> pages.add(0, pages.get(0));
                default -> pages.clear();
            }
        });
        assertEquals(
                FindingKind.OFFSET_INDEX,
                Verifier.defaults().verify(file.write(path())).findings().get(0).kind());
        ColumnChunk chunk = zstd(file).chunks().get(0);
        assertEquals(
                List.of("an offset index contradicts its pages, and the page indexes of the file are left out"), notes);
        assertFalse(chunk.isSetOffset_index_offset() || chunk.isSetOffset_index_length());
        Path without = to(CompressionCodecName.ZSTD, HandMadeFile.plain().write(path()));
        assertEquals(-1, Files.mismatch(without, to(CompressionCodecName.ZSTD, file.write(path()))));
    }

    // arrow-go 18.5.0 continues a list in the next V1 page. Would catch: an index by which a filter returns other rows.
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "true, true"})
    void dropsTheIndexOfAPageWithinARow(boolean keepsSmaller, boolean checksums) throws IOException {
        Plan plan = Plan.to(CompressionCodecName.ZSTD);
        plan = keepsSmaller ? plan.keepSmaller() : plan;
        Recompressor recompressor = Recompressor.of(checksums ? plan.addChecksums() : plan);
        Path source = HandMadeFile.ofLists(true).write(path());
        Path target = path();
        assertEquals(
                List.of("an offset index contradicts its pages, and the page indexes of the file are left out"),
                recompressor.recompress(source, target).notes());
        assertFalse(IndependentFile.read(target).chunks().get(0).isSetOffset_index_offset());
        assertEquals(Values.of(source), Values.of(target));
        if (!checksums) {
            recompressor.recompressAll(Map.of(source, Files.copy(target, path()))); // else it is another file
        }
        zstd(HandMadeFile.ofLists(false));
        assertEquals(List.of(), notes);
    }

    // QuestDB leaves the old row group where it writes a new one, and Drill's tests have such files.
    @ParameterizedTest
    @ValueSource(strings = {"before", "behind"})
    void dropsUnnamedBytesOnDemand(String where) throws IOException {
        byte[] dead = "PAR1 an old row group PAR1".getBytes(StandardCharsets.US_ASCII);
        HandMadeFile file = HandMadeFile.plain();
        Path sound = file.write(path());
        Path source = (where.equals("before") ? file.before(dead) : file.behind(chunk -> dead)).write(path());
        assertEquals(List.of(FindingKind.UNKNOWN), kinds(source));
        Plan plan = Plan.to(CompressionCodecName.ZSTD);
        RefusedFileException refused = assertThrows(
                RefusedFileException.class, () -> Recompressor.of(plan).recompress(source, path()));
        assertTrue(
                refused.getMessage().endsWith("leave them out with the option drop-unnamed-bytes"),
                refused::getMessage);
        Path target = path();
        assertEquals(
                List.of("bytes that the footer does not reference are left out"),
                Recompressor.of(RecompressOptions.of(plan).withDropUnnamedBytes(true))
                        .recompress(source, target)
                        .notes());
        assertEquals(-1, Files.mismatch(to(CompressionCodecName.ZSTD, sound), target));
    }

    // A FILE column, field 19 of LogicalType, may have values anywhere in the file.
    @ParameterizedTest
    @ValueSource(strings = {"LogicalType", "SchemaElement", "Statistics", "KeyValue"})
    void neverDropsBytesThatAnUnknownFieldMayName(String struct) throws IOException {
        Path source =
                HandMadeFile.plain().before((byte) 1).unknownFieldIn(struct, 19).write(path());
        RefusedFileException refused = assertThrows(
                RefusedFileException.class,
                () -> Recompressor.of(RecompressOptions.of(Plan.to(CompressionCodecName.ZSTD))
                                .withDropUnnamedBytes(true))
                        .recompress(source, path()));
        assertTrue(
                refused.getMessage().contains("they may be needed, because " + struct + " has the unknown field 19"),
                refused::getMessage);
    }

    @Test
    void correctsTheV2CompressionFlagOfOldArrow() throws IOException {
        HandMadeFile file = new HandMadeFile(CompressionCodecName.SNAPPY)
                .pageV2(true, SAME)
                .header(0, header -> header.getData_page_header_v2().setIs_compressed(false))
                .footer(metaData -> metaData.setCreated_by("parquet-cpp version 1.5.1-SNAPSHOT"));
        assertEquals(List.of(FindingKind.IS_COMPRESSED), kinds(file));
        assertEquals(List.of(), kinds(to(CompressionCodecName.ZSTD, file.write(path()))));
    }

    private List<FindingKind> kinds(HandMadeFile file) throws IOException {
        return kinds(file.write(path()));
    }

    private static List<FindingKind> kinds(Path file) throws IOException {
        return Verifier.of(VerifyOptions.defaults().withValues(true)).verify(file).findings().stream()
                .map(Finding::kind)
                .toList();
    }

    // Would catch: pages without room next to each other, or pages that overwrite one another there.
    @Test
    void headersMayBeLongerThanTheirPages() throws IOException {
        HandMadeFile file = new HandMadeFile(CompressionCodecName.SNAPPY);
        for (int page = 0; page < 40; page++) {
            byte[] bound = new byte[3000];
            Arrays.fill(bound, (byte) page);
            file.page(
                    header -> header.getData_page_header().setStatistics(new Statistics().setMax_value(bound)),
                    page,
                    7);
        }
        assertComesBack(file);
    }

    // Would catch: a truncated last page, as in PARQUET-816. parquet-java cannot read such a file.
    @ParameterizedTest
    @ValueSource(ints = {1, 12, 31, 40})
    void correctsATotalThatIsTooSmall(int missing) throws IOException {
        Path wrong = HandMadeFile.plain()
                .column(column -> column.setTotal_compressed_size(column.getTotal_compressed_size() - missing))
                .write(path());
        Path target = to(CompressionCodecName.ZSTD, wrong);
        assertEquals(
                List.of("a column chunk has a wrong total_compressed_size in the footer, which is corrected"), notes);
        assertEquals(2, pages(IndependentFile.read(target)).size());
        assertEquals(Values.of(HandMadeFile.plain().write(path())), Values.of(target));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void dropsACopyOfTheMetadataAfterTheChunk(boolean ofTheChunk) throws IOException {
        HandMadeFile file = HandMadeFile.plain();
        IndependentFile after = zstd(file.behind(chunk -> {
                    ColumnMetaData column = chunk.getMeta_data();
                    chunk.setFile_offset(column.getData_page_offset() + column.getTotal_compressed_size());
                    return file.thrift(ofTheChunk ? chunk : column);
                })
                .withOffsetIndex(index -> {}));
        assertEquals(0, after.chunks().get(0).getFile_offset());
        assertEquals(
                column(after).getData_page_offset() + column(after).getTotal_compressed_size(),
                after.chunks().get(0).getOffset_index_offset());
        assertEquals(
                List.of(
                        "a column chunk has a file_offset where no page starts, which is set to 0",
                        "copies of metadata after column chunks are left out"),
                notes);
    }

    // parquet-rs 49 and 50 wrote such copies.
    @Test
    void metadataCopyMayCountOffsetsFromTheChunk() throws IOException {
        HandMadeFile file = HandMadeFile.withDictionary();
        zstd(file.behind(chunk -> file.thrift(new ColumnMetaData(chunk.getMeta_data())
                .setDictionary_page_offset(0)
                .setData_page_offset(20))));
        assertEquals(List.of("copies of metadata after column chunks are left out"), notes);
    }

    @Test
    void columnIndexMayPrecedeThePages() throws IOException {
        assertComesBack(HandMadeFile.plain()
                .before((byte) 1, (byte) 2, (byte) 3)
                .chunk(chunk -> chunk.setColumn_index_offset(4).setColumn_index_length(3)));
    }

    // Would catch: a reader that is stricter than Thrift's, which skip such a field.
    @ParameterizedTest
    @CsvSource({
        "FileMetaData, 5",
        "RowGroup, 7",
        "ColumnMetaData, 15",
        "ColumnMetaData, 16",
        "ColumnChunk, 7",
        "PageHeader, 4"
    })
    void optionalFieldMayHaveAnotherType(String struct, int field) throws IOException {
        assertComesBack(HandMadeFile.plain().unknownFieldIn(struct, field));
    }

    // The format has allowed this since 2026, and parquet-java does not support it yet.
    @Test
    void columnChunkMayLackItsPath() throws IOException {
        byte[] path = {0x19, 0x18, 1, 'a', 0x15}; // field 3, a list of one text, and the header of field 4
        byte[] with = Files.readAllBytes(HandMadeFile.plain().write(path()));
        int at = 0;
        while (!Arrays.equals(path, Arrays.copyOfRange(with, at, at + path.length))) {
            at++;
        }
        ByteArrayOutputStream without = new ByteArrayOutputStream();
        without.write(with, 0, at);
        without.write(0x25); // field 4 after field 2
        without.write(with, at + path.length, with.length - at - path.length);
        byte[] bytes = without.toByteArray();
        bytes[bytes.length - 8] -= 4; // the length of the footer
        Path source = Files.write(path(), bytes);
        Path there = to(CompressionCodecName.ZSTD, source);
        assertEquals(List.of("column chunks have no path_in_schema, and are known by their order"), notes);
        assertEquals(-1, Files.mismatch(source, to(CompressionCodecName.SNAPPY, there)));
        assertEquals(
                List.of(
                        source
                                + ": note: its column chunks have no path_in_schema, without which most readers cannot read it"),
                Verifier.of(VerifyOptions.defaults().withValues(true)).verify(source).findings().stream()
                        .map(Finding::toString)
                        .toList());
    }

    @Test
    void fileOffsetOfAPageMovesWithIt() throws IOException {
        HandMadeFile file = HandMadeFile.plain()
                .before(new byte[12])
                .chunk(chunk -> chunk.setFile_offset(chunk.getMeta_data().getData_page_offset()));
        assertEquals(4, zstd(file).chunks().get(0).getFile_offset());
        assertEquals(List.of("zeros between column chunks are left out"), notes);
    }

    // Would catch: a verification that fails because a chunk without rows is last in the footer, but starts
    // before the pages of another.
    @Test
    void emptyChunkMayShareAnothersOffset() throws IOException {
        assertComesBack(HandMadeFile.plain().footer(metaData -> {
            RowGroup empty = new RowGroup(metaData.getRow_groups().get(0));
            empty.setNum_rows(0).setTotal_byte_size(0).setTotal_compressed_size(0);
            empty.getColumns()
                    .get(0)
                    .getMeta_data()
                    .setNum_values(0)
                    .setTotal_uncompressed_size(0)
                    .setTotal_compressed_size(0);
            metaData.addToRow_groups(empty);
        }));
    }

    @Test
    void setsARowGroupsOffsetToItsFirstPage() throws IOException {
        RowGroup group = zstd(HandMadeFile.plain()
                        .footer(footer ->
                                footer.getRow_groups().get(0).setFile_offset(77).setTotal_compressed_size(5)))
                .metaData()
                .getRow_groups()
                .get(0);
        assertEquals(4, group.getFile_offset());
        assertEquals(
                group.getColumns().get(0).getMeta_data().getTotal_compressed_size(), group.getTotal_compressed_size());
    }

    private static long rowsByRanges(Path file, long step) throws IOException {
        long rows = 0;
        for (long start = 0; start < Files.size(file); start += step) {
            ParquetReadOptions range = ParquetReadOptions.builder(new PlainParquetConfiguration())
                    .withRange(start, start + step)
                    .build();
            try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), range)) {
                rows += reader.getRecordCount();
            }
        }
        return rows;
    }

    // Would catch: a row group that a Spark task reads in the source, but none reads in the new file.
    @Test
    void rowGroupStaysInTheRangeOfItsReader() throws IOException {
        int[] noise = new Random(1).ints(1_000).toArray();
        int[] same = new int[1_000];
        HandMadeFile shrinksBehind = new HandMadeFile(CompressionCodecName.UNCOMPRESSED)
                .page(header -> {}, same)
                .withColumnBefore(noise);
        Path source = shrinksBehind.write(path());
        assertEquals(1_000, rowsByRanges(source, 1_000));
        assertTrue(Verifier.defaults().verify(source).isSound());
        RefusedFileException refused = assertThrows(
                RefusedFileException.class,
                () -> Recompressor.of(RecompressOptions.of(Plan.to(CompressionCodecName.ZSTD))
                                .withVerify(false))
                        .recompress(source, path()));
        assertTrue(
                refused.getMessage()
                        .startsWith(source + " is not recompressed: row group 0: readers would assign it to offset "),
                refused::getMessage);
        Path harmless = new HandMadeFile(CompressionCodecName.UNCOMPRESSED)
                .page(header -> {}, noise)
                .withColumnBefore(same)
                .write(path());
        Path target = to(CompressionCodecName.ZSTD, harmless);
        for (long step : new long[] {97, 1_000, Files.size(target)}) {
            assertEquals(1_000, rowsByRanges(target, step));
        }
        assertEquals(Values.of(harmless), Values.of(target));
    }

    // Would catch: a truncated bloom filter, a byte of it that changes.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void findsTheLengthInTheBloomFilter(boolean stated) throws IOException {
        ByteArrayOutputStream filter = new ByteArrayOutputStream();
        Util.writeBloomFilterHeader(
                new BloomFilterHeader(
                        32,
                        BloomFilterAlgorithm.BLOCK(new SplitBlockAlgorithm()),
                        BloomFilterHash.XXHASH(new XxHash()),
                        BloomFilterCompression.UNCOMPRESSED(new Uncompressed())),
                filter);
        filter.writeBytes("thirty-two bytes, some of it set".getBytes(StandardCharsets.US_ASCII));
        HandMadeFile file = HandMadeFile.plain()
                .withBloomFilter(filter.toByteArray())
                .column(column -> {
                    if (stated) {
                        column.setBloom_filter_length(filter.size());
                    }
                });
        assertComesBack(file);
        IndependentFile.read(file.write(path())).assertRecompressedTo(zstd(file), column -> CompressionCodec.ZSTD);
    }

    // Would catch: the defect of ParquetRewriter: a compressed page that is marked as uncompressed.
    @ParameterizedTest
    @CsvSource({"SNAPPY", "UNCOMPRESSED"})
    void storesOnlyV2PagesThatWouldGrow(CompressionCodecName codec) throws IOException {
        IndependentFile after = zstd(new HandMadeFile(codec)
                .pageV2(false, NOISE)
                .pageV2(false, SAME)
                .pageV2(codec != CompressionCodecName.UNCOMPRESSED, NOISE)
                .pageV2(null, NOISE)
                .pageV2(null, SAME));
        List<PageHeader> headers =
                pages(after).stream().map(IndependentFile.Page::header).toList();
        assertEquals(
                List.of(false, true, false, true, true),
                headers.stream()
                        .map(h -> h.getData_page_header_v2().isIs_compressed())
                        .toList());
        assertEquals(
                List.of(true, true, true, false, false),
                headers.stream()
                        .map(h -> h.getData_page_header_v2().isSetIs_compressed())
                        .toList());
        assertEquals(12, headers.get(0).getCompressed_page_size());
        assertTrue(headers.get(1).getCompressed_page_size() < 100);
        assertTrue(headers.get(3).getCompressed_page_size() > 12);
    }

    // Would catch: an uncompressed page in a file of old Arrow. Arrow's readers decompress all pages of such files,
    // which mark every page as uncompressed.
    @Test
    void alwaysCompressesOldArrowsV2Pages() throws IOException {
        IndependentFile after = zstd(new HandMadeFile(CompressionCodecName.UNCOMPRESSED)
                .pageV2(false, NOISE)
                .pageV2(false, SAME)
                .footer(metaData -> metaData.setCreated_by("parquet-cpp version 1.5.1-SNAPSHOT")));
        for (IndependentFile.Page page : pages(after)) {
            assertTrue(page.header().getData_page_header_v2().isIs_compressed());
        }
        assertTrue(pages(after).get(0).header().getCompressed_page_size() > 12);
    }

    // Would catch: an empty page that polars would decompress: "Invalid snappy data: empty input".
    @Test
    void keepsAnEmptyPageOnlyIfReadersAcceptIt() throws IOException {
        IndependentFile compressed = zstd(new HandMadeFile(CompressionCodecName.SNAPPY)
                .page(header -> {}, 1, 2, 3)
                .page(header -> {}));
        assertEquals(0, pages(compressed).get(1).header().getCompressed_page_size());

        IndependentFile stored = zstd(new HandMadeFile(CompressionCodecName.UNCOMPRESSED)
                .page(header -> {}, 1, 2, 3)
                .page(header -> {})
                .pageV2(null)
                .pageV2(true));
        List<PageHeader> headers =
                pages(stored).stream().map(IndependentFile.Page::header).toList();
        assertTrue(headers.get(1).getCompressed_page_size() > 0);
        assertEquals(0, headers.get(2).getCompressed_page_size());
        assertEquals(0, headers.get(3).getCompressed_page_size());
        assertFalse(headers.get(3).getData_page_header_v2().isIs_compressed());
    }

    // Would catch: a checksum of the old bytes, or one where there was none.
    @Test
    void onlyPagesThatHadAChecksumGetOne() throws IOException {
        IndependentFile after = zstd(HandMadeFile.plain().withChecksum(1));
        assertFalse(pages(after).get(0).header().isSetCrc());
        assertTrue(pages(after).get(1).header().isSetCrc());
        assertComesBack(HandMadeFile.plain().withChecksum(0));
    }

    // Would catch: a chunk that keeps its codec and gets no checksums, a wrong checksum, a lost page.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"codec\": \"SNAPPY\"",
                "\"codec\": \"ZSTD\"",
                "\"codec\": \"UNCOMPRESSED\", \"keepSmaller\": true"
            })
    void everyPageGetsARequestedChecksum(String codec) throws IOException {
        Plan plan = Plan.fromJson("{\"version\": 1, \"checksums\": true, " + codec + "}");
        HandMadeFile v2 = new HandMadeFile(CompressionCodecName.SNAPPY)
                .pageV2(true, SAME)
                .pageV2(false, NOISE)
                .pageV2(null)
                .withOffsetIndex(index -> {});
        for (HandMadeFile file : List.of(
                HandMadeFile.plain().withChecksum(1),
                HandMadeFile.withDictionary().withOffsetIndex(index -> {}),
                v2)) {
            Path source = file.write(path());
            Path target = path();
            RecompressResult result = Recompressor.of(plan).recompress(source, target);
            assertEquals(1, result.changedChunks());
            assertEquals(Values.of(source), Values.of(target));
            VerifyResult verified =
                    Verifier.of(VerifyOptions.defaults().withValues(true)).verify(target);
            assertEquals(List.of(), verified.findings());
            for (IndependentFile.Page page : pages(IndependentFile.read(target))) {
                assertTrue(page.header().isSetCrc());
            }
        }
    }

    @Test
    void fileWithChecksumsStaysUnchanged() throws IOException {
        Path source = HandMadeFile.plain().withChecksum(0).withChecksum(1).write(path());
        Path target = path();
        assertEquals(
                0,
                Recompressor.of(Plan.ofColumns().addChecksums())
                        .recompress(source, target)
                        .changedChunks());
        assertEquals(-1, Files.mismatch(source, target));
    }

    // Would catch: a structure that is read into objects and written again, which loses fields that the classes
    // do not know.
    @ParameterizedTest
    @ValueSource(strings = {"SchemaElement", "LogicalType", "Statistics", "KeyValue"})
    void keepsAndNotesUnknownFieldsWithoutOffsets(String struct) throws IOException {
        HandMadeFile file = HandMadeFile.plain().unknownFieldIn(struct, 40);
        assertComesBack(file);
        assertEquals(List.of(struct + " has the unknown field 40, which is kept"), notes);
        byte[] zstd = Files.readAllBytes(to(CompressionCodecName.ZSTD, file.write(path())));
        int known = Files.readAllBytes(
                        to(CompressionCodecName.ZSTD, HandMadeFile.plain().write(path())))
                .length;
        assertTrue(zstd.length > known);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DataPageHeader"})
    void keepsUnknownFieldsOfPageHeaders(String struct) throws IOException {
        assertComesBack(HandMadeFile.plain().unknownFieldIn(struct, 40));
    }

    @Test
    void keepsUnknownEncodings() throws IOException {
        assertComesBack(HandMadeFile.plain()
                .number("ColumnMetaData", 2, ALP)
                .number("DataPageHeader", 2, ALP)
                .withOffsetIndex(index -> {}));
    }

    // Would catch: a flipped bit in the footer's list of encodings, for which DuckDB refuses the whole file.
    @Test
    void unusedUnknownEncodingIsDamage() throws IOException {
        assertEquals(
                List.of(FindingKind.NEW_ENCODING, FindingKind.COLUMN_CHUNK),
                kinds(HandMadeFile.plain().number("ColumnMetaData", 2, ALP)));
    }

    // Would catch: a target of an earlier run that counts as up to date without the requested checksums.
    @Test
    void rejectsATargetWithoutTheRequestedChecksums() throws IOException {
        Path source = HandMadeFile.plain().write(path());
        Path target = path();
        Recompressor without = Recompressor.of(Plan.to(CompressionCodecName.ZSTD));
        Recompressor with = Recompressor.of(Plan.to(CompressionCodecName.ZSTD).addChecksums());
        without.recompressAll(Map.of(source, target));
        assertThrows(FileAlreadyExistsException.class, () -> with.recompressAll(Map.of(source, target)));
        Files.delete(target);
        with.recompressAll(Map.of(source, target));
        with.recompressAll(Map.of(source, target)); // is up to date
    }
}
