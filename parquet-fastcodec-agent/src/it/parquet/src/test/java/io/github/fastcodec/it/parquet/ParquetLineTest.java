// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The guarantees for every line of parquet-java. A property of the build sets the version. */
class ParquetLineTest {

    private static final String HOOK = "io.github.fastcodec.hadoop.FastCodecCryptoFactory";

    private static final Set<CompressionCodecName> NOT_IN_PARQUET_JAVA =
            EnumSet.of(CompressionCodecName.LZO, CompressionCodecName.BROTLI);

    @TempDir
    java.nio.file.Path directory;

    /** A level key, a level for speed and a level for size. */
    private enum Levels {
        GZIP("zlib.compress.level", "BEST_SPEED", "BEST_COMPRESSION", "1", "9"),
        ZSTD("parquet.compression.codec.zstd.level", "-50", "19", "-50", "19"),
        BROTLI("compression.brotli.quality", "0", "9", "0", "9");

        private final CompressionCodecName codec = CompressionCodecName.valueOf(name());
        private final String key;
        private final String fast;
        private final String small;
        private final int fastNumber;
        private final int smallNumber;

        Levels(String key, String fast, String small, String fastNumber, String smallNumber) {
            this.key = key;
            this.fast = fast;
            this.small = small;
            this.fastNumber = Integer.parseInt(fastNumber);
            this.smallNumber = Integer.parseInt(smallNumber);
        }
    }

    static Stream<CompressionCodecName> codecs() {
        return Arrays.stream(CompressionCodecName.values()).filter(codec -> codec != CompressionCodecName.UNCOMPRESSED);
    }

    static Stream<CompressionCodecName> codecsOfBoth() {
        return codecs().filter(codec -> !NOT_IN_PARQUET_JAVA.contains(codec));
    }

    /** If Maven's mediation selects another version, the other tests prove nothing. */
    @Test
    void parquetHasTheRequestedVersion() {
        assertEquals(
                System.getProperty("parquet.version"),
                CodecFactory.class.getPackage().getImplementationVersion());
    }

    @Test
    void installationIsVerified() {
        assertTrue(FastCodecInstaller.install(new Configuration()));
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void keyAloneActivatesTheCodecsForEveryPage(CompressionCodecName codec) throws IOException {
        Path file = file(codec);
        long written = pages(codec, Direction.COMPRESS);
        long read = pages(codec, Direction.DECOMPRESS);
        FileOf.write(file, codec, swapped(), builder -> builder);
        written = pages(codec, Direction.COMPRESS) - written;
        FileOf.assertReads(file, swapped(), builder -> builder);
        read = pages(codec, Direction.DECOMPRESS) - read;
        assertTrue(written > 10, written + " pages written");
        assertEquals(written, read);
    }

    @ParameterizedTest
    @MethodSource("codecsOfBoth")
    void weAndPlainParquetJavaExchangeFiles(CompressionCodecName codec) throws IOException {
        Path ours = file(codec + "-ours");
        Path theirs = file(codec + "-theirs");
        FileOf.write(ours, codec, swapped(), builder -> builder);
        long pages = pages(codec, Direction.COMPRESS) + pages(codec, Direction.DECOMPRESS);
        FileOf.write(theirs, codec, plain(), builder -> builder);
        FileOf.assertReads(ours, plain(), builder -> builder);
        assertEquals(
                pages,
                pages(codec, Direction.COMPRESS) + pages(codec, Direction.DECOMPRESS),
                "pages that went through us with parquet.fastcodec.enabled=false");
        FileOf.assertReads(theirs, swapped(), builder -> builder);
    }

    /** If a level stayed in the map or in a pool, the sizes of later files would show it. */
    @ParameterizedTest
    @EnumSource
    void eachFileHasTheLevelOfItsOwnConfiguration(Levels levels) throws Exception {
        Configuration fast = swapped();
        fast.set(levels.key, levels.fast);
        Configuration small = swapped();
        small.set(levels.key, levels.small);
        long defaultSize = size(levels.codec, swapped());
        long fastSize = size(levels.codec, fast);
        long smallSize = size(levels.codec, small);
        assertTrue(fastSize > smallSize * 1.03, fastSize + " bytes fast, " + smallSize + " bytes small");
        assertEquals(fastSize, size(levels.codec, fast), "bytes of the same file again");
        assertEquals(defaultSize, size(levels.codec, swapped()), "bytes at the default again");
        for (String[] expected : new String[][] {{levels.fast, "" + fastSize}, {levels.small, "" + smallSize}}) {
            Path direct = file("direct-" + levels + expected[0]);
            CompressionCodecFactory factory =
                    new FastCodecFactory(FastCodecOptions.from(Map.of(levels.key, expected[0])::get));
            if (writeWith(factory, direct, levels.codec)) {
                assertEquals(Long.parseLong(expected[1]), java.nio.file.Files.size(local(direct)), expected[0]);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void columnsLevelOverridesTheFiles(Levels levels) throws Exception {
        assumeTrue(version() >= 18, "parquet-java has levels of columns from 1.18 on");
        Method columnLevel =
                ExampleParquetWriter.Builder.class.getMethod("withCompressionLevel", String.class, Integer.class);
        long[] sizes = new long[2];
        long pages = pages(levels.codec, Direction.COMPRESS);
        for (int i = 0; i < sizes.length; i++) {
            Path file = file("column-" + i);
            int level = i == 0 ? levels.fastNumber : levels.smallNumber;
            FileOf.write(file, levels.codec, swapped(), builder -> {
                try {
                    columnLevel.invoke(builder, "name", level);
                    return builder;
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            });
            FileOf.assertReads(file, swapped(), builder -> builder);
            sizes[i] = java.nio.file.Files.size(local(file));
        }
        assertTrue(sizes[0] > sizes[1] * 1.02, sizes[0] + " bytes fast, " + sizes[1] + " bytes small");
        long onePlain = pages(levels.codec, Direction.COMPRESS);
        FileOf.write(file("plain-column"), levels.codec, swapped(), builder -> builder);
        assertEquals(2 * (pages(levels.codec, Direction.COMPRESS) - onePlain), onePlain - pages);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void factoryServesReadersAndWritersThatAcceptOne(CompressionCodecName codec) throws Exception {
        Path file = file(codec);
        if (!writeWith(new FastCodecFactory(), file, codec)) {
            FileOf.write(file, codec, swapped(), builder -> builder);
        }
        FileOf.assertReads(file, plain(), builder -> builder.withCodecFactory(new FastCodecFactory()));
    }

    /** parquet-java gives one decompressor to all threads that share a row group or an object of options. */
    @ParameterizedTest
    @MethodSource("codecs")
    void threadsShareDecompressors(CompressionCodecName codec) throws Exception {
        Path file = file(codec);
        FileOf.write(file, codec, swapped(), builder -> builder);
        FileOf.assertThreadsRead(
                file, HadoopReadOptions.builder(swapped(), file).build());
        FastCodecInstaller.install(new Configuration());
        FileOf.assertThreadsRead(file, ParquetReadOptions.builder().build());
        FileOf.assertThreadsRead(
                file,
                ParquetReadOptions.builder()
                        .withCodecFactory(new FastCodecFactory())
                        .build());
    }

    /**
     * Writes a file with a factory, if writers of this parquet-java accept one, as they do since 1.14, and returns whether they
     * do.
     */
    private static boolean writeWith(CompressionCodecFactory factory, Path file, CompressionCodecName codec)
            throws IOException, NoSuchMethodException {
        if (version() < 14) {
            return false;
        }
        Method withCodecFactory =
                ExampleParquetWriter.Builder.class.getMethod("withCodecFactory", CompressionCodecFactory.class);
        UnaryOperator<ExampleParquetWriter.Builder> settings = builder -> {
            try {
                withCodecFactory.invoke(builder, factory);
                return builder;
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        };
        FileOf.write(file, codec, plain(), settings);
        return true;
    }

    /** Returns the minor version of parquet-java 1. */
    private static int version() {
        return Integer.parseInt(System.getProperty("parquet.version").split("\\.")[1]);
    }

    private long size(CompressionCodecName codec, Configuration configuration) throws IOException {
        Path file = file("sized");
        java.nio.file.Files.deleteIfExists(local(file));
        FileOf.write(file, codec, configuration, builder -> builder);
        FileOf.assertReads(file, configuration, builder -> builder);
        return java.nio.file.Files.size(local(file));
    }

    private static Configuration swapped() {
        Configuration configuration = new Configuration();
        configuration.set("parquet.crypto.factory.class", HOOK);
        return configuration;
    }

    /** Returns a configuration with our key, in which only the switch turns us off. */
    private static Configuration plain() {
        Configuration configuration = swapped();
        configuration.setBoolean("parquet.fastcodec.enabled", false);
        return configuration;
    }

    private static long pages(CompressionCodecName codec, Direction direction) {
        return FastCodecStats.of(codec, direction).getPages();
    }

    private Path file(Object name) {
        return new Path(directory.resolve(name + ".parquet").toUri());
    }

    private static java.nio.file.Path local(Path file) {
        return java.nio.file.Path.of(file.toUri().getPath());
    }
}
