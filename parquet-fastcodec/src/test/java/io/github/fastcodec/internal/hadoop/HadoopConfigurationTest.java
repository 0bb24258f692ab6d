// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.hadoop.FastCodecCryptoFactory;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import io.github.fastcodec.support.InMemoryKms;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.crypto.keytools.KeyToolkit;
import org.apache.parquet.crypto.keytools.PropertiesDrivenCryptoFactory;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.parquet.hadoop.ParquetOutputFormat;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleInputFormat;
import org.apache.parquet.hadoop.example.ExampleOutputFormat;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files and jobs whose only reference to this project is a key in their configuration. */
class HadoopConfigurationTest {

    private static final String ENABLED = "parquet.fastcodec.enabled";

    @TempDir
    java.nio.file.Path directory;

    @AfterEach
    void uninstall() {
        HookedFiles.uninstall();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void keyAloneActivatesTheCodecsForEveryPage(CompressionCodecName codec) throws IOException {
        Path file = file("file");
        long written = HookedFiles.pages(codec, Direction.COMPRESS);
        HookedFiles.write(file, codec, HookedFiles.configuration());
        written = HookedFiles.pages(codec, Direction.COMPRESS) - written;
        long read = HookedFiles.pages(codec, Direction.DECOMPRESS);
        HookedFiles.assertReads(file, HookedFiles.configuration());
        assertTrue(written > 10, written + " pages");
        assertEquals(written, HookedFiles.pages(codec, Direction.DECOMPRESS) - read);
    }

    /** A value that is neither true nor false was meant to switch something, so it leaves the file to parquet-java. */
    @ParameterizedTest
    @CsvSource({
        "'true', true",
        "' True ', true",
        "'false', false",
        "' FALSE ', false",
        "'flase', false",
        "'', false",
    })
    void parsesTheSwitchOfAFile(String value, boolean ours) throws IOException {
        CompressionCodecName codec = CompressionCodecName.GZIP;
        assertTrue(FastCodecInstaller.install(new Configuration()));
        long pages = HookedFiles.pages(codec, Direction.COMPRESS);
        HookedFiles.write(file("file"), codec, HookedFiles.configuration(ENABLED, value));
        assertEquals(ours, HookedFiles.pages(codec, Direction.COMPRESS) > pages);
        pages = HookedFiles.pages(codec, Direction.DECOMPRESS);
        HookedFiles.assertReads(file("file"), HookedFiles.configuration(ENABLED, value));
        assertEquals(ours, HookedFiles.pages(codec, Direction.DECOMPRESS) > pages);
    }

    @Test
    void switchRemovesAndRestoresOurCodecs() throws IOException {
        Path file = file("file");
        CompressionCodecName codec = CompressionCodecName.GZIP;
        for (int round = 0; round < 2; round++) {
            long pages = HookedFiles.pages(codec, Direction.COMPRESS);
            HookedFiles.write(file("ours" + round), codec, HookedFiles.configuration());
            assertTrue(HookedFiles.pages(codec, Direction.COMPRESS) > pages, "round " + round);
            pages = HookedFiles.pages(codec, Direction.COMPRESS);
            HookedFiles.write(file("theirs" + round), codec, HookedFiles.configuration(ENABLED, "false"));
            assertEquals(pages, HookedFiles.pages(codec, Direction.COMPRESS), "round " + round);
        }
        assertThrows(
                UnsupportedOperationException.class,
                () -> HookedFiles.write(file, CompressionCodecName.BROTLI, HookedFiles.configuration(ENABLED, "false")),
                "parquet-java without us has no BROTLI");
    }

    // Would catch: a file that is left to parquet-java's own codecs and loses its level in the map.
    @ParameterizedTest
    @CsvSource({
        "GZIP, zlib.compress.level, BEST_SPEED",
        "ZSTD, parquet.compression.codec.zstd.level, 9",
        "ZSTD, parquet.compression.codec.zstd.level, -5",
        "SNAPPY, some.key, 1",
        "LZ4_RAW, parquet.fastcodec.lz4.level, 9",
    })
    void disabledFileEqualsParquetJavasByteForByte(CompressionCodecName codec, String key, String value)
            throws IOException {
        Configuration plain = new Configuration();
        plain.set(key, value);
        HookedFiles.write(file("theirs"), codec, plain);
        assertTrue(FastCodecInstaller.install(new Configuration()));
        HookedFiles.write(file("off"), codec, HookedFiles.configuration(key, value, ENABLED, "false"));
        assertArrayEquals(bytes(file("theirs")), bytes(file("off")));
        HookedFiles.assertReads(file("off"), HookedFiles.configuration(ENABLED, "false"));
    }

    /** The file equals that of a factory with the same configuration, byte for byte. */
    @ParameterizedTest
    @CsvSource({
        "GZIP, zlib.compress.level, BEST_SPEED",
        "GZIP, zlib.compress.level, 9",
        "GZIP, zlib.compress.level, ' 3'",
        "GZIP, parquet.fastcodec.engine.gzip, jdk-zlib",
        "ZSTD, parquet.compression.codec.zstd.level, 19",
        "ZSTD, parquet.compression.codec.zstd.level, -131072",
        "BROTLI, compression.brotli.quality, 9",
        "GZIP, zlib.compress.level, 12",
        "LZ4_RAW, parquet.fastcodec.lz4.level, 9",
        "LZ4, parquet.fastcodec.lz4.level, 3",
        "LZ4_RAW, parquet.fastcodec.engine.lz4_raw, aircompressor",
    })
    void everyFileUsesItsOwnConfiguration(CompressionCodecName codec, String key, String value) throws IOException {
        byte[] other = direct(codec, new Configuration());
        byte[] expected = direct(codec, HookedFiles.configuration(key, value));
        assertTrue(!Arrays.equals(other, expected), "the setting has no effect");
        // both are open at once, and the one at the default is opened last, before any page is compressed
        Path set = file("set");
        Path unset = file("unset");
        try (ParquetWriter<Group> first = HookedFiles.writer(set, codec, HookedFiles.configuration(key, value));
                ParquetWriter<Group> second = HookedFiles.writer(unset, codec, HookedFiles.configuration())) {
            HookedFiles.writeRows(first);
            HookedFiles.writeRows(second);
        }
        assertArrayEquals(expected, bytes(set));
        assertArrayEquals(other, bytes(unset));
        HookedFiles.assertReads(set, HookedFiles.configuration());
    }

    @Test
    void concurrentlyWrittenFilesUseTheirOwnLevels() throws Exception {
        int threads = 6;
        byte[][] expected = new byte[threads][];
        for (int i = 0; i < threads; i++) {
            expected[i] = direct(CompressionCodecName.GZIP, level(i));
        }
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> files = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int level = i;
                files.add(executor.submit(() -> {
                    for (int round = 0; round < 5; round++) {
                        start.await();
                        Path file = file("level" + level + "-" + round);
                        HookedFiles.write(file, CompressionCodecName.GZIP, level(level));
                        assertArrayEquals(expected[level], bytes(file), "level " + level);
                    }
                    return null;
                }));
            }
            for (Future<?> file : files) {
                file.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void wrongLevelFailsOnlyFilesThatUseIt() throws IOException {
        Configuration wrong = HookedFiles.configuration("zlib.compress.level", "eleven");
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> HookedFiles.write(file("gzip"), CompressionCodecName.GZIP, wrong));
        assertTrue(e.getMessage().contains("(zlib.compress.level) is \"eleven\""), e.getMessage());
        HookedFiles.write(file("snappy"), CompressionCodecName.SNAPPY, wrong);
        HookedFiles.assertReads(file("snappy"), wrong);
    }

    /** Since parquet-java 1.18 a writer may set a level, which becomes a key that is not in any configuration. */
    @ParameterizedTest
    @CsvSource({"GZIP, 9", "GZIP, -1", "GZIP, 0", "ZSTD, 22", "ZSTD, -100", "BROTLI, 0", "BROTLI, 11"})
    void usesTheLevelThatTheWriterSetsForAColumn(CompressionCodecName codec, int level) throws IOException {
        Path file = file("file");
        long pages = HookedFiles.pages(codec, Direction.COMPRESS);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(file)
                .withConf(HookedFiles.configuration())
                .withType(HookedFiles.SCHEMA)
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                .withCompressionCodec("name", codec)
                .withCompressionLevel("name", level)
                .build()) {
            HookedFiles.writeRows(writer);
        }
        assertTrue(HookedFiles.pages(codec, Direction.COMPRESS) > pages);
        HookedFiles.assertReads(file, HookedFiles.configuration());
    }

    @Test
    void hookToleratesAMissingPathOrConfiguration() {
        FastCodecCryptoFactory hook = new FastCodecCryptoFactory();
        assertNull(hook.getFileEncryptionProperties(HookedFiles.configuration(), null, null));
        assertNull(hook.getFileDecryptionProperties(HookedFiles.configuration(), null));
        assertNull(hook.getFileEncryptionProperties(null, null, null));
        assertNull(hook.getFileDecryptionProperties(null, null));
        assertTrue(FastCodecInstaller.install(null));
        Configuration toItself = HookedFiles.configuration(
                "parquet.fastcodec.crypto.factory.class", hook.getClass().getName());
        assertNull(hook.getFileEncryptionProperties(toItself, null, null));
        assertNull(hook.getFileDecryptionProperties(toItself, null));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void delegatesEncryptionToTheFactoryThatTheKeyNames(boolean hooked) throws IOException {
        Configuration encrypting = HookedFiles.configuration(
                "parquet.fastcodec.crypto.factory.class",
                PropertiesDrivenCryptoFactory.class.getName(),
                KeyToolkit.KMS_CLIENT_CLASS_PROPERTY_NAME,
                InMemoryKms.class.getName(),
                PropertiesDrivenCryptoFactory.FOOTER_KEY_PROPERTY_NAME,
                "footer",
                PropertiesDrivenCryptoFactory.COLUMN_KEYS_PROPERTY_NAME,
                "columns:name");
        Configuration theirs = new Configuration(encrypting);
        theirs.set("parquet.crypto.factory.class", PropertiesDrivenCryptoFactory.class.getName());
        CompressionCodecName codec = CompressionCodecName.ZSTD;
        Path file = file("encrypted");
        long written = HookedFiles.pages(codec, Direction.COMPRESS);
        HookedFiles.write(file, codec, hooked ? encrypting : theirs);
        assertEquals(hooked, HookedFiles.pages(codec, Direction.COMPRESS) > written);
        byte[] bytes = bytes(file);
        assertEquals("PARE", new String(bytes, bytes.length - 4, 4, StandardCharsets.US_ASCII));
        assertThrows(
                ParquetCryptoRuntimeException.class,
                () -> HookedFiles.assertReads(file, HookedFiles.configuration()),
                "without the delegate");
        uninstall();
        HookedFiles.assertReads(file, theirs);
        long read = HookedFiles.pages(codec, Direction.DECOMPRESS);
        HookedFiles.assertReads(file, encrypting);
        assertTrue(HookedFiles.pages(codec, Direction.DECOMPRESS) > read);
    }

    /** A wrong name must not turn a file that should be encrypted into plaintext. */
    @ParameterizedTest
    @ValueSource(strings = {"no.such.CryptoFactory", "java.lang.String"})
    void failsIfTheCryptoFactoryDoesNotLoad(String name) {
        Configuration configuration = HookedFiles.configuration("parquet.fastcodec.crypto.factory.class", name);
        BadConfigurationException e = assertThrows(
                BadConfigurationException.class,
                () -> HookedFiles.write(file("file"), CompressionCodecName.SNAPPY, configuration));
        assertTrue(
                e.getMessage().startsWith("parquet.fastcodec.crypto.factory.class is \"" + name + "\""),
                e.getMessage());
    }

    /** The user has replaced the encrypting class by ours without naming the original class. */
    @ParameterizedTest
    @ValueSource(
            strings = {"parquet.encryption.footer.key", "parquet.encryption.column.keys", "parquet.encryption.own.key"})
    void encryption_writesNothingIfTheEncryptionFactoryIsMissing(String key) throws IOException {
        Path file = file("secret");
        BadConfigurationException e = assertThrows(
                BadConfigurationException.class,
                () -> HookedFiles.write(file, CompressionCodecName.SNAPPY, HookedFiles.configuration(key, "k:c")));
        assertTrue(
                e.getMessage().contains(key) && e.getMessage().contains("Set parquet.fastcodec.crypto.factory.class"),
                e.getMessage());
        assertFalse(Files.exists(local(file)));
        HookedFiles.write(file, CompressionCodecName.SNAPPY, HookedFiles.configuration());
        HookedFiles.assertReads(file, HookedFiles.configuration(key, "k:c"));
    }

    // Would catch: a note of a file that was never opened and that is used for the thread's next file.
    @Test
    void settings_rejectedFileLeavesNoSettingsForTheNext() throws IOException {
        byte[] page = TestPages.TEXT.ofSize(10_000);
        assertTrue(FastCodecInstaller.install(new Configuration(false)));
        CodecFactory before = new CodecFactory(new Configuration(false), 0);
        byte[] expected = TestPages.toArray(
                before.getCompressor(CompressionCodecName.ZSTD).compress(BytesInput.from(page)));
        Configuration refused = HookedFiles.configuration(
                "parquet.encryption.footer.key", "k", "parquet.compression.codec.zstd.level", "19");
        assertThrows(
                BadConfigurationException.class,
                () -> new FastCodecCryptoFactory().getFileEncryptionProperties(refused, null, null));
        CodecFactory after = new CodecFactory(new Configuration(false), 0);
        assertArrayEquals(
                expected,
                TestPages.toArray(after.getCompressor(CompressionCodecName.ZSTD).compress(BytesInput.from(page))));
    }

    /** Tenants that share a JVM: each file is written at its own level, and read within its own limit. */
    @Test
    void settings_sixtyFourThreadsKeepTheirOwnConfigurations() throws Exception {
        int threads = 64;
        byte[] page = TestPages.TEXT.ofSize(10_000);
        byte[][] expected = new byte[10][];
        for (int level = 0; level < expected.length; level++) {
            expected[level] = TestPages.toArray(
                    new FastCodecFactory(FastCodecOptions.from(Map.of("zlib.compress.level", "" + level)::get))
                            .getCompressor(CompressionCodecName.GZIP)
                            .compress(BytesInput.from(page)));
        }
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        CyclicBarrier round = new CyclicBarrier(threads);
        List<Future<?>> results = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            results.add(executor.submit(() -> {
                Configuration configuration = HookedFiles.configuration(
                        "parquet.fastcodec.max.page.bytes", number % 4 == 0 ? "many" : "" + (9_984 + number));
                FastCodecCryptoFactory hook = new FastCodecCryptoFactory();
                for (int j = 0; j < 5; j++) {
                    round.await();
                    // parquet-java 1.13 has one codec for all levels, under the bare name
                    hook.getFileDecryptionProperties(configuration, null);
                    CodecFactory factory = new CodecFactory(new Configuration(false), 0);
                    if (number % 4 == 0) {
                        assertThrows(
                                IllegalArgumentException.class,
                                () -> factory.getDecompressor(CompressionCodecName.GZIP));
                    } else if (number < 16) {
                        assertThrows(IOException.class, () -> decompressed(factory, expected[6]));
                    } else {
                        assertArrayEquals(page, decompressed(factory, expected[6]));
                    }
                    // another tenant's file on the same thread, without any note
                    assertArrayEquals(page, decompressed(new CodecFactory(new Configuration(false), 0), expected[6]));

                    int level = number % 10;
                    hook.getFileEncryptionProperties(
                            HookedFiles.configuration("zlib.compress.level", "" + level), null, null);
                    assertArrayEquals(
                            expected[level],
                            TestPages.toArray(new CodecFactory(new Configuration(false), 0)
                                    .getCompressor(CompressionCodecName.GZIP)
                                    .compress(BytesInput.from(page))));
                }
                return null;
            }));
        }
        executor.shutdown();
        for (Future<?> result : results) {
            result.get();
        }
    }

    private static byte[] decompressed(CodecFactory factory, byte[] compressed) throws IOException {
        return TestPages.toArray(
                factory.getDecompressor(CompressionCodecName.GZIP).decompress(BytesInput.from(compressed), 10_000));
    }

    /** An application's settings for its process apply if and only if parquet-java does not identify the file. */
    @Test
    void settings_unidentifiedFilesUseTheSettingsOfTheProcess() throws Exception {
        Configuration process = new Configuration(false);
        process.set("parquet.fastcodec.max.page.bytes", "9999");
        byte[] compressed = TestPages.toArray(new FastCodecFactory()
                .getCompressor(CompressionCodecName.GZIP)
                .compress(BytesInput.from(TestPages.TEXT.ofSize(10_000))));
        Configuration none = new Configuration(false);
        ExecutorService anotherThread = Executors.newSingleThreadExecutor(); // has not opened a file yet
        try {
            assertTrue(FastCodecInstaller.install(process));
            anotherThread
                    .submit(() -> {
                        assertThrows(
                                CorruptPageException.class, () -> decompressed(new CodecFactory(none, 0), compressed));
                        new FastCodecCryptoFactory().getFileDecryptionProperties(HookedFiles.configuration(), null);
                        assertEquals(10_000, decompressed(new CodecFactory(none, 0), compressed).length);
                        assertThrows(
                                CorruptPageException.class, () -> decompressed(new CodecFactory(none, 0), compressed));
                        return null;
                    })
                    .get();
        } finally {
            anotherThread.shutdown();
            assertTrue(FastCodecInstaller.install(none));
        }
        assertEquals(10_000, decompressed(new CodecFactory(none, 0), compressed).length);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void reportsADamagedPageAsCorrupt(CompressionCodecName codec) throws IOException {
        Path file = file("file");
        Configuration configuration = HookedFiles.configuration();
        HookedFiles.write(file, codec, configuration);
        long start;
        try (ParquetFileReader reader = ParquetFileReader.open(HadoopInputFile.fromPath(file, configuration))) {
            ParquetMetadata footer = reader.getFooter();
            start = footer.getBlocks().get(0).getColumns().get(0).getFirstDataPageOffset();
        }
        byte[] bytes = bytes(file);
        // after the page's header; codecs without a checksum might still accept milder damage
        Arrays.fill(bytes, (int) start + 60, (int) start + 3_000, (byte) 0xff);
        Files.write(local(file), bytes);
        Files.deleteIfExists(local(file).resolveSibling("." + file.getName() + ".crc"));
        Throwable error = assertThrows(Exception.class, () -> HookedFiles.assertReads(file, configuration));
        while (!(error instanceof CorruptPageException)) {
            assertTrue(error.getCause() != null, error + " is no CorruptPageException");
            error = error.getCause();
        }
        String damage = ((CorruptPageException) error).damage();
        assertTrue(damage.startsWith(codec + " page is corrupt: "), damage);
    }

    /** A local job with the key in its configuration only. */
    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD", "LZO", "BROTLI"})
    void mapReduceJobReadsAndWritesThroughUs(CompressionCodecName codec) throws Exception {
        Path source = file("source");
        HookedFiles.write(source, codec, HookedFiles.configuration());
        Configuration configuration = HookedFiles.configuration();
        configuration.set("mapreduce.framework.name", "local");
        configuration.set("hadoop.tmp.dir", directory.resolve("hadoop").toString());
        configuration.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 50); // milliseconds, by default 5,000
        Job job = Job.getInstance(configuration, "copy");
        job.setMapperClass(Copy.class);
        job.setNumReduceTasks(0);
        job.setInputFormatClass(ExampleInputFormat.class);
        job.setOutputFormatClass(ExampleOutputFormat.class);
        ParquetInputFormat.addInputPath(job, source);
        Path target = new Path(directory.resolve("target").toUri());
        ParquetOutputFormat.setOutputPath(job, target);
        ExampleOutputFormat.setSchema(job, HookedFiles.SCHEMA);
        ParquetOutputFormat.setCompression(job, codec);
        job.getConfiguration().setInt(ParquetOutputFormat.PAGE_SIZE, 32 << 10);
        long written = HookedFiles.pages(codec, Direction.COMPRESS);
        long read = HookedFiles.pages(codec, Direction.DECOMPRESS);
        assertTrue(job.waitForCompletion(false));
        written = HookedFiles.pages(codec, Direction.COMPRESS) - written;
        assertTrue(written > 10, written + " pages");
        assertEquals(written, HookedFiles.pages(codec, Direction.DECOMPRESS) - read, "pages of the same rows");
        HookedFiles.assertReads(new Path(target, "part-m-00000" + extension(target)), HookedFiles.configuration());
    }

    /** Passes every row on. */
    public static final class Copy extends Mapper<Void, Group, Void, Group> {}

    private String extension(Path target) throws IOException {
        try (var files = Files.list(local(target))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("part-m-00000"))
                    .map(name -> name.substring("part-m-00000".length()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Configuration level(int level) {
        return HookedFiles.configuration("zlib.compress.level", Integer.toString(level));
    }

    /** Returns the bytes of a file that our factory writes with a configuration. */
    private byte[] direct(CompressionCodecName codec, Configuration configuration) throws IOException {
        Path file = file("direct");
        Files.deleteIfExists(local(file));
        Configuration plain = new Configuration(configuration);
        plain.unset("parquet.crypto.factory.class");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(file)
                .withConf(plain)
                .withType(HookedFiles.SCHEMA)
                .withCompressionCodec(codec)
                .withPageSize(32 << 10)
                .withCodecFactory(new FastCodecFactory(FastCodecOptions.from(configuration::get)))
                .build()) {
            HookedFiles.writeRows(writer);
        }
        return bytes(file);
    }

    private Path file(String name) {
        return new Path(directory.resolve(name + ".parquet").toUri());
    }

    private static java.nio.file.Path local(Path file) {
        return java.nio.file.Path.of(file.toUri().getPath());
    }

    private static byte[] bytes(Path file) throws IOException {
        return Files.readAllBytes(local(file));
    }
}
