// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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

/** Numbers of pages, both in files and through a session's own copy of parquet-fastcodec. */
final class Pages {

    private static final String STATS = "io.github.fastcodec.FastCodecStats";
    private static final String DIRECTION = "io.github.fastcodec.Direction";

    private Pages() {}

    /** Counts a table's pages, dictionaries included, and asserts that each column is compressed with the codec. */
    static long inFiles(Path table, CompressionCodecName codec) throws IOException {
        long pages = 0;
        for (Path file : files(table)) {
            byte[] bytes = Files.readAllBytes(file);
            for (ColumnChunkMetaData chunk : chunks(file)) {
                assertEquals(codec, chunk.getCodec(), () -> chunk.getPath() + " in " + file);
                ByteArrayInputStream in = new ByteArrayInputStream(
                        bytes, Math.toIntExact(chunk.getStartingPos()), Math.toIntExact(chunk.getTotalSize()));
                while (in.available() > 0) {
                    PageHeader header = Util.readPageHeader(in);
                    in.skip(header.getCompressed_page_size());
                    pages++;
                }
            }
        }
        return pages;
    }

    /** Returns how many pages the session of the last query has compressed since it added the jar. */
    static Map<CompressionCodecName, Long> compressed() throws ReflectiveOperationException {
        return counted("COMPRESS");
    }

    /** Returns how many pages the session of the last query has decompressed since it added the jar. */
    static Map<CompressionCodecName, Long> decompressed() throws ReflectiveOperationException {
        return counted("DECOMPRESS");
    }

    private static Map<CompressionCodecName, Long> counted(String direction) throws ReflectiveOperationException {
        ClassLoader loader = SessionLoader.ofLastQuery();
        assertNotNull(loader, "loader of the session");
        Class<?> stats = Class.forName(STATS, true, loader);
        assertEquals(loader, stats.getClassLoader(), "who brought parquet-fastcodec");
        Class<?> directions = Class.forName(DIRECTION, true, loader);
        Object chosen = directions.getMethod("valueOf", String.class).invoke(null, direction);
        Map<CompressionCodecName, Long> pages = new EnumMap<>(CompressionCodecName.class);
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            if (codec != CompressionCodecName.UNCOMPRESSED) {
                Object counter = stats.getMethod("of", CompressionCodecName.class, directions)
                        .invoke(null, codec, chosen);
                long count = (long) counter.getClass().getMethod("getPages").invoke(counter);
                if (count > 0) {
                    pages.put(codec, count);
                }
            }
        }
        return pages;
    }

    private static List<Path> files(Path table) throws IOException {
        try (Stream<Path> all = Files.list(table)) {
            // names of checksums and of uncommitted files start with a dot
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
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
