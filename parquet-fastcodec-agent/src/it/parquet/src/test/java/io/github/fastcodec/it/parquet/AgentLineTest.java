// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The packaged agent, without other parts of this project, on every line of parquet-java. The oracle is the pages of each file.
 */
class AgentLineTest {

    @TempDir
    java.nio.file.Path directory;

    static Stream<CompressionCodecName> codecs() {
        return Arrays.stream(CompressionCodecName.values()).filter(codec -> codec != CompressionCodecName.UNCOMPRESSED);
    }

    @Test
    void onlyTheAgentIsOnTheClassPath() {
        assertEquals(
                System.getProperty("parquet.version"),
                CodecFactory.class.getPackage().getImplementationVersion());
        assertThrows(ClassNotFoundException.class, () -> Class.forName("io.github.fastcodec.FastCodecFactory"));
    }

    /** Without this, the tests with another agent would show nothing. */
    @Test
    void otherAgentHasStartedIfConfigured() throws ReflectiveOperationException {
        String other = System.getProperty("other.agent.class");
        if (other != null) {
            // the bootstrap loader, to which that agent adds itself
            assertNotNull(Class.forName(other, false, null));
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void eachPageGoesThroughTheAgentOnce(CompressionCodecName codec) throws Exception {
        Path file = file(codec);
        long written = pages(codec, "COMPRESS");
        long read = pages(codec, "DECOMPRESS");
        FileOf.write(file, codec, new Configuration(), builder -> builder);
        written = pages(codec, "COMPRESS") - written;
        FileOf.assertReads(file, new Configuration(), builder -> builder);
        read = pages(codec, "DECOMPRESS") - read;
        long expected = pagesOf(file);
        assertTrue(expected > 10, expected + " pages");
        assertEquals(expected, written, "pages written");
        assertEquals(expected, read, "pages read");
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void threadsShareDecompressors(CompressionCodecName codec) throws Exception {
        Path file = file(codec);
        FileOf.write(file, codec, new Configuration(), builder -> builder);
        FileOf.assertThreadsRead(
                file, HadoopReadOptions.builder(new Configuration(), file).build());
    }

    /** On parquet-java 1.13 and older, the JVM's first level stays in effect for all later files, but not with the agent. */
    @ParameterizedTest
    @CsvSource({
        "ZSTD, parquet.compression.codec.zstd.level, -50, 19",
        "GZIP, zlib.compress.level, BEST_SPEED, BEST_COMPRESSION",
        "BROTLI, compression.brotli.quality, 0, 9"
    })
    void eachFileHasTheLevelOfItsOwnConfiguration(CompressionCodecName codec, String key, String fast, String small)
            throws IOException {
        long fastSize = size(codec, key, fast);
        long smallSize = size(codec, key, small);
        assertTrue(fastSize > smallSize * 1.03, fastSize + " bytes fast, " + smallSize + " bytes small");
        assertEquals(fastSize, size(codec, key, fast), "bytes of the same file again");
    }

    private long size(CompressionCodecName codec, String key, String level) throws IOException {
        Configuration configuration = new Configuration();
        configuration.set(key, level);
        Path file = file("sized");
        java.nio.file.Path local = java.nio.file.Path.of(file.toUri().getPath());
        java.nio.file.Files.deleteIfExists(local);
        FileOf.write(file, codec, configuration, builder -> builder);
        FileOf.assertReads(file, configuration, builder -> builder);
        return java.nio.file.Files.size(local);
    }

    /** Returns the number of pages, including dictionaries, from the file's own indexes. */
    private static long pagesOf(Path file) throws IOException {
        long pages = 0;
        try (ParquetFileReader reader = ParquetFileReader.open(HadoopInputFile.fromPath(file, new Configuration()))) {
            for (BlockMetaData block : reader.getFooter().getBlocks()) {
                for (ColumnChunkMetaData chunk : block.getColumns()) {
                    pages += reader.readOffsetIndex(chunk).getPageCount() + (chunk.hasDictionaryPage() ? 1 : 0);
                }
            }
        }
        return pages;
    }

    /** Returns a page count of the agent, which registers its MBean with the first page. */
    private static long pages(CompressionCodecName codec, String direction) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName agent = new ObjectName("io.github.fastcodec:type=FastCodec");
        if (!server.isRegistered(agent)) {
            return 0;
        }
        TabularData pages = (TabularData) server.getAttribute(agent, "Pages");
        Object[] row = {(codec + "." + direction).toLowerCase(Locale.ROOT)};
        return (Long) ((CompositeData) pages.get(row).get("value")).get("pages");
    }

    private Path file(Object name) {
        return new Path(directory.resolve(name + ".parquet").toUri());
    }
}
