// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

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

/** The number and size of the compressed pages of Parquet files, dictionary pages included, according to the page headers. */
record PageCount(long pages, long compressedBytes, long uncompressedBytes) {

    /** Counts the pages of all Parquet files in a folder and below it; columns in another codec are an error. */
    static PageCount of(Path folder, CompressionCodecName codec) throws IOException {
        return without("", folder, codec);
    }

    /** Does the same without one column. */
    static PageCount without(String column, Path folder, CompressionCodecName codec) throws IOException {
        long pages = 0;
        long compressed = 0;
        long uncompressed = 0;
        for (Path file : files(folder)) {
            byte[] bytes = Files.readAllBytes(file);
            for (ColumnChunkMetaData chunk : chunks(file)) {
                if (chunk.getPath().toDotString().equals(column)) {
                    continue;
                }
                Checks.equal(codec, chunk.getCodec(), "codec of " + chunk.getPath() + " in " + file);
                int start = Math.toIntExact(chunk.getStartingPos());
                ByteArrayInputStream in = new ByteArrayInputStream(bytes, start, Math.toIntExact(chunk.getTotalSize()));
                while (in.available() > 0) {
                    PageHeader header = Util.readPageHeader(in);
                    in.skip(header.getCompressed_page_size());
                    if (!header.isSetData_page_header_v2()) {
                        pages++;
                        compressed += header.getCompressed_page_size();
                        uncompressed += header.getUncompressed_page_size();
                    } else if (header.getData_page_header_v2().isIs_compressed()) {
                        int levels = header.getData_page_header_v2().getRepetition_levels_byte_length()
                                + header.getData_page_header_v2().getDefinition_levels_byte_length();
                        pages++;
                        compressed += header.getCompressed_page_size() - levels;
                        uncompressed += header.getUncompressed_page_size() - levels;
                    }
                }
            }
        }
        return new PageCount(pages, compressed, uncompressed);
    }

    /** Returns the difference between this count and another one, which is a part of it. */
    PageCount minus(PageCount other) {
        return new PageCount(
                pages - other.pages,
                compressedBytes - other.compressedBytes,
                uncompressedBytes - other.uncompressedBytes);
    }

    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    private static List<ColumnChunkMetaData> chunks(Path file) throws IOException {
        HadoopInputFile input =
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration());
        try (ParquetFileReader reader = ParquetFileReader.open(input)) {
            return reader.getFooter().getBlocks().stream()
                    .map(BlockMetaData::getColumns)
                    .flatMap(List::stream)
                    .collect(Collectors.toList());
        }
    }
}
