// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.format.AesGcmV1;
import org.apache.parquet.format.ColumnCryptoMetaData;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.EncryptionAlgorithm;
import org.apache.parquet.format.EncryptionWithFooterKey;
import org.apache.parquet.format.IndexPageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Anything that cannot be carried over to another file is refused by name and place, and nothing is written. */
class RefusedFileTest {

    private static final String COLUMN = "row group 0, column a: ";
    private static final String PAGE = "row group 0, column a, page ";

    @TempDir
    Path directory;

    private static HandMadeFile plain() {
        return HandMadeFile.plain();
    }

    private static HandMadeFile withIndex() {
        return plain().withOffsetIndex(index -> {});
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of(
                        plain().footer(footer ->
                                footer.setEncryption_algorithm(EncryptionAlgorithm.AES_GCM_V1(new AesGcmV1()))),
                        "signed footers are not supported"),
                Arguments.of(
                        plain().chunk(chunk -> chunk.unsetMeta_data()), COLUMN + "its metadata is not in the footer"),
                Arguments.of(
                        plain().chunk(chunk -> chunk.setCrypto_metadata(
                                ColumnCryptoMetaData.ENCRYPTION_WITH_FOOTER_KEY(new EncryptionWithFooterKey()))),
                        COLUMN + "encrypted columns are not supported"),
                Arguments.of(
                        plain().chunk(chunk -> chunk.setFile_path("part-1.parquet")),
                        COLUMN + "its pages are in another file (file_path is set), expected this file"),
                Arguments.of(
                        plain().header(1, header -> {
                            header.setType(PageType.INDEX_PAGE);
                            header.unsetData_page_header();
                            header.setIndex_page_header(new IndexPageHeader());
                        }),
                        PAGE + "1 at offset 30: PageHeader at offset 30 has the page type 1, expected 0 (data page), 2"
                                + " (dictionary page) or 3 (data page V2)"),
                Arguments.of(
                        plain().number("ColumnMetaData", 4, 8),
                        COLUMN + "the codec number 8 is unknown, expected one from 0 to 7"),
                Arguments.of(
                        plain().footer(footer -> footer.getRow_groups()
                                .add(footer.getRow_groups().get(0).deepCopy())),
                        "PAGES [4, 61) of row group 1, column a overlaps PAGES [4, 61) of row group 0, column a"),
                Arguments.of(
                        plain().column(column -> column.setTotal_compressed_size(1 << 20)),
                        COLUMN + "its total_compressed_size claims 1048576 bytes at offset 4, expected it between"
                                + " offset 4 and the footer at offset 61"),
                Arguments.of(
                        plain().column(column -> column.setData_page_offset(9)),
                        COLUMN + "its total_compressed_size claims 57 bytes at offset 9"),
                Arguments.of(
                        HandMadeFile.withDictionary().column(column -> column.setData_page_offset(9)),
                        COLUMN + "its data_page_offset is 9, where none of its pages starts"),
                Arguments.of(
                        plain().column(column -> column.setData_page_offset(0)),
                        COLUMN + "it has 13 values, but no page offset"),
                Arguments.of(
                        HandMadeFile.withDictionary().column(column -> column.setData_page_offset(0)),
                        COLUMN + "its data_page_offset is 0, so that readers do not find its pages"),
                Arguments.of(
                        HandMadeFile.withDictionary().column(column -> {
                            column.setIndex_page_offset(column.getDictionary_page_offset());
                            column.unsetDictionary_page_offset();
                        }),
                        COLUMN + "its total_compressed_size claims"),
                Arguments.of(
                        plain().column(column -> column.setNum_values(12)),
                        COLUMN + "its pages hold 13 values, but the footer says 12"),
                Arguments.of(
                        plain().column(column -> column.setNum_values(14)),
                        COLUMN
                                + "it has 13 of 14 values, and ends at offset 61, but something else starts at offset 61"),
                Arguments.of(
                        plain().column(column -> column.setTotal_compressed_size(-1)),
                        COLUMN + "ColumnMetaData has total_compressed_size -1, expected 0 or more"),
                Arguments.of(
                        withIndex().chunk(chunk -> chunk.unsetOffset_index_length()),
                        COLUMN
                                + "its offset_index has the offset 61 and the length 0, expected both or neither above 0"),
                Arguments.of(
                        withIndex().chunk(chunk -> chunk.setOffset_index_length(chunk.getOffset_index_length() + 1)),
                        COLUMN + "its OFFSET_INDEX claims 18 bytes at offset 61"),
                Arguments.of(
                        plain().withChecksum(1).header(1, header -> header.setCrc(0x1234)),
                        PAGE
                                + "1 at offset 30: its bytes have the checksum 760dc1ac, expected 1234 as its header says"),
                Arguments.of(
                        plain().header(1, header -> header.setCompressed_page_size(1000)),
                        PAGE
                                + "1 at offset 30: PageHeader at offset 30 claims a page up to offset 1048, but something else"
                                + " starts at offset 62"),
                Arguments.of(
                        plain().header(1, header -> header.setUncompressed_page_size(11)),
                        "row group 0, column a, page 1 at offset 30: SNAPPY page is corrupt: "),
                Arguments.of(
                        new HandMadeFile(CompressionCodecName.UNCOMPRESSED)
                                .page(header -> header.setUncompressed_page_size(5), 1),
                        PAGE
                                + "0 at offset 4: PageHeader at offset 4 claims 4 and 5 bytes for a page that is not compressed,"
                                + " expected equal sizes"),
                Arguments.of(
                        plain().header(0, header -> header.setUncompressed_page_size(-1)),
                        PAGE
                                + "0 at offset 4: PageHeader at offset 4 has uncompressed_page_size -1, expected 0 or more"),
                Arguments.of(
                        plain().header(0, header -> header.setType(PageType.DATA_PAGE_V2)),
                        PAGE
                                + "0 at offset 4: PageHeader at offset 4 must have the field 8 (data_page_header_v2) and no other"
                                + " of its kind, got 1 of them"),
                Arguments.of(
                        new HandMadeFile(CompressionCodecName.SNAPPY)
                                .pageV2(true, 1, 2)
                                .header(
                                        0,
                                        header ->
                                                header.getData_page_header_v2().setDefinition_levels_byte_length(90)),
                        PAGE
                                + "0 at offset 4: PageHeader at offset 4 claims levels of 90 bytes, but the page has 8 bytes"),
                Arguments.of(
                        plain().behind(chunk -> "something".getBytes(StandardCharsets.US_ASCII)),
                        "the footer does not reference the bytes from offset 61 to 70; "),
                Arguments.of(
                        plain().before(new byte[] {0, 0, 1}),
                        "the footer does not reference the bytes from offset 4 to 7; "),
                Arguments.of(
                        plain().before(new byte[20])
                                .chunk(chunk -> chunk.setOffset_index_offset(4).setOffset_index_length(20)),
                        COLUMN + "its offset index is before its pages, expected after them"),
                Arguments.of(
                        plain().chunk(chunk -> chunk.setOffset_index_offset(4).setOffset_index_length(5)),
                        COLUMN + "its offset index is before its pages, expected after them"),
                Arguments.of(
                        plain().header(1, header -> {
                            header.setType(PageType.DICTIONARY_PAGE);
                            header.unsetData_page_header();
                            header.setDictionary_page_header(new DictionaryPageHeader(3, Encoding.PLAIN));
                        }),
                        PAGE
                                + "1 at offset 30: PageHeader at offset 30 is that of a dictionary page, expected a data page"),
                Arguments.of(
                        plain().withBloomFilter((byte) 0x15, (byte) 2, (byte) 0, (byte) 9)
                                .column(column -> column.setBloom_filter_length(3)),
                        COLUMN + "its bloom filter takes 4 bytes, but the footer says 3"),
                Arguments.of(
                        plain().column(column ->
                                column.setData_page_offset(1 << 20).setTotal_compressed_size(0)),
                        "the footer does not reference the bytes from offset 4 to 61; "),
                Arguments.of(
                        plain().column(column -> column.setData_page_offset(1 << 20)
                                .setTotal_compressed_size(0)
                                .setNum_values(0)),
                        "the footer does not reference the bytes from offset 4 to 61; "),
                Arguments.of(
                        plain().withBloomFilter((byte) 0x15, (byte) 200, (byte) 1, (byte) 0, (byte) 9),
                        "BLOOM_FILTER [61, 165) of row group 0, column a overlaps the footer at offset 66"),
                Arguments.of(
                        plain().withBloomFilter((byte) 0),
                        COLUMN + "BloomFilterHeader at offset 61 lacks its numBytes"),
                unknown("FileMetaData", 40, ""),
                Arguments.of(
                        withIndex().unknownFieldIn("FileMetaData", 32767),
                        "its footer has an extension (field 32767), which may be a second footer, whose offsets would be wrong"),
                Arguments.of(
                        plain().number("DataPageHeader", 2, 23),
                        PAGE + "0 at offset 4: its encoding 23 is unknown, and its column chunk does not list it"),
                unknown("RowGroup", 40, "row group 0: "),
                unknown("ColumnChunk", 40, "row group 0, column chunk 0: "),
                unknown("ColumnMetaData", 40, "row group 0, column chunk 0: "),
                unknown("PageHeader", 40, PAGE + "0 at offset 4: "),
                unknown("OffsetIndex", 40, COLUMN),
                unknown("PageLocation", 40, COLUMN),
                Arguments.of(
                        new HandMadeFile(CompressionCodecName.SNAPPY)
                                .pageV2(true, 1, 2)
                                .unknownFieldIn("DataPageHeaderV2", 40),
                        PAGE + "0 at offset 4: DataPageHeaderV2 has the unknown field 40"));
    }

    private static Arguments unknown(String struct, int id, String place) {
        return Arguments.of(withIndex().unknownFieldIn(struct, id), place + struct + " has the unknown field " + id);
    }

    // Would catch: anything that would make the new file silently different or unreadable.
    @ParameterizedTest
    @MethodSource("refusals")
    void rejectsWhatCannotBeCarriedOver(HandMadeFile file, String message) throws IOException {
        assertRefused(file.write(directory.resolve("source.parquet")), message);
    }

    private void assertRefused(Path source, String message) throws IOException {
        byte[] before = Files.readAllBytes(source);
        for (int threads : List.of(1, 2)) {
            RefusedFileException refused = assertThrows(
                    RefusedFileException.class,
                    () -> Recompressor.of(RecompressOptions.of(Plan.to(CompressionCodecName.ZSTD))
                                    .withThreads(threads))
                            .recompress(source, directory.resolve("target.parquet")));
            String expected = source + " is not recompressed: " + message;
            assertTrue(
                    refused.getMessage().startsWith(expected),
                    () -> "expected " + expected + "\n     got " + refused.getMessage());
        }
        assertEquals(-1, Arrays.mismatch(before, Files.readAllBytes(source)));
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(source), left.toList());
        }
    }

    private void assertRefused(byte[] bytes, String message) throws IOException {
        assertRefused(Files.write(directory.resolve("source.parquet"), bytes), message);
    }

    @Test
    void rejectsAFileThatIsNotParquet() throws IOException {
        assertRefused(new byte[11], "it has 11 bytes, but a Parquet file has at least 12");
        byte[] withoutFooter = {'P', 'A', 'R', '1', 0, 0, 0, 0, 'P', 'A', 'R', '1'};
        assertRefused(withoutFooter, "it has no footer: the length of its footer is 0");
        assertRefused(
                "just some text".getBytes(StandardCharsets.US_ASCII),
                "it is not a Parquet file: it starts with the bytes 6a757374, expected 50415231 (PAR1)");
        assertRefused(
                "PAR1 some text".getBytes(StandardCharsets.US_ASCII),
                "it is truncated, or was never finished: it ends with the bytes 74657874, expected 50415231 (PAR1)");
        assertRefused(
                "PAR1000000PARX".getBytes(StandardCharsets.US_ASCII),
                "it is a PARX file, whose footer this version does not read");
        assertRefused("PAR1000000PARE".getBytes(StandardCharsets.US_ASCII), "encrypted footers are not supported");
        byte[] bytes = Files.readAllBytes(plain().write(directory.resolve("source.parquet")));
        bytes[bytes.length - 6] = (byte) 0xff;
        assertRefused(bytes, "its footer claims ");
    }

    // Would catch: a footer that is read beyond its end, an exception without the place of the damage.
    @Test
    void rejectsATruncatedFooterWithItsOffset() throws IOException {
        byte[] bytes = Files.readAllBytes(plain().write(directory.resolve("source.parquet")));
        bytes[bytes.length - 8] -= 1; // the footer starts one byte later
        assertRefused(bytes, "FileMetaData has the unknown field ");
        bytes[bytes.length - 9] = 0x3c; // field 9, a structure, instead of the end
        bytes[bytes.length - 8] += 1;
        assertRefused(bytes, "signed footers are not supported");
        bytes[bytes.length - 9] = 0x15; // field 7, a number
        assertRefused(bytes, "FileMetaData field 7 is truncated at offset 161: expected 1 more bytes, got none");
    }

    // Would catch: an encrypted file that differs from the handmade ones, and is not recognized.
    @ParameterizedTest
    @MethodSource("encrypted")
    void rejectsAFileThatParquetJavaEncrypts(Path source) {
        RefusedFileException refused = assertThrows(
                RefusedFileException.class,
                () -> Recompressor.of(Plan.to(CompressionCodecName.ZSTD))
                        .recompress(source, directory.resolve("target")));
        assertTrue(refused.getMessage().endsWith(" are not supported"), refused::getMessage);
    }

    static Stream<Path> encrypted() {
        return Layouts.encrypted();
    }
}
