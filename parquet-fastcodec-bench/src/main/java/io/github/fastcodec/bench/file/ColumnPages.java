// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Pages as parquet-java's writer hands them to a codec, of the columns of a table. */
public final class ColumnPages {

    /** For so many bytes of a page a row is written, so that most columns fill one. */
    private static final int BYTES_PER_ROW = 4;

    private final int pageSize;

    /** No page twice: a column that has no use for a dictionary looks the same with and without. */
    private final Set<ByteBuffer> pages = new LinkedHashSet<>();

    private ColumnPages(int pageSize) {
        this.pageSize = pageSize;
    }

    /**
     * Returns the first data page of every column, and its dictionary if it has one: plain values, what dictionaries leave,
     * and what V2 makes of values. Left out is what is smaller than a third of a page, or larger than two.
     *
     * @param tables whose columns; equal pages count once
     * @param pageSize what the writer aims at, in bytes
     */
    public static List<byte[]> of(Collection<Table> tables, int pageSize) throws IOException {
        ColumnPages columns = new ColumnPages(pageSize);
        for (Table table : tables) {
            List<Object[]> rows = table.rows(Math.max(10_000, pageSize / BYTES_PER_ROW));
            columns.write(table, rows, WriterVersion.PARQUET_1_0, false);
            columns.write(table, rows, WriterVersion.PARQUET_1_0, true);
            columns.write(table, rows, WriterVersion.PARQUET_2_0, false);
        }
        List<byte[]> pages = new ArrayList<>();
        columns.pages.forEach(page -> pages.add(page.array()));
        return pages;
    }

    private void write(Table table, List<Object[]> rows, WriterVersion version, boolean dictionary) throws IOException {
        MemoryFile file = new MemoryFile(1 << 20);
        try (ParquetWriter<Object[]> writer = RowWriter.builder(file, table.schema())
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                .withWriterVersion(version)
                .withDictionaryEncoding(dictionary)
                .withPageSize(pageSize)
                .withPageRowCountLimit(Integer.MAX_VALUE)
                .build()) {
            for (Object[] row : rows) {
                writer.write(row);
            }
        }
        try (ParquetFileReader reader = ParquetFileReader.open(file)) {
            PageReadStore rowGroup = reader.readNextRowGroup();
            for (ColumnDescriptor column : table.schema().getColumns()) {
                PageReader reading = rowGroup.getPageReader(column);
                DictionaryPage values = reading.readDictionaryPage();
                if (values != null) {
                    add(values.getBytes());
                }
                DataPage page = reading.readPage();
                if (page != null) {
                    add(bytes(page));
                }
            }
        }
    }

    private void add(BytesInput page) throws IOException {
        if (page.size() >= pageSize / 3 && page.size() <= 2L * pageSize) {
            pages.add(ByteBuffer.wrap(page.toInputStream().readAllBytes()));
        }
    }

    /** Returns what a codec compresses of a page. */
    static BytesInput bytes(DataPage page) {
        return page.accept(new DataPage.Visitor<>() {
            @Override
            public BytesInput visit(DataPageV1 v1) {
                return v1.getBytes();
            }

            @Override
            public BytesInput visit(DataPageV2 v2) {
                return v2.getData();
            }
        });
    }
}
