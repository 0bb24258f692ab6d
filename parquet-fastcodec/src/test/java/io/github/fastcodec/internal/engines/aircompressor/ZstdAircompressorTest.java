// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.zstd.ZstdJniEngine;
import io.github.fastcodec.support.IsolatedLoader;
import io.github.fastcodec.support.TestPages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdAircompressorTest {

    private static final AircompressorEngine ENGINE = new AircompressorEngine(CompressionCodecName.ZSTD);

    /** Would catch: files from other writers at higher levels that cannot be read without a native library. */
    @ParameterizedTest
    @ValueSource(ints = {-7, 1, 9, 17, 19, 22})
    void readsPagesOfEveryLevelOfTheLibrary(int level) throws IOException {
        byte[] page = TestPages.TEXT.ofSize(300_000);
        assertArrayEquals(page, decompress(Zstd.compress(page, level), page.length));
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (ZstdOutputStream zstd = new ZstdOutputStream(stream, level)) {
            zstd.setChecksum(true);
            zstd.write(page);
        }
        assertArrayEquals(page, decompress(stream.toByteArray(), page.length));
    }

    /** Would catch: a bound that is too small for incompressible data. */
    @Test
    void otherEngineReadsPagesOfEverySize() throws IOException {
        BlockCompressor compressor = ENGINE.newCompressor(level(3));
        BlockDecompressor decompressor = new ZstdJniEngine().newDecompressor();
        try {
            for (TestPages pages : List.of(TestPages.RANDOM, TestPages.TEXT, TestPages.ZEROS)) {
                for (int size : sizes()) {
                    byte[] page = pages.ofSize(size);
                    byte[] target = new byte[(int) compressor.maxCompressedLength(size)];
                    int written = compressor.compress(page, 0, size, target, 0, target.length);
                    byte[] back = new byte[size];
                    assertEquals(size, decompressor.decompress(target, 0, written, back, 0, size));
                    assertArrayEquals(page, back, pages.describe(size));
                }
            }
        } finally {
            decompressor.close();
        }
    }

    private static int[] sizes() {
        int[] around = {0, 256, 1 << 14, 1 << 16, 1 << 17, 1 << 18, 1 << 20};
        return Arrays.stream(around)
                .flatMap(size -> IntStream.rangeClosed(Math.max(0, size - 20), size + 20))
                .toArray();
    }

    /** Would catch: a page whose content depends on the page that was decompressed before it. */
    @Test
    void pageDoesNotUseThePreviousPagesHuffmanTable() throws IOException {
        byte[] content = new byte[20_000];
        Random random = new Random(TestPages.SEED);
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) (random.nextGaussian() * 4); // no matches, and literals with a Huffman code
        }
        byte[] good = Zstd.compress(content, 3);
        ZstdDecompressor library = new ZstdDecompressor();
        BlockDecompressor ours = ENGINE.newDecompressor();
        byte[] target = new byte[20_000];
        int takenByTheLibrary = 0;
        for (int stream = 1; stream < 1 << 16; stream++) {
            // one compressed block: 4 literals in two bytes, with the previous block's Huffman code, and no
            // sequences
            byte[] page = HexFormat.of().parseHex("28b52ffd0000350000438000" + String.format("%04x", stream) + "00");
            library.decompress(good, 0, good.length, target, 0, target.length);
            try {
                library.decompress(page, 0, page.length, target, 0, 4);
                takenByTheLibrary++;
            } catch (MalformedInputException e) {
                continue;
            }
            ours.decompress(good, 0, good.length, target, 0, target.length);
            assertThrows(IOException.class, () -> ours.decompress(page, 0, page.length, target, 0, 4));
            if (takenByTheLibrary == 10) {
                return;
            }
        }
        assertTrue(takenByTheLibrary > 0, "the test's pages are damaged in another way");
    }

    /**
     * Would catch: a warning for each context or file, a warning for the supported level, and a job that fails because of a
     * level.
     */
    @Test
    void warnsOnceOfTheSingleLevelWithoutZstdJni() throws Exception {
        try (IsolatedLoader withoutZstdJni =
                IsolatedLoader.of(List.of(), file -> file.startsWith("zstd-jni-"), name -> false)) {
            Supplier<?> pages = withoutZstdJni.newInstance(PagesWithoutZstdJni.class, Supplier.class);
            ByteArrayOutputStream log = new ByteArrayOutputStream();
            PrintStream original = System.err;
            System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8)); // slf4j-simple gets it per line
            try {
                assertEquals(List.of("level 3", "level 19", "level 1", "level -7"), pages.get());
            } finally {
                System.setErr(original);
            }
            String warnings = log.toString(StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.contains("WARN"))
                    .map(line -> line.substring(line.indexOf(" - ") + 3))
                    .collect(Collectors.joining("\n"));
            assertEquals(
                    "aircompressor does not have level 19 of ZSTD and compresses at another level. Engines with this level:"
                            + " zstd-jni. The Doctor shows why an engine does not work here",
                    warnings);
        }
    }

    /** Returns the levels at which a page passes through a factory unchanged. */
    public static final class PagesWithoutZstdJni implements Supplier<List<String>> {
        @Override
        public List<String> get() {
            FastCodecFactory factory = new FastCodecFactory(
                    FastCodecOptions.from(key -> key.equals("parquet.compression.codec.zstd.workers") ? "2" : null));
            byte[] page = TestPages.TEXT.ofSize(50_000);
            List<String> levels = new ArrayList<>();
            try {
                for (int level : new int[] {3, 19, 1, -7}) {
                    byte[] compressed = TestPages.toArray(factory.getCompressor(CompressionCodecName.ZSTD, level)
                            .compress(BytesInput.from(page)));
                    BytesInput back = factory.getDecompressor(CompressionCodecName.ZSTD)
                            .decompress(BytesInput.from(compressed), page.length);
                    if (Arrays.equals(page, TestPages.toArray(back))) {
                        levels.add("level " + level);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return levels;
        }
    }

    private static CompressionSettings level(int level) {
        return CompressionSettings.ofLevel(level);
    }

    private static byte[] decompress(byte[] compressed, int size) throws IOException {
        byte[] page = new byte[size];
        BlockDecompressor decompressor = ENGINE.newDecompressor();
        assertEquals(size, decompressor.decompress(compressed, 0, compressed.length, page, 0, size));
        return page;
    }
}
