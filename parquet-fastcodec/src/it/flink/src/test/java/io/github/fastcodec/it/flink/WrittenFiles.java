// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.FastCodecFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/** The finished files of a folder, counted page by page. */
record WrittenFiles(int files, long rows, long pages) {

    /** Counts, and asserts that each column is compressed with the codec. */
    static WrittenFiles in(Path folder, CompressionCodecName codec) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            // those in progress and those not committed have names that start with a dot
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .collect(Collectors.toList());
        }
        long rows = 0;
        long pages = 0;
        for (Path file : files) {
            ParquetReadOptions options = ParquetReadOptions.builder()
                    .withCodecFactory(new FastCodecFactory())
                    .build();
            try (ParquetFileReader reader = ParquetFileReader.open(
                    HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()),
                    options)) {
                for (BlockMetaData block : reader.getFooter().getBlocks()) {
                    for (ColumnChunkMetaData column : block.getColumns()) {
                        assertEquals(codec, column.getCodec(), () -> file + " " + column.getPath());
                    }
                }
                rows += reader.getRecordCount();
                for (PageReadStore group = reader.readNextRowGroup();
                        group != null;
                        group = reader.readNextRowGroup()) {
                    for (ColumnDescriptor column :
                            reader.getFileMetaData().getSchema().getColumns()) {
                        pages += count(group.getPageReader(column));
                    }
                }
            }
        }
        return new WrittenFiles(files.size(), rows, pages);
    }

    private static long count(PageReader reader) {
        long pages = reader.readDictionaryPage() == null ? 0 : 1;
        while (reader.readPage() != null) {
            pages++;
        }
        return pages;
    }
}
