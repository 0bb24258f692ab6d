// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import io.github.fastcodec.FastCodecFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.protocol.TField;
import shaded.parquet.org.apache.thrift.protocol.TStruct;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/**
 * A file of one column of required INT32, {@code a}, in one row group, made by hand with parquet-format's own classes, as valid
 * or invalid as a test needs it.
 */
public final class HandMadeFile {

    /** The number of the type in Thrift's interfaces. */
    private static final byte I64 = 10;

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private final CompressionCodecName codec;
    private UnaryOperator<byte[]> compressor = this::compress;
    private final List<PageHeader> headers = new ArrayList<>();
    private final List<byte[]> bodies = new ArrayList<>();
    private long values;

    /** The name of a structure that gets an unknown field, or null. */
    private String unknownFieldIn;

    private int unknownField = 40;
    private final Map<String, Integer> numbers = new HashMap<>();
    private byte[] before = {};
    private Function<ColumnChunk, byte[]> behind = chunk -> new byte[0];
    private boolean hasOffsetIndex;
    private Consumer<OffsetIndex> indexChange = index -> {};
    private byte[] bloomFilter = {};
    private Consumer<FileMetaData> change = metaData -> {};

    public HandMadeFile(CompressionCodecName codec) {
        this.codec = codec;
    }

    /** Returns a file of two V1 pages. */
    public static HandMadeFile plain() {
        return new HandMadeFile(CompressionCodecName.SNAPPY)
                .page(header -> {}, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
                .page(header -> {}, 7, -1, 1 << 20);
    }

    /** Returns a file of a dictionary page and a V1 page. */
    public static HandMadeFile withDictionary() {
        HandMadeFile file = new HandMadeFile(CompressionCodecName.SNAPPY);
        PageHeader dictionary = new PageHeader(PageType.DICTIONARY_PAGE, 0, 0);
        dictionary.setDictionary_page_header(new DictionaryPageHeader(3, Encoding.PLAIN));
        file.add(dictionary, ints(5, 6, 7), true);
        PageHeader data = new PageHeader(PageType.DATA_PAGE, 0, 0);
        data.setData_page_header(new DataPageHeader(20, Encoding.RLE_DICTIONARY, Encoding.RLE, Encoding.RLE));
        file.add(data, new byte[] {2, 20 << 1, 1}, true); // a run of 20 times the second value, in 2 bits
        file.values = 20;
        return file;
    }

    /**
     * Returns a file of four lists in two V1 pages, with an offset index.
     *
     * @param isSplit whether the second page begins within the second list
     */
    public static HandMadeFile ofLists(boolean isSplit) {
        return new HandMadeFile(CompressionCodecName.SNAPPY)
                .page(Encoding.PLAIN, 3, threeEntries(0b010))
                .page(Encoding.PLAIN, 3, threeEntries(isSplit ? 0b001 : 0b010))
                .as(new SchemaElement("a").setType(Type.INT32).setRepetition_type(FieldRepetitionType.REPEATED))
                .footer(metaData -> {
                    metaData.setNum_rows(4);
                    metaData.getRow_groups().get(0).setNum_rows(4);
                })
                .withOffsetIndex(index -> index.getPage_locations().get(1).setFirst_row_index(2));
    }

    /** Returns a page of three entries of lists; an entry whose bit is set continues the list before it. */
    private static byte[] threeEntries(int repetitions) {
        byte[] levels = {2, 0, 0, 0, 3, (byte) repetitions, 2, 0, 0, 0, 3 << 1, 1};
        return ByteBuffer.allocate(levels.length + 3 * Integer.BYTES)
                .put(levels)
                .put(ints(1, 2, 3))
                .array();
    }

    /** Compresses the following pages as another writer does. */
    public HandMadeFile compressedBy(UnaryOperator<byte[]> newCompressor) {
        compressor = newCompressor;
        return this;
    }

    public HandMadeFile page(Consumer<PageHeader> headerChange, int... numbers) {
        PageHeader header = new PageHeader(PageType.DATA_PAGE, 0, 0);
        header.setData_page_header(new DataPageHeader(numbers.length, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        add(header, ints(numbers), true);
        headerChange.accept(header);
        values += numbers.length;
        return this;
    }

    /** Adds a V2 page whose flag is missing (null) or true to its bytes. */
    public HandMadeFile pageV2(Boolean compressed, int... numbers) {
        PageHeader header = new PageHeader(PageType.DATA_PAGE_V2, 0, 0);
        DataPageHeaderV2 v2 = new DataPageHeaderV2(numbers.length, 0, numbers.length, Encoding.PLAIN, 0, 0);
        if (compressed != null) {
            v2.setIs_compressed(compressed);
        }
        header.setData_page_header_v2(v2);
        add(header, ints(numbers), compressed == null || compressed);
        values += numbers.length;
        return this;
    }

    /** Adds a V1 page of levels and values. */
    public HandMadeFile page(Encoding encoding, int count, byte... page) {
        PageHeader header = new PageHeader(PageType.DATA_PAGE, 0, 0);
        header.setData_page_header(new DataPageHeader(count, encoding, Encoding.RLE, Encoding.RLE));
        add(header, page, true);
        values += count;
        return this;
    }

    /** Adds a dictionary page. */
    public HandMadeFile dictionary(int count, byte... page) {
        PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, 0, 0);
        header.setDictionary_page_header(new DictionaryPageHeader(count, Encoding.PLAIN));
        add(header, page, true);
        return this;
    }

    /** Gives the column the type of a schema element, which is renamed to {@code a}. The file has no statistics of it. */
    public HandMadeFile as(SchemaElement leaf) {
        return footer(metaData ->
                        metaData.setSchema(List.of(metaData.getSchema().get(0), new SchemaElement(leaf).setName("a"))))
                .column(column -> column.setType(leaf.getType()).setStatistics(null));
    }

    private void add(PageHeader header, byte[] page, boolean compressed) {
        byte[] body = compressed && page.length > 0 ? compressor.apply(page) : page;
        header.setUncompressed_page_size(page.length);
        header.setCompressed_page_size(body.length);
        headers.add(header);
        bodies.add(body);
    }

    private byte[] compress(byte[] page) {
        try {
            return new FastCodecFactory()
                    .getCompressor(codec)
                    .compress(BytesInput.from(page))
                    .toInputStream()
                    .readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] ints(int... numbers) {
        ByteBuffer buffer = ByteBuffer.allocate(Integer.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asIntBuffer().put(numbers);
        return buffer.array();
    }

    public HandMadeFile withChecksum(int page) {
        CRC32 checksum = new CRC32();
        checksum.update(bodies.get(page));
        headers.get(page).setCrc((int) checksum.getValue());
        return this;
    }

    public HandMadeFile header(int page, Consumer<PageHeader> headerChange) {
        headerChange.accept(headers.get(page));
        return this;
    }

    public HandMadeFile unknownFieldIn(String struct, int id) {
        unknownFieldIn = struct;
        unknownField = id;
        return this;
    }

    /** Writes a 32-bit number for each number in a field of a structure. */
    public HandMadeFile number(String struct, int id, int number) {
        numbers.put(struct + id, number);
        return this;
    }

    public HandMadeFile before(byte... bytes) {
        before = bytes;
        return this;
    }

    /**
     * Puts the page of another INT32 column, {@code b}, before the pages, although the schema has that column after {@code a}.
     */
    public HandMadeFile withColumnBefore(int... numbers) {
        byte[] body = ints(numbers);
        PageHeader header = new PageHeader(PageType.DATA_PAGE, body.length, body.length);
        header.setData_page_header(new DataPageHeader(numbers.length, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        page.writeBytes(thrift(header));
        page.writeBytes(body);
        before(page.toByteArray());
        return footer(metaData -> {
            RowGroup group = metaData.getRow_groups().get(0);
            ColumnChunk chunk = new ColumnChunk(group.getColumns().get(0));
            chunk.getMeta_data()
                    .setPath_in_schema(List.of("b"))
                    .setNum_values(numbers.length)
                    .setTotal_uncompressed_size(page.size())
                    .setTotal_compressed_size(page.size())
                    .setData_page_offset(MAGIC.length);
            group.addToColumns(chunk);
            group.setFile_offset(MAGIC.length)
                    .setTotal_byte_size(group.getTotal_byte_size() + page.size())
                    .setTotal_compressed_size(group.getTotal_compressed_size() + page.size());
            SchemaElement root = new SchemaElement(metaData.getSchema().get(0)).setNum_children(2);
            SchemaElement a = metaData.getSchema().get(1);
            metaData.setSchema(List.of(root, a, new SchemaElement(a).setName("b")));
        });
    }

    /** Puts bytes after the pages, computed from the chunk in the footer. */
    public HandMadeFile behind(Function<ColumnChunk, byte[]> bytes) {
        behind = bytes;
        return this;
    }

    /** Removes the offset index. */
    public HandMadeFile withoutOffsetIndex() {
        hasOffsetIndex = false;
        return this;
    }

    public HandMadeFile withOffsetIndex(Consumer<OffsetIndex> change) {
        hasOffsetIndex = true;
        indexChange = change;
        return this;
    }

    public HandMadeFile withBloomFilter(byte... bytes) {
        bloomFilter = bytes;
        return this;
    }

    /** Changes the footer before it is written. */
    public HandMadeFile footer(Consumer<FileMetaData> footerChange) {
        change = change.andThen(footerChange);
        return this;
    }

    /** Changes the only column chunk before it is written. */
    public HandMadeFile chunk(Consumer<ColumnChunk> chunkChange) {
        return footer(metaData ->
                chunkChange.accept(metaData.getRow_groups().get(0).getColumns().get(0)));
    }

    public HandMadeFile column(Consumer<ColumnMetaData> columnChange) {
        return chunk(chunk -> columnChange.accept(chunk.getMeta_data()));
    }

    /** Writes the file and returns its path. */
    public Path write(Path path) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(MAGIC);
        out.writeBytes(before);
        long start = out.size();
        long firstData = -1;
        long uncompressed = 0;
        OffsetIndex index = new OffsetIndex(new ArrayList<>());
        long rows = 0;
        for (int i = 0; i < headers.size(); i++) {
            PageHeader header = headers.get(i);
            long offset = out.size();
            byte[] headerBytes = thrift(header);
            out.writeBytes(headerBytes);
            out.writeBytes(bodies.get(i));
            uncompressed += headerBytes.length + header.getUncompressed_page_size();
            if (header.isSetData_page_header() || header.isSetData_page_header_v2()) {
                firstData = firstData < 0 ? offset : firstData;
                index.addToPage_locations(new PageLocation(offset, (int) (out.size() - offset), rows));
                rows += header.isSetData_page_header()
                        ? header.getData_page_header().getNum_values()
                        : header.getData_page_header_v2().getNum_values();
            }
        }
        ColumnMetaData column = new ColumnMetaData(
                Type.INT32,
                new ArrayList<>(List.of(Encoding.PLAIN, Encoding.RLE_DICTIONARY)),
                List.of("a"),
                CompressionCodec.valueOf(codec.name()),
                values,
                uncompressed,
                out.size() - start,
                firstData);
        column.setStatistics(new Statistics().setNull_count(0));
        column.addToKey_value_metadata(new KeyValue("of").setValue("a chunk"));
        if (headers.get(0).getType() == PageType.DICTIONARY_PAGE) {
            column.setDictionary_page_offset(start);
        }
        ColumnChunk chunk = new ColumnChunk(0).setMeta_data(column);
        out.writeBytes(behind.apply(chunk));
        if (bloomFilter.length > 0) {
            column.setBloom_filter_offset(out.size());
            out.writeBytes(bloomFilter);
        }
        if (hasOffsetIndex) {
            indexChange.accept(index);
            byte[] bytes = thrift(index);
            chunk.setOffset_index_offset(out.size()).setOffset_index_length(bytes.length);
            out.writeBytes(bytes);
        }
        RowGroup group = new RowGroup(new ArrayList<>(List.of(chunk)), uncompressed, values)
                .setFile_offset(start)
                .setTotal_compressed_size(column.getTotal_compressed_size());
        SchemaElement root = new SchemaElement("root").setNum_children(1);
        SchemaElement leaf = new SchemaElement("a")
                .setType(Type.INT32)
                .setRepetition_type(FieldRepetitionType.REQUIRED)
                .setLogicalType(org.apache.parquet.format.LogicalType.INTEGER(
                        new org.apache.parquet.format.IntType((byte) 32, true)));
        FileMetaData metaData = new FileMetaData(1, List.of(root, leaf), values, new ArrayList<>(List.of(group)));
        metaData.setCreated_by("by hand");
        change.accept(metaData);
        byte[] footer = thrift(metaData);
        out.writeBytes(footer);
        out.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(footer.length)
                .array());
        out.writeBytes(MAGIC);
        return Files.write(path, out.toByteArray());
    }

    /** Returns a structure's bytes, with the faked field and numbers of this file. */
    byte[] thrift(TBase<?, ?> struct) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            struct.write(new FakingProtocol(new TIOStreamTransport(out)));
        } catch (TException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    /** Writes fields and values that parquet-format's classes do not know. */
    private final class FakingProtocol extends TCompactProtocol {

        private final Deque<String> structs = new ArrayDeque<>();
        private short field;

        private FakingProtocol(TIOStreamTransport transport) throws TException {
            super(transport);
        }

        @Override
        public void writeStructBegin(TStruct struct) throws TException {
            structs.push(struct.name);
            super.writeStructBegin(struct);
        }

        @Override
        public void writeStructEnd() throws TException {
            structs.pop();
            super.writeStructEnd();
        }

        @Override
        public void writeFieldBegin(TField begun) throws TException {
            field = begun.id;
            super.writeFieldBegin(begun);
        }

        @Override
        public void writeI32(int number) throws TException {
            super.writeI32(numbers.getOrDefault(structs.element() + field, number));
        }

        @Override
        public void writeFieldStop() throws TException {
            if (structs.element().equals(unknownFieldIn)) {
                super.writeFieldBegin(new TField("unknown", I64, (short) unknownField));
                super.writeI64(4);
                super.writeFieldEnd();
            }
            super.writeFieldStop();
        }
    }
}
