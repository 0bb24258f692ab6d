// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A page as parquet-java's writer hands it to a codec.
 *
 * @param name the column, and how it was written
 * @param bytes what is to be compressed
 */
public record ColumnPage(String name, byte[] bytes) {

    /** For so many bytes of a page a row is written, so that most columns fill one. */
    private static final int BYTES_PER_ROW = 4;

    /**
     * Returns the first data page and the dictionary, if there is one, of every column of every table: plain values,
     * what V2 makes of them, and what dictionaries leave. Columns that do not fill a third of a page are left out.
     *
     * @param pageSize what the writer aims at, in bytes
     */
    public static List<ColumnPage> all(int pageSize) throws IOException {
        List<ColumnPage> pages = new ArrayList<>();
        int rows = Math.max(10_000, pageSize / BYTES_PER_ROW);
        for (Table table : Table.values()) {
            List<Group> groups = table.rows(rows);
            addPages(pages, table, groups, WriterVersion.PARQUET_1_0, false, pageSize);
            addPages(pages, table, groups, WriterVersion.PARQUET_1_0, true, pageSize);
            addPages(pages, table, groups, WriterVersion.PARQUET_2_0, false, pageSize);
        }
        return pages;
    }

    private static void addPages(
            List<ColumnPage> pages,
            Table table,
            List<Group> groups,
            WriterVersion version,
            boolean dictionary,
            int pageSize)
            throws IOException {
        MemoryFile file = new MemoryFile(1 << 20);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(file)
                .withType(table.schema())
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                .withWriterVersion(version)
                .withDictionaryEncoding(dictionary)
                .withPageSize(pageSize)
                .withPageRowCountLimit(Integer.MAX_VALUE)
                .build()) {
            for (Group group : groups) {
                writer.write(group);
            }
        }
        try (ParquetFileReader reader = ParquetFileReader.open(file)) {
            PageReadStore rowGroup = reader.readNextRowGroup();
            for (ColumnDescriptor column : table.schema().getColumns()) {
                String name =
                        String.join(".", column.getPath()) + (dictionary ? " V1, dictionary" : " " + name(version));
                PageReader reading = rowGroup.getPageReader(column);
                DictionaryPage values = reading.readDictionaryPage();
                if (values != null) {
                    add(pages, name + " itself", values.getBytes(), pageSize);
                }
                DataPage page = reading.readPage();
                if (page != null) {
                    add(pages, name, bytes(page), pageSize);
                }
            }
        }
    }

    private static String name(WriterVersion version) {
        return version == WriterVersion.PARQUET_1_0 ? "V1" : "V2";
    }

    private static BytesInput bytes(DataPage page) {
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

    private static void add(List<ColumnPage> pages, String name, BytesInput bytes, int pageSize) {
        if (bytes.size() >= pageSize / 3) {
            try {
                pages.add(new ColumnPage(name, bytes.toInputStream().readAllBytes()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
