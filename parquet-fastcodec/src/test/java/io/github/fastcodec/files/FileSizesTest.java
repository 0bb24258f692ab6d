// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.engines.gzip.GzipJdkEngine;
import io.github.fastcodec.support.FilePages;
import io.github.fastcodec.support.Pages;
import io.github.fastcodec.support.ReferenceCodecs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The documentation's promises about the sizes of whole files. */
@Tag("slow")
class FileSizesTest {

    private static final double ALL_FILES = 1.003;
    private static final double FEW_VALUES = 1.25;
    private static final double FEW_VALUES_A_LEVEL_HIGHER = 1.03;
    private static final double STORED = 1.001;

    private static final long SEED = 20261123;

    /** In bytes. */
    private static final int PAGE = 256 << 10;

    // Would catch: a level that is mapped to a libdeflate level whose files do not have zlib's size.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void gzipFilesAreNoLargerInTotalThanZlibs(int level) throws IOException {
        List<byte[]> pages = new ArrayList<>();
        for (FilePages file : FilePages.values()) {
            pages.addAll(file.pages());
        }
        assertNoLarger(pages, "all files", level, ALL_FILES, zlib(pages, level));
    }

    // Would catch: a level that is passed to the library wrongly, and an advertised level that gains nothing.
    @ParameterizedTest
    @CsvSource({"LZ4_RAW, 1 3 9", "LZ4, 2 9", "GZIP, 9 12"})
    void higherLevelMakesEachFileSmaller(CompressionCodecName codec, String levels) throws IOException {
        String key = FastCodecOptions.levelKey(codec);
        for (FilePages file : List.of(FilePages.LINEITEM, FilePages.ORDERS, FilePages.LOGS, FilePages.SPARK)) {
            long before = Long.MAX_VALUE;
            for (String level : levels.split(" ")) {
                long size = size(file.pages(), codec, Map.of(key, level));
                assertTrue(size < before, file + " has " + size + " bytes with " + codec + " " + level);
                before = size;
            }
        }
    }

    // Would catch: another compressor for files that do not set a level.
    @Test
    void lz4RawUsesTheFastCompressorWithoutALevel() throws IOException {
        for (byte[] page : FilePages.LINEITEM.pages()) {
            byte[] fast = ReferenceCodecs.rawLz4().compress(page);
            if (fast.length < page.length * 0.98) { // otherwise, the page is stored
                assertArrayEquals(
                        fast, Pages.compress(new FastCodecFactory().getCompressor(CompressionCodecName.LZ4_RAW), page));
            }
        }
    }

    // Would catch: a column without a dictionary that is larger than documented, or that a higher level does
    // not make smaller.
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20})
    void fewValuesAreLargerOnlyAtTheSameLevel(int count) throws IOException {
        Random random = new Random(SEED + count);
        byte[][] strings = new byte[count][];
        Arrays.setAll(strings, i -> letters(random, 4 + random.nextInt(9)));
        double[] doubles = random.doubles(count, 0, 1000).toArray();
        List<byte[]> texts = List.of(page(page -> {
            byte[] string = strings[random.nextInt(count)];
            page.putInt(string.length).put(string);
        }));
        List<byte[]> numbers = List.of(page(page -> page.putDouble(doubles[random.nextInt(count)])));
        String name = count + " values, seed " + (SEED + count);
        assertNoLarger(texts, "strings, " + name, 6, FEW_VALUES, zlib(texts, 6));
        assertNoLarger(texts, "strings, " + name, 7, FEW_VALUES_A_LEVEL_HIGHER, zlib(texts, 6));
        assertNoLarger(numbers, "numbers, " + name, 6, FEW_VALUES, zlib(numbers, 6));
        assertNoLarger(numbers, "numbers, " + name, 7, FEW_VALUES_A_LEVEL_HIGHER, zlib(numbers, 6));
    }

    private static byte[] letters(Random random, int count) {
        byte[] letters = new byte[count];
        for (int i = 0; i < count; i++) {
            letters[i] = (byte) ('a' + random.nextInt(26));
        }
        return letters;
    }

    /** Returns a plain page of values, each of less than 1 KiB. */
    private static byte[] page(Consumer<ByteBuffer> value) {
        ByteBuffer page = ByteBuffer.allocate(PAGE).order(ByteOrder.LITTLE_ENDIAN);
        while (page.remaining() >= 1 << 10) {
            value.accept(page);
        }
        return Arrays.copyOf(page.array(), page.position());
    }

    private static void assertNoLarger(List<byte[]> pages, String name, int level, double times, long zlib)
            throws IOException {
        long size = size(pages, CompressionCodecName.GZIP, Map.of("zlib.compress.level", Integer.toString(level)));
        assertTrue(size <= times * zlib, () -> name + " at level " + level + ": " + size + " bytes, zlib's " + zlib);
    }

    // Would catch: stored pages that compression would shrink, and many stored pages whose small losses add up.
    @ParameterizedTest
    @CsvSource({"GZIP, 6", "BROTLI, 1"})
    void storedPagesMakeFilesHardlyLarger(CompressionCodecName codec, int level) throws IOException {
        CodecEngine engine = Engines.forCompression(codec);
        long written = 0;
        long compressed = 0;
        try (BlockCompressor bare = engine.newCompressor(CompressionSettings.ofLevel(level))) {
            for (FilePages file : FilePages.values()) {
                written += size(file.pages(), codec, Map.of());
                for (byte[] page : file.pages()) {
                    byte[] target = new byte[(int) bare.maxCompressedLength(page.length)];
                    compressed += bare.compress(page, 0, page.length, target, 0, target.length);
                }
            }
        }
        String sizes = codec + ": " + written + " bytes, and " + compressed + " if no page is stored";
        assertTrue(written <= STORED * compressed, sizes);
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

    /** Returns the size of the pages with the JDK's zlib, which is also parquet-java's size. */
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
