// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.zip.CRC32;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/** A file as parquet-format's own classes read it, without any code of ours. */
public final class IndependentFile {

    record Page(PageHeader header, long offset, int headerLength, byte[] body) {

        long length() {
            return headerLength + body.length;
        }

        boolean isDictionary() {
            return header.getType() == PageType.DICTIONARY_PAGE;
        }
    }

    private final byte[] bytes;
    private final FileMetaData metaData;

    private IndependentFile(byte[] bytes) throws IOException {
        this.bytes = bytes;
        int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
        metaData = Util.readFileMetaData(new ByteArrayInputStream(bytes, bytes.length - 8 - length, length));
    }

    /** Returns a file in memory. */
    public static IndependentFile of(byte[] bytes) throws IOException {
        return new IndependentFile(bytes);
    }

    static IndependentFile read(Path path) throws IOException {
        return new IndependentFile(Files.readAllBytes(path));
    }

    /**
     * The fields of a footer that a change of codecs changes: sizes, offsets and the codec of row groups, chunks and their
     * metadata.
     */
    private static final Set<String> CHANGING_IN_FOOTER = Set.of(
            "4.2",
            "4.5",
            "4.6",
            "4.1.2",
            "4.1.4",
            "4.1.5",
            "4.1.6",
            "4.1.3.4",
            "4.1.3.6",
            "4.1.3.7",
            "4.1.3.9",
            "4.1.3.10",
            "4.1.3.11",
            "4.1.3.14");

    /** The fields of a page header that it changes: the compressed size, the checksum, and whether a V2 page is compressed. */
    private static final Set<String> CHANGING_IN_HEADER = Set.of("3", "4", "8.7");

    /**
     * Returns all fields of the footer and of the page headers, by their numbers; the fields that a change of codecs changes are
     * without their values.
     */
    List<String> unchangingFields() throws IOException {
        List<String> texts = new ArrayList<>();
        int footer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
        texts.add(ThriftText.of(bytes, bytes.length - 8 - footer, footer, CHANGING_IN_FOOTER));
        for (ColumnChunk chunk : chunks()) {
            for (Page page : pages(chunk)) {
                texts.add(ThriftText.of(bytes, (int) page.offset(), page.headerLength(), CHANGING_IN_HEADER));
            }
        }
        return texts;
    }

    FileMetaData metaData() {
        return metaData;
    }

    List<ColumnChunk> chunks() {
        return metaData.getRow_groups().stream()
                .flatMap(group -> group.getColumns().stream())
                .toList();
    }

    List<Page> pages(ColumnChunk chunk) throws IOException {
        ColumnMetaData column = chunk.getMeta_data();
        long start = LongStream.of(column.getData_page_offset(), column.getDictionary_page_offset())
                .filter(offset -> offset > 0)
                .min()
                .orElse(0);
        List<Page> pages = new ArrayList<>();
        long position = start;
        long end = start == 0 ? 0 : start + column.getTotal_compressed_size();
        while (position < end) {
            ByteArrayInputStream in = new ByteArrayInputStream(bytes, (int) position, bytes.length - (int) position);
            int before = in.available();
            PageHeader header = Util.readPageHeader(in);
            int headerLength = before - in.available();
            int body = (int) position + headerLength;
            byte[] page = Arrays.copyOfRange(bytes, body, body + header.getCompressed_page_size());
            pages.add(new Page(header, position, headerLength, page));
            position = body + page.length;
        }
        assertEquals(end, position, "the pages end where total_compressed_size says");
        return pages;
    }

    private OffsetIndex offsetIndex(ColumnChunk chunk) throws IOException {
        return Util.readOffsetIndex(
                new ByteArrayInputStream(bytes, (int) chunk.getOffset_index_offset(), chunk.getOffset_index_length()));
    }

    private byte[] columnIndex(ColumnChunk chunk) {
        int start = (int) chunk.getColumn_index_offset();
        return Arrays.copyOfRange(bytes, start, start + chunk.getColumn_index_length());
    }

    private byte[] bloomFilter(ColumnChunk chunk) throws IOException {
        int start = (int) chunk.getMeta_data().getBloom_filter_offset();
        ByteArrayInputStream in = new ByteArrayInputStream(bytes, start, bytes.length - start);
        int before = in.available();
        BloomFilterHeader header = Util.readBloomFilterHeader(in);
        return Arrays.copyOfRange(bytes, start, start + before - in.available() + header.getNumBytes());
    }

    /** Requires that another file differs only in what a change of codecs changes, and that these changes are right. */
    public void assertRecompressedTo(IndependentFile other, Function<ColumnMetaData, CompressionCodec> codec)
            throws IOException {
        assertEquals(unchanging(metaData), unchanging(other.metaData));
        List<ColumnChunk> chunks = chunks();
        List<ColumnChunk> others = other.chunks();
        for (int i = 0; i < chunks.size(); i++) {
            assertEquals(
                    codec.apply(chunks.get(i).getMeta_data()),
                    others.get(i).getMeta_data().getCodec());
            assertSameChunk(chunks.get(i), other, others.get(i));
        }
        for (RowGroup group : other.metaData.getRow_groups()) {
            long length = group.getColumns().stream()
                    .mapToLong(chunk -> chunk.getMeta_data().getTotal_compressed_size())
                    .sum();
            assertTrue(!group.isSetTotal_compressed_size() || group.getTotal_compressed_size() == length);
            long uncompressed = group.getColumns().stream()
                    .mapToLong(chunk -> chunk.getMeta_data().getTotal_uncompressed_size())
                    .sum();
            assertEquals(uncompressed, group.getTotal_byte_size());
        }
    }

    private void assertSameChunk(ColumnChunk chunk, IndependentFile other, ColumnChunk otherChunk) throws IOException {
        List<Page> pages = pages(chunk);
        List<Page> others = other.pages(otherChunk);
        assertEquals(
                pages.stream().map(page -> unchanging(page.header())).toList(),
                others.stream().map(page -> unchanging(page.header())).toList());
        others.forEach(IndependentFile::assertChecksum);
        ColumnMetaData column = chunk.getMeta_data();
        ColumnMetaData otherColumn = otherChunk.getMeta_data();
        assertEquals(uncompressed(others), otherColumn.getTotal_uncompressed_size());
        assertEquals(index(pages, column.getData_page_offset()), index(others, otherColumn.getData_page_offset()));
        assertEquals(
                index(pages, column.getDictionary_page_offset()),
                index(others, otherColumn.getDictionary_page_offset()));
        if (chunk.isSetOffset_index_offset()) {
            OffsetIndex index = other.offsetIndex(otherChunk);
            List<Page> data =
                    others.stream().filter(page -> !page.isDictionary()).toList();
            assertEquals(
                    data.stream().map(Page::offset).toList(),
                    index.getPage_locations().stream().map(l -> l.getOffset()).toList());
            assertEquals(
                    data.stream().map(Page::length).toList(),
                    index.getPage_locations().stream()
                            .map(l -> (long) l.getCompressed_page_size())
                            .toList());
            assertEquals(unchanging(offsetIndex(chunk)), unchanging(index));
        }
        if (chunk.isSetColumn_index_offset()) {
            assertArrayEquals(columnIndex(chunk), other.columnIndex(otherChunk));
        }
        if (column.isSetBloom_filter_offset()) {
            assertArrayEquals(bloomFilter(chunk), other.bloomFilter(otherChunk));
        }
    }

    private static void assertChecksum(Page page) {
        if (page.header().isSetCrc()) {
            CRC32 checksum = new CRC32();
            checksum.update(page.body());
            assertEquals((int) checksum.getValue(), page.header().getCrc());
        }
    }

    private static long uncompressed(List<Page> pages) {
        return pages.stream()
                .mapToLong(page -> page.headerLength() + page.header().getUncompressed_page_size())
                .sum();
    }

    private static int index(List<Page> pages, long offset) {
        return pages.stream().map(Page::offset).toList().indexOf(offset);
    }

    private static FileMetaData unchanging(FileMetaData original) {
        FileMetaData copy = original.deepCopy();
        for (RowGroup group : copy.getRow_groups()) {
            group.setTotal_byte_size(0);
            zeroIf(group.isSetFile_offset(), () -> group.setFile_offset(0));
            zeroIf(group.isSetTotal_compressed_size(), () -> group.setTotal_compressed_size(0));
            for (ColumnChunk chunk : group.getColumns()) {
                chunk.setFile_offset(0);
                zeroIf(chunk.isSetOffset_index_offset(), () -> chunk.setOffset_index_offset(0));
                zeroIf(chunk.isSetOffset_index_length(), () -> chunk.setOffset_index_length(0));
                zeroIf(chunk.isSetColumn_index_offset(), () -> chunk.setColumn_index_offset(0));
                ColumnMetaData column = chunk.getMeta_data();
                column.setCodec(CompressionCodec.UNCOMPRESSED);
                column.setTotal_uncompressed_size(0);
                column.setTotal_compressed_size(0);
                column.setData_page_offset(0);
                zeroIf(column.isSetIndex_page_offset(), () -> column.setIndex_page_offset(0));
                zeroIf(column.isSetDictionary_page_offset(), () -> column.setDictionary_page_offset(0));
                zeroIf(column.isSetBloom_filter_offset(), () -> column.setBloom_filter_offset(0));
            }
        }
        return copy;
    }

    private static PageHeader unchanging(PageHeader original) {
        PageHeader copy = original.deepCopy();
        copy.setCompressed_page_size(0);
        zeroIf(copy.isSetCrc(), () -> copy.setCrc(0));
        DataPageHeaderV2 v2 = copy.getData_page_header_v2();
        zeroIf(v2 != null && v2.isSetIs_compressed(), () -> v2.setIs_compressed(true));
        DataPageHeader v1 = copy.getData_page_header();
        if (v1 != null && v1.getDefinition_level_encoding() == Encoding.PLAIN) {
            v1.setDefinition_level_encoding(Encoding.RLE);
        }
        if (v1 != null && v1.getRepetition_level_encoding() == Encoding.PLAIN) {
            v1.setRepetition_level_encoding(Encoding.RLE);
        }
        return copy;
    }

    private static OffsetIndex unchanging(OffsetIndex original) {
        OffsetIndex copy = original.deepCopy();
        copy.getPage_locations().forEach(location -> location.setOffset(0).setCompressed_page_size(0));
        return copy;
    }

    private static void zeroIf(boolean isSet, Runnable zero) {
        if (isSet) {
            zero.run();
        }
    }
}
