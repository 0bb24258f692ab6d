// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.settings.Settings;
import io.github.fastcodec.support.Pages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class FastCodecFactoryTest {

    private static final long SEED = 4711;

    private static final byte[] TEXT = Pages.text(200_000, SEED);

    private final FastCodecFactory factory = new FastCodecFactory();

    @ParameterizedTest
    @EnumSource
    void roundTripsPagesAfterTheFactoryIsReleasedTwice(CompressionCodecName codec) throws IOException {
        BytesInputCompressor before = factory.getCompressor(codec);
        factory.release();
        factory.release();
        for (BytesInputCompressor compressor : List.of(before, factory.getCompressor(codec))) {
            assertEquals(codec, compressor.getCodecName());
            byte[] compressed = Pages.compress(compressor, TEXT);
            assertArrayEquals(
                    TEXT,
                    Pages.toArray(factory.getDecompressor(codec).decompress(BytesInput.from(compressed), TEXT.length)),
                    () -> "seed " + SEED);
        }
    }

    /** parquet-java's factory returns the same instance again and again, so that one reader's release breaks another's. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "UNCOMPRESSED")
    void eachCallReturnsAnIndependentInstance(CompressionCodecName codec) throws IOException {
        BytesInputCompressor compressor = factory.getCompressor(codec);
        BytesInputCompressor otherCompressor = factory.getCompressor(codec);
        assertNotSame(compressor, otherCompressor);
        otherCompressor.release();
        byte[] compressed = Pages.compress(compressor, TEXT);

        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        BytesInputDecompressor otherDecompressor = factory.getDecompressor(codec);
        assertNotSame(decompressor, otherDecompressor);
        otherDecompressor.release();
        assertArrayEquals(TEXT, Pages.toArray(decompressor.decompress(BytesInput.from(compressed), TEXT.length)));
        assertThrows(
                IllegalStateException.class,
                () -> otherDecompressor.decompress(BytesInput.from(compressed), TEXT.length));
    }

    /** Would catch: a choice of engine that is read and ignored. The engine's name is in its error messages. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "UNCOMPRESSED")
    void usesOnlyTheNamedEngine(CompressionCodecName codec) throws IOException {
        byte[] compressed = Pages.compress(factory.getCompressor(codec), TEXT);
        for (CodecEngine engine : Engines.of(codec)) {
            FastCodecFactory named = new FastCodecFactory(
                    FastCodecOptions.from(Map.of(Settings.engine(codec).key(), engine.name())::get));
            BytesInputDecompressor decompressor = named.getDecompressor(codec);
            assertArrayEquals(TEXT, Pages.toArray(decompressor.decompress(BytesInput.from(compressed), TEXT.length)));
            CorruptPageException corrupt = assertThrows(
                    CorruptPageException.class,
                    () -> decompressor.decompress(BytesInput.from(compressed), TEXT.length - 1));
            assertTrue(corrupt.damage().endsWith(", engine " + engine.name() + ")"), corrupt::damage);
            if (engine.canCompress()) {
                assertEquals(codec, named.getCompressor(codec).getCodecName());
            } else {
                assertThrows(UnsupportedOperationException.class, () -> named.getCompressor(codec));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ZSTD, parquet.compression.codec.zstd.level, 1, 19",
        "ZSTD, parquet.compression.codec.zstd.level, -50, 1",
        "GZIP, zlib.compress.level, 1, 9",
        "GZIP, zlib.compress.level, 0, 1",
        "GZIP, zlib.compress.level, 9, 12",
        "BROTLI, compression.brotli.quality, 0, 11",
        "LZ4_RAW, parquet.fastcodec.lz4.level, 1, 3",
        "LZ4_RAW, parquet.fastcodec.lz4.level, 3, 9",
        "LZ4, parquet.fastcodec.lz4.level, 2, 9"
    })
    void higherLevelMakesASmallerPageHoweverItIsSet(CompressionCodecName codec, String key, int low, int high)
            throws IOException {
        byte[] atLow = Pages.compress(factory.getCompressor(codec, low), TEXT);
        byte[] atHigh = Pages.compress(factory.getCompressor(codec, high), TEXT);
        assertTrue(
                atHigh.length < atLow.length,
                () -> atLow.length + " bytes at " + low + ", " + atHigh.length + " at " + high + ", seed " + SEED);
        assertArrayEquals(atLow, Pages.compress(configured(key, low).getCompressor(codec), TEXT), "key at " + low);
        assertArrayEquals(atHigh, Pages.compress(configured(key, high).getCompressor(codec), TEXT), "key at " + high);
        assertArrayEquals(
                atHigh,
                Pages.compress(configured(key, low).getCompressor(codec, high), TEXT),
                "the argument goes before the key");
    }

    /** Contexts are pooled for the process. A context for another level must not be used for this one. */
    @Test
    void pagesDoNotDependOnLevelsUsedBefore() throws IOException {
        byte[] first = Pages.compress(factory.getCompressor(CompressionCodecName.ZSTD, 1), TEXT);
        byte[] second = Pages.compress(factory.getCompressor(CompressionCodecName.ZSTD, 19), TEXT);
        assertArrayEquals(first, Pages.compress(factory.getCompressor(CompressionCodecName.ZSTD, 1), TEXT));
        assertArrayEquals(second, Pages.compress(factory.getCompressor(CompressionCodecName.ZSTD, 19), TEXT));
    }

    @ParameterizedTest
    @CsvSource({"ZSTD, -131072, 22", "GZIP, -1, 12", "BROTLI, 0, 11", "LZ4_RAW, 1, 12", "LZ4, 1, 12"})
    void levelsEndExactlyAtTheirBounds(CompressionCodecName codec, int minimum, int maximum) {
        assertDoesNotThrow(() -> Pages.compress(factory.getCompressor(codec, minimum), TEXT));
        assertDoesNotThrow(() -> Pages.compress(factory.getCompressor(codec, maximum), TEXT));
        for (int level : new int[] {minimum - 1, maximum + 1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> factory.getCompressor(codec, level));
            assertTrue(
                    e.getMessage().contains("\"" + level + "\"")
                            && e.getMessage().contains("from " + minimum + " to " + maximum),
                    e::getMessage);
        }
    }

    // Would catch: a level that a tool's user requests and that the engine without native libraries ignores.
    @ParameterizedTest
    @CsvSource({
        "ZSTD, aircompressor, 3, 19",
        "LZ4_RAW, aircompressor, 1, 3",
        "LZ4, aircompressor, 2, 12",
        "GZIP, jdk-zlib, 9, 10"
    })
    void exactLevelsRequireAnEngineThatHasThem(CompressionCodecName codec, String engine, int highest, int missing)
            throws IOException {
        String key = "parquet.fastcodec.engine." + codec.name().toLowerCase(Locale.ROOT);
        FastCodecFactory any = new FastCodecFactory(FastCodecOptions.from(Map.of(key, engine)::get));
        FastCodecFactory exact = any.withExactLevels();
        String message = assertThrows(UnsupportedOperationException.class, () -> exact.getCompressor(codec, missing))
                .getMessage();
        assertEquals(
                "No engine can compress " + codec + " at level " + missing + "; " + engine
                        + " does not have this level",
                message);
        byte[] atHighest = Pages.compress(exact.getCompressor(codec, highest), TEXT);
        assertDoesNotThrow(() -> exact.getCompressor(codec));
        assertArrayEquals(atHighest, Pages.compress(any.getCompressor(codec, missing), TEXT));
        assertArrayEquals(
                Pages.compress(factory.getCompressor(codec, missing), TEXT),
                Pages.compress(factory.withExactLevels().getCompressor(codec, missing), TEXT));
        assertDoesNotThrow(() -> exact.getCompressor(CompressionCodecName.SNAPPY));
    }

    @Test
    void gzipLevelMinusOneIsZlibsDefault() throws IOException {
        assertArrayEquals(
                Pages.compress(factory.getCompressor(CompressionCodecName.GZIP, 6), TEXT),
                Pages.compress(factory.getCompressor(CompressionCodecName.GZIP, -1), TEXT));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"ZSTD", "GZIP", "BROTLI", "LZ4", "LZ4_RAW"})
    void warnsOnceOfALevelThatItsCodecIgnores(CompressionCodecName codec) throws IOException {
        byte[] plain = Pages.compress(factory.getCompressor(codec), TEXT);
        List<String> warnings = warnings(() -> {
            for (int level : new int[] {1, 2, 99}) {
                assertArrayEquals(plain, Pages.compress(factory.getCompressor(codec, level), TEXT));
            }
        });
        assertEquals(1, warnings.size(), warnings::toString);
        assertTrue(warnings.get(0).contains(codec.name()) && warnings.get(0).contains("level 1"), warnings::toString);

        assertEquals(
                1,
                warnings(() -> new FastCodecFactory().getCompressor(codec, 1)).size(),
                "another factory warns for itself");
    }

    @Test
    void doesNotWarnOfLevelsThatCodecsHave() throws IOException {
        assertEquals(List.of(), warnings(() -> {
            factory.getCompressor(CompressionCodecName.ZSTD, 1);
            factory.getCompressor(CompressionCodecName.GZIP, 1);
            factory.getCompressor(CompressionCodecName.BROTLI, 1);
            factory.getCompressor(CompressionCodecName.LZ4_RAW, 9);
            factory.getCompressor(CompressionCodecName.SNAPPY);
        }));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "UNCOMPRESSED")
    void rejectsAPageAboveTheLimitAndNamesTheKey(CompressionCodecName codec) throws IOException {
        byte[] compressed = Pages.compress(factory.getCompressor(codec), TEXT);
        assertArrayEquals(
                TEXT,
                Pages.toArray(configured(Settings.MAX_PAGE_BYTES.key(), TEXT.length)
                        .getDecompressor(codec)
                        .decompress(BytesInput.from(compressed), TEXT.length)),
                "a page at the limit");
        CorruptPageException e = assertThrows(
                CorruptPageException.class,
                () -> configured(Settings.MAX_PAGE_BYTES.key(), TEXT.length - 1)
                        .getDecompressor(codec)
                        .decompress(BytesInput.from(compressed), TEXT.length));
        assertTrue(e.damage().startsWith(codec + " page is corrupt: "), e::damage);
        assertTrue(e.damage().contains("expected uncompressed size " + TEXT.length + " bytes"), e::damage);
        assertTrue(
                e.getMessage().contains("limit of " + (TEXT.length - 1) + " bytes")
                        && e.getMessage().contains(Settings.MAX_PAGE_BYTES.key()),
                e::getMessage);
    }

    @Test
    void pageLimitDoesNotApplyToTheWriter() {
        assertDoesNotThrow(() -> Pages.compress(
                configured(Settings.MAX_PAGE_BYTES.key(), 1).getCompressor(CompressionCodecName.SNAPPY), TEXT));
    }

    @Test
    void rejectsMissingOptions() {
        assertThrows(NullPointerException.class, () -> new FastCodecFactory(null));
    }

    private static FastCodecFactory configured(String key, int value) {
        Map<String, String> configuration = Map.of(key, Integer.toString(value));
        return new FastCodecFactory(FastCodecOptions.from(configuration::get));
    }

    /** Returns the warnings that our classes log during an action; slf4j-simple looks up System.err for each line. */
    private static List<String> warnings(IoAction action) throws IOException {
        PrintStream original = System.err;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(original);
        }
        return captured.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("WARN io.github.fastcodec."))
                .collect(Collectors.toList());
    }

    private interface IoAction {
        void run() throws IOException;
    }
}
