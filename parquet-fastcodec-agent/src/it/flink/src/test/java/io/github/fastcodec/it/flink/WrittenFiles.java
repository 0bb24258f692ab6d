// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/** The finished files of a folder, and their rows and pages, counted from the page headers. */
record WrittenFiles(int files, long rows, long pages) {

    /** Counts the files, rows and pages, and asserts that each column is compressed with the codec. */
    static WrittenFiles in(Path folder, CompressionCodecName codec) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            // names of files in progress or not committed start with a dot
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .collect(Collectors.toList());
        }
        long rows = 0;
        long pages = 0;
        for (Path file : files) {
            byte[] bytes = Files.readAllBytes(file);
            for (BlockMetaData block : blocks(file)) {
                rows += block.getRowCount();
                for (ColumnChunkMetaData column : block.getColumns()) {
                    assertEquals(codec, column.getCodec(), () -> file + " " + column.getPath());
                    ByteArrayInputStream in = new ByteArrayInputStream(
                            bytes, Math.toIntExact(column.getStartingPos()), Math.toIntExact(column.getTotalSize()));
                    while (in.available() > 0) {
                        PageHeader header = Util.readPageHeader(in);
                        in.skip(header.getCompressed_page_size());
                        pages++;
                    }
                }
            }
        }
        return new WrittenFiles(files.size(), rows, pages);
    }

    private static List<BlockMetaData> blocks(Path file) throws IOException {
        HadoopInputFile input =
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration());
        try (ParquetFileReader reader = ParquetFileReader.open(input)) {
            return reader.getFooter().getBlocks();
        }
    }
}
