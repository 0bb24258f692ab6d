// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Pages;
import io.github.fastcodec.support.Rows;
import io.github.fastcodec.support.Side;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A codec and a level for each column, a feature of parquet-java since 1.18. */
class ColumnCompressionTest {

    private static final long SEED = 118;

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message columns { required binary a (STRING); required binary b (STRING); required binary c (STRING); }");

    private static final Rows ROWS = rows();

    @TempDir
    Path directory;

    @Test
    void everyColumnHasItsOwnCodec() throws IOException {
        Path file = write(
                new FastCodecFactory(),
                builder -> builder.withCompressionCodec(CompressionCodecName.SNAPPY)
                        .withCompressionCodec("b", CompressionCodecName.LZ4_RAW)
                        .withCompressionCodec("c", CompressionCodecName.GZIP));
        assertEquals(
                Map.of(
                        "a", CompressionCodecName.SNAPPY,
                        "b", CompressionCodecName.LZ4_RAW,
                        "c", CompressionCodecName.GZIP),
                chunks(file).stream()
                        .collect(Collectors.toMap(
                                chunk -> chunk.getPath().toDotString(), ColumnChunkMetaData::getCodec)));
        assertReadByBoth(file);
    }

    /** The columns hold the same values, so only the level can make their sizes differ. */
    @ParameterizedTest
    @CsvSource({"ZSTD, 1, 19", "GZIP, 1, 12", "BROTLI, 0, 11", "LZ4_RAW, 1, 9"})
    void columnsLevelIsUsed(CompressionCodecName codec, int low, int high) throws IOException {
        Path file = write(
                new FastCodecFactory(),
                builder -> builder.withCompressionCodec(codec)
                        .withCompressionCodec("a", codec)
                        .withCompressionLevel("a", low)
                        .withCompressionCodec("b", codec)
                        .withCompressionLevel("b", high));
        assertTrue(size(file, "b") < size(file, "a"), () -> size(file, "b") + " at level " + high);
        assertEquals(size(writeAt(codec, low), "a"), size(file, "a"), "as with the key, level " + low);
        assertEquals(size(writeAt(codec, high), "b"), size(file, "b"), "as with the key, level " + high);
        assertEquals(size(writeAt(codec, null), "c"), size(file, "c"), "as by default");
        ROWS.assertEqualTo(GroupFiles.read(file, reader -> reader.withCodecFactory(new FastCodecFactory())));
    }

    @Test
    void columnsLevelOverridesTheConfiguredOne() throws IOException {
        Path file = write(
                factoryAt(CompressionCodecName.ZSTD, 1),
                builder ->
                        builder.withCompressionCodec(CompressionCodecName.ZSTD).withCompressionLevel("b", 19));
        assertEquals(size(writeAt(CompressionCodecName.ZSTD, 1), "a"), size(file, "a"));
        assertEquals(size(writeAt(CompressionCodecName.ZSTD, 19), "b"), size(file, "b"));
    }

    // Would catch: levels that parquet-java's factory does not know, and that are lost on the way to this project's
    // codecs.
    @ParameterizedTest
    @CsvSource({"LZ4_RAW, 9", "LZ4, 3", "GZIP, 12"})
    void parquetJavasFactoryPassesTheLevel(CompressionCodecName codec, int level) throws IOException {
        byte[] page = TestPages.TEXT.ofSize(50_000);
        byte[] expected = Pages.compress(new FastCodecFactory().getCompressor(codec, level), page);
        assertTrue(FastCodecInstaller.install(new Configuration(false)));
        try {
            CodecFactory factory = new CodecFactory(new Configuration(false), 0);
            assertArrayEquals(expected, Pages.compress(factory.getCompressor(codec, level), page));
        } finally {
            Configuration off = new Configuration(false);
            off.setBoolean(FastCodecInstaller.ENABLED, false);
            FastCodecInstaller.install(off);
        }
    }

    /** Two compressors of one codec are open in one writer. parquet-java 1.18 distinguishes them by their level. */
    @ParameterizedTest
    @EnumSource(names = {"ZSTD", "GZIP", "LZ4_RAW"})
    void bothReadersReadColumnsOfDifferentLevels(CompressionCodecName codec) throws IOException {
        assertReadByBoth(write(
                new FastCodecFactory(),
                builder -> builder.withCompressionCodec(codec)
                        .withCompressionLevel("a", 1)
                        .withCompressionLevel("b", 9)));
    }

    @Test
    void rejectsALevelOutOfRangeBeforeTheFirstRow() {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> ExampleParquetWriter.builder(new LocalOutputFile(directory.resolve("none.parquet")))
                        .withType(SCHEMA)
                        .withConf(new PlainParquetConfiguration())
                        .withCodecFactory(new FastCodecFactory())
                        .withCompressionCodec(CompressionCodecName.ZSTD)
                        .withCompressionLevel("b", 23)
                        .build());
        assertTrue(e.getMessage().contains("\"23\"") && e.getMessage().contains("-131072 to 22"), e::getMessage);
    }

    private static FastCodecFactory factoryAt(CompressionCodecName codec, Integer level) {
        Map<String, CompressionCodecName> keys = Map.of(
                "parquet.compression.codec.zstd.level", CompressionCodecName.ZSTD,
                "zlib.compress.level", CompressionCodecName.GZIP,
                "compression.brotli.quality", CompressionCodecName.BROTLI,
                "parquet.fastcodec.lz4.level", CompressionCodecName.LZ4_RAW);
        return new FastCodecFactory(
                FastCodecOptions.from(key -> level != null && keys.get(key) == codec ? level.toString() : null));
    }

    /** Writes a file at a level that the codec's key sets, or at the default level for null. */
    private Path writeAt(CompressionCodecName codec, Integer level) throws IOException {
        return write(factoryAt(codec, level), builder -> builder.withCompressionCodec(codec));
    }

    private Path write(FastCodecFactory factory, Consumer<ExampleParquetWriter.Builder> settings) throws IOException {
        Path file = Files.createTempDirectory(directory, "columns").resolve("file.parquet");
        GroupFiles.write(file, ROWS, builder -> {
            builder.withDictionaryEncoding(false).withCodecFactory(factory);
            settings.accept(builder);
        });
        return file;
    }

    private static void assertReadByBoth(Path file) throws IOException {
        for (Side side : Side.values()) {
            ROWS.assertEqualTo(GroupFiles.read(file, reader -> reader.withCodecFactory(side.newFactory())));
        }
    }

    private static List<ColumnChunkMetaData> chunks(Path file) {
        try {
            return GroupFiles.footer(file).getBlocks().get(0).getColumns();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file, String column) {
        return chunks(file).stream()
                .filter(chunk -> chunk.getPath().toDotString().equals(column))
                .mapToLong(ColumnChunkMetaData::getTotalSize)
                .sum();
    }

    private static Rows rows() {
        Random random = new Random(SEED);
        List<Group> groups = IntStream.range(0, 4_000)
                .mapToObj(i -> Rows.text(random))
                .map(text -> new SimpleGroup(SCHEMA)
                        .append("a", text)
                        .append("b", text)
                        .append("c", text))
                .collect(Collectors.toList());
        return Rows.of(SCHEMA, SEED, groups);
    }
}
