// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.gzip.GzipJdkEngine;
import io.github.fastcodec.support.FilePages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documentation promises of sizes, of whole files. */
class FileSizesTest {

    private static final double SAME_SIZE = 1.005;
    private static final double SENSORS_AT_3 = 1.008;
    private static final double FAST = 1.05;
    private static final double FEW_VALUES_AT_6 = 1.05;
    private static final double FEW_VALUES_AT_9 = 1.15;
    private static final double STORED = 1.001;

    private static final long SEED = 20261123;

    /** In bytes. */
    private static final int TEXT_PAGE = 256 << 10;

    // Would catch: a level of libdeflate's that does for some kinds of pages and not for others.
    @ParameterizedTest
    @EnumSource
    void aGzipFileIsNoLargerThanPromised(FilePages file) throws IOException {
        for (int level = 1; level <= 9; level++) {
            long zlib = zlib(file.pages(), level);
            assertNoLarger(
                    file.pages(),
                    file,
                    level,
                    "same-size",
                    file == FilePages.SENSORS && level == 3 ? SENSORS_AT_3 : SAME_SIZE,
                    zlib);
            assertNoLarger(file.pages(), file, level, "fast", FAST, zlib);
        }
    }

    // Would catch: a level that does for the text of random words only, or for that of this project's tests.
    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "../docs"})
    void codeAndProseAreNoLargerThanPromised(Path folder) throws IOException {
        List<byte[]> pages = pagesOfLines(folder);
        for (int level : new int[] {1, 6}) {
            long zlib = zlib(pages, level);
            assertNoLarger(pages, folder, level, "same-size", SAME_SIZE, zlib);
            assertNoLarger(pages, folder, level, "fast", FAST, zlib);
        }
    }

    // Would catch: a column that a writer without dictionaries wrote, and that gets half as large again.
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20})
    void aColumnOfFewValuesIsHardlyLarger(int count) throws IOException {
        Random random = new Random(SEED + count);
        byte[][] strings = new byte[count][];
        Arrays.setAll(strings, i -> letters(random, "abcdefghijklmnopqrstuvwxyz", 4 + random.nextInt(9)));
        double[] doubles = random.doubles(count, 0, 1000).toArray();
        List<byte[]> texts = List.of(page(page -> {
            byte[] string = strings[random.nextInt(count)];
            page.putInt(string.length).put(string);
        }));
        List<byte[]> numbers = List.of(page(page -> page.putDouble(doubles[random.nextInt(count)])));
        for (int level : new int[] {6, 9}) {
            double bound = level == 6 ? FEW_VALUES_AT_6 : FEW_VALUES_AT_9;
            String name = count + " values, seed " + (SEED + count);
            assertNoLarger(texts, "strings, " + name, level, "same-size", bound, zlib(texts, level));
            assertNoLarger(numbers, "numbers, " + name, level, "same-size", bound, zlib(numbers, level));
        }
    }

    // Would catch: a level so low that the bases of DNA, which need no search, get bad codes.
    @Test
    void basesOfDnaAreNoLarger() throws IOException {
        Random random = new Random(SEED);
        List<byte[]> reads = List.of(page(page -> page.putInt(100).put(letters(random, "ACGT", 100))));
        for (int level = 1; level <= 9; level++) {
            assertNoLarger(reads, "DNA, seed " + SEED, level, "same-size", SAME_SIZE, zlib(reads, level));
            assertNoLarger(reads, "DNA, seed " + SEED, level, "fast", FAST, zlib(reads, level));
        }
    }

    private static byte[] letters(Random random, String alphabet, int count) {
        byte[] letters = new byte[count];
        for (int i = 0; i < count; i++) {
            letters[i] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
        }
        return letters;
    }

    /** Returns a plain page of values, each of less than 1 KiB. */
    private static byte[] page(Consumer<ByteBuffer> value) {
        ByteBuffer page = ByteBuffer.allocate(TEXT_PAGE).order(ByteOrder.LITTLE_ENDIAN);
        while (page.remaining() >= 1 << 10) {
            value.accept(page);
        }
        return Arrays.copyOf(page.array(), page.position());
    }

    /** Returns plain pages of the lines of all files. */
    private static List<byte[]> pagesOfLines(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder)) {
            files = found.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*\\.(java|md)"))
                    .sorted()
                    .collect(Collectors.toList());
        }
        List<byte[]> pages = new ArrayList<>();
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        for (Path file : files) {
            for (String line : Files.readAllLines(file)) {
                byte[] value = line.getBytes(StandardCharsets.UTF_8);
                page.write(value.length);
                page.write(value.length >>> 8);
                page.write(0);
                page.write(0);
                page.write(value);
                if (page.size() >= TEXT_PAGE) {
                    pages.add(page.toByteArray());
                    page.reset();
                }
            }
        }
        pages.add(page.toByteArray());
        return pages;
    }

    private static void assertNoLarger(
            List<byte[]> file, Object name, int level, String effort, double times, long zlib) throws IOException {
        long size = size(
                file,
                CompressionCodecName.GZIP,
                Map.of("zlib.compress.level", Integer.toString(level), "parquet.fastcodec.gzip.effort", effort));
        assertTrue(
                size <= times * zlib,
                () -> name + " at level " + level + " with " + effort + ": " + size + " bytes, zlib's " + zlib);
    }

    // Would catch: pages stored that shrink, and many stored pages whose little gain adds up.
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"UNCOMPRESSED", "LZ4", "BROTLI"})
    void storingPagesMakesFilesHardlyLarger(CompressionCodecName codec) throws IOException {
        long stored = 0;
        long compressed = 0;
        for (FilePages file : FilePages.values()) {
            stored += size(file.pages(), codec, Map.of());
            compressed += size(file.pages(), codec, Map.of("parquet.fastcodec.store.below", "0"));
        }
        long sizes = stored;
        long sizesCompressed = compressed;
        assertTrue(
                stored <= STORED * compressed,
                () -> codec + ": " + sizes + " bytes, and " + sizesCompressed + " if no page is stored");
    }

    private static long size(List<byte[]> pages, CompressionCodecName codec, Map<String, String> configuration)
            throws IOException {
        BytesInputCompressor compressor =
                new FastCodecFactory(FastCodecOptions.from(configuration::get)).getCompressor(codec);
        long size = 0;
        for (byte[] page : pages) {
            size += compressor.compress(BytesInput.from(page)).size();
        }
        return size;
    }

    /** What the JDK's zlib makes of the pages, which is the size that parquet-java's has. */
    private static long zlib(List<byte[]> pages, int level) throws IOException {
        BlockCompressor zlib = new GzipJdkEngine().newCompressor(CompressionSettings.ofLevel(level));
        long size = 0;
        for (byte[] page : pages) {
            byte[] target = new byte[(int) zlib.maxCompressedLength(page.length)];
            size += zlib.compress(page, 0, page.length, target, 0, target.length);
        }
        zlib.close();
        return size;
    }
}
