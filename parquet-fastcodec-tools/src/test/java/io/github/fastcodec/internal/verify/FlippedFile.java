// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.support.Rows;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

/** A small valid file, the places of its structures, and parquet-java's view of it once a bit in them is flipped. */
final class FlippedFile {

    private static final int TAIL = 8;

    private final Path path;
    private final byte[] bytes;
    private final List<Integer> structureBytes = new ArrayList<>();
    private final TreeMap<Integer, String> regions = new TreeMap<>();

    FlippedFile(Path path) throws IOException {
        this.path = path;
        bytes = Files.readAllBytes(path);
        int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - TAIL);
        int footer = bytes.length - TAIL - length;
        FileMetaData metaData = Util.readFileMetaData(new ByteArrayInputStream(bytes, footer, length));
        for (RowGroup group : metaData.getRow_groups()) {
            for (ColumnChunk chunk : group.getColumns()) {
                if (chunk.getMeta_data().getTotal_compressed_size() > 0
                        && chunk.getMeta_data().getNum_values() > 0) {
                    addHeaders(chunk.getMeta_data());
                }
                if (chunk.isSetColumn_index_offset()) {
                    add("column index", chunk.getColumn_index_offset(), chunk.getColumn_index_length());
                }
                if (chunk.isSetOffset_index_offset()) {
                    add("offset index", chunk.getOffset_index_offset(), chunk.getOffset_index_length());
                }
                if (chunk.getMeta_data().isSetBloom_filter_offset()) {
                    long start = chunk.getMeta_data().getBloom_filter_offset();
                    ByteArrayInputStream in = from(start);
                    Util.readBloomFilterHeader(in);
                    add("bloom filter header", start, bytes.length - in.available() - start);
                }
            }
        }
        add("footer", footer, length);
    }

    private void addHeaders(ColumnMetaData chunk) throws IOException {
        long start = chunk.isSetDictionary_page_offset() && chunk.getDictionary_page_offset() > 0
                ? Math.min(chunk.getDictionary_page_offset(), chunk.getData_page_offset())
                : chunk.getData_page_offset();
        long end = start + chunk.getTotal_compressed_size();
        while (start < end) {
            ByteArrayInputStream in = from(start);
            PageHeader header = Util.readPageHeader(in);
            long body = bytes.length - in.available();
            add("page header", start, body - start);
            start = body + header.getCompressed_page_size();
        }
    }

    private ByteArrayInputStream from(long start) {
        return new ByteArrayInputStream(bytes, (int) start, bytes.length - (int) start);
    }

    private void add(String what, long start, long length) {
        regions.put((int) start, what);
        for (long at = start; at < start + length; at++) {
            structureBytes.add((int) at);
        }
    }

    String name() {
        return path.getFileName().toString().replace(".parquet", "");
    }

    Path path() {
        return path;
    }

    /** Returns the number of bits in footer, headers and indexes. */
    int bits() {
        return structureBytes.size() * Byte.SIZE;
    }

    /** Returns the index in the file of a bit of {@link #bits}. */
    long place(int bit) {
        return (long) structureBytes.get(bit / Byte.SIZE) * Byte.SIZE + bit % Byte.SIZE;
    }

    /** Returns the structure to which a bit belongs. */
    String region(long place) {
        return regions.floorEntry((int) (place / Byte.SIZE)).getValue();
    }

    byte[] flipped(long... places) {
        byte[] flipped = bytes.clone();
        for (long place : places) {
            flipped[(int) (place / Byte.SIZE)] ^= (byte) (1 << place % Byte.SIZE);
        }
        return flipped;
    }

    /**
     * Reads all of a file with parquet-java: rows, indexes and bloom filters.
     *
     * @return the content, as comparable values
     * @throws Exception if it refuses the file, with an exception of any kind
     */
    static List<Object> read(Path file) throws Exception {
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .usePageChecksumVerification(true)
                .withCodecFactory(new FastCodecFactory())
                .build();
        List<Object> all = new ArrayList<>();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
            MessageType schema = reader.getFileMetaData().getSchema();
            all.add(schema.getFields().toString()); // without the name of the root, which is meaningless
            for (BlockMetaData block : reader.getRowGroups()) {
                for (ColumnChunkMetaData chunk : block.getColumns()) {
                    chunk.getStatistics();
                    reader.readColumnIndex(chunk);
                    reader.readOffsetIndex(chunk);
                    reader.readBloomFilter(chunk);
                }
            }
            MessageColumnIO io = new ColumnIOFactory().getColumnIO(schema);
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                RecordReader<Group> records = io.getRecordReader(pages, new GroupRecordConverter(schema));
                for (long row = 0; row < pages.getRowCount(); row++) {
                    all.add(Rows.valuesOf(records.read()));
                }
            }
        }
        return all;
    }
}
