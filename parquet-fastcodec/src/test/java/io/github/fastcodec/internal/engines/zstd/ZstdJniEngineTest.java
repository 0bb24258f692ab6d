// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdOutputStream;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.support.IsolatedLoader;
import io.github.fastcodec.support.TestPages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ZstdJniEngineTest {

    private static final long SEED = 20261122;

    /** Most collectors wait for pinned arrays. G1, which runs these tests, does not since Java 22. */
    private static final HeapPinning WAITING = new HeapPinning(() -> true);

    private static final HeapPinning NOT_WAITING = new HeapPinning(() -> false);

    /** Sizes at which the engine changes its method, and their neighbours. */
    private static final int[] EDGES = {
        0, 1, 255, 256, 257, 511, 512, 8191, 8192, 8193, 16384, 16385, 65535, 65536, 65537, 65792, 81920, 81921, 131072,
        131073, 256, 262145
    };

    private static final int[] SIZES = {
        0, 1, 8 << 10, 20_000, 256 << 10, (256 << 10) + 1, 1280 << 10, (1280 << 10) + 1, 100
    };

    /** Would catch: a page that is cut, shifted or mixed with the last one when it is compressed in slices. */
    @ParameterizedTest
    @ValueSource(ints = {-5, 1, 3, 6, 7, 12, 19})
    void slicesEqualTheBlockOfASingleCall(int level) throws IOException {
        ZstdJniEngine engine = new ZstdJniEngine(WAITING);
        BlockCompressor compressor = engine.newCompressor(CompressionSettings.ofLevel(level));
        BlockDecompressor decompressor = engine.newDecompressor();
        ZstdParameters parameters = ZstdParameters.newContext(CompressionSettings.ofLevel(level));
        try (ZstdCompressCtx library = parameters.context()) {
            for (int size : SIZES) {
                byte[] source = new byte[size + 7];
                Random random = new Random(size);
                for (int i = 0; i < source.length; i++) {
                    source[i] = (byte) (random.nextGaussian() * 8);
                }
                int room = (int) compressor.maxCompressedLength(size);
                byte[] target = new byte[room + 11];
                int written = compressor.compress(source, 7, size, target, 11, room);
                byte[] page = Arrays.copyOfRange(source, 7, 7 + size);
                assertArrayEquals(library.compress(page), Arrays.copyOfRange(target, 11, 11 + written), "size " + size);
                byte[] decompressed = new byte[size];
                assertEquals(size, decompressor.decompress(target, 11, written, decompressed, 0, size));
                assertArrayEquals(page, decompressed);
            }
        } finally {
            compressor.close();
            decompressor.close();
        }
    }

    /**
     * Would catch: a pool that exceeds its bound because contexts report too little. The KiB are the growth in glibc's mallinfo2,
     * with libzstd 1.5.7.
     */
    @ParameterizedTest
    @CsvSource({
        "-5, 65536, 297",
        "-5, 1048576, 537",
        "-5, 4194304, 1306",
        "1, 65536, 329",
        "1, 1048576, 569",
        "3, 65536, 1033",
        "9, 65536, 1049",
        "9, 1048576, 12026",
        "19, 100, 177",
        "22, 20480, 948",
        "14, 102400, 2656",
        "16, 131073, 5035",
        "19, 263168, 10048",
        "13, 4194304, 37629",
        "3, 4194304, 3578",
        "9, 4194304, 15098"
    })
    void footprintIsAtLeastTheMeasuredMemory(int level, int size, long kib) throws IOException {
        BlockCompressor compressor = waiting(CompressionSettings.ofLevel(level));
        try {
            byte[] target = new byte[(int) compressor.maxCompressedLength(size)];
            compressor.compress(new byte[size], 0, size, target, 0, target.length);
            assertTrue(compressor.footprint() >= kib << 10, () -> "says " + compressor.footprint() + " bytes");
        } finally {
            compressor.close();
        }
    }

    /** Would catch: a page that is gathered although the collector does not wait for it. */
    @ParameterizedTest
    @ValueSource(ints = {-5, 1, 3, 6, 7, 12, 19})
    void compressesInPlaceIfTheCollectorDoesNotWait(int level) throws IOException {
        CompressionSettings settings = CompressionSettings.ofLevel(level);
        BlockCompressor inPlace = new ZstdJniEngine(NOT_WAITING).newCompressor(settings);
        BlockCompressor outside = waiting(settings);
        try {
            for (int size : new int[] {0, 1, 300, 8 << 10, 20_000, 64 << 10, 256 << 10, 300_000, 1_400_000}) {
                byte[] page = TestPages.TEXT.ofSize(size);
                assertArrayEquals(compress(outside, page), compress(inPlace, page), "size " + size);
            }
            // where the content changes, libzstd splits blocks differently in one piece than in slices
            byte[] page = Arrays.copyOf(TestPages.TEXT.ofSize(200_000), 500_000);
            System.arraycopy(TestPages.DELTA_BYTE_ARRAY.ofSize(300_000), 0, page, 200_000, 300_000);
            byte[] compressed = compress(inPlace, page);
            assertArrayEquals(page, Zstd.decompress(compressed, page.length));
            int size = compress(outside, page).length;
            assertEquals(size, compressed.length, 0.01 * size);
            assertTrue(inPlace.footprint() < outside.footprint(), "nothing is gathered");
        } finally {
            inPlace.close();
            outside.close();
        }
    }

    /**
     * Would catch: a page of usual length that is gathered at a level with short waits, and a longer page that is not gathered.
     */
    @ParameterizedTest
    @CsvSource({"-5, 1310720", "3, 1310720", "6, 1310720", "7, 131072", "19, 131072"})
    void gathersOnlyPagesThatTakeLong(int level, int longest) throws IOException {
        CompressionSettings settings = CompressionSettings.ofLevel(level);
        BlockCompressor inPlace = new ZstdJniEngine(NOT_WAITING).newCompressor(settings);
        BlockCompressor outside = waiting(settings);
        try {
            byte[] page = TestPages.TEXT.ofSize(longest);
            compress(inPlace, page);
            compress(outside, page);
            assertEquals(inPlace.footprint(), outside.footprint());
            compress(outside, Arrays.copyOf(page, page.length + 1));
            assertTrue(inPlace.footprint() < outside.footprint(), "nothing is gathered");
        } finally {
            inPlace.close();
            outside.close();
        }
    }

    /** Would catch: a page that fails, or a context that is spoilt, with the zstd-jni version of parquet-java 1.13. */
    @Test
    void compressesOnTheHeapIfTheLibraryLacksStreams() throws Exception {
        try (IsolatedLoader old =
                IsolatedLoader.of(List.of(), file -> false, "com.github.luben.zstd.EndDirective"::equals)) {
            assertEquals(
                    List.of(),
                    old.newInstance(PagesWithoutStreams.class, Supplier.class).get());
        }
    }

    /** Would catch: a slice that does not fit and is retried forever. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 90_000, 1_399_999})
    void rejectsSlicesLargerThanTheTarget(int room) {
        byte[] page = TestPages.RANDOM.ofSize(1_400_000);
        BlockCompressor compressor = waiting(CompressionSettings.ofLevel(3));
        try {
            byte[] target = new byte[page.length];
            IOException e =
                    assertThrows(IOException.class, () -> compressor.compress(page, 0, page.length, target, 0, room));
            assertEquals("libzstd needs more than the " + room + " bytes that should suffice", e.getMessage());
        } finally {
            compressor.close();
        }
    }

    /** Compresses pages that would be streamed, and returns those that were not read back. */
    public static final class PagesWithoutStreams implements Supplier<List<String>> {
        @Override
        public List<String> get() {
            List<String> bad = new ArrayList<>();
            for (HeapPinning pinning : List.of(WAITING, NOT_WAITING)) {
                for (int level : new int[] {3, 9}) {
                    ZstdJniEngine engine = new ZstdJniEngine(pinning);
                    BlockCompressor compressor = engine.newCompressor(CompressionSettings.ofLevel(level));
                    BlockDecompressor decompressor = engine.newDecompressor();
                    try {
                        for (int size : SIZES) {
                            byte[] page = TestPages.TEXT.ofSize(size);
                            byte[] compressed = compress(compressor, page);
                            byte[] back = new byte[size];
                            if (decompressor.decompress(compressed, 0, compressed.length, back, 0, size) != size
                                    || !Arrays.equals(page, back)) {
                                bad.add(size + " bytes at level " + level);
                            }
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    } finally {
                        compressor.close();
                        decompressor.close();
                    }
                }
            }
            return bad;
        }
    }

    private static IntStream levels() {
        return IntStream.concat(IntStream.of(-131072, -5, -1), levelsFromOneOn());
    }

    /**
     * Would catch: a parameter that differs from the library's, through a misprint in the table or a later libzstd. The library
     * reduces its tables to the block size, so that only a large block shows the larger tables.
     */
    @ParameterizedTest
    @MethodSource("levels")
    void parametersOfALevelEqualTheLibrarysForLongBlocks(int level) {
        try (ZstdCompressCtx library = new ZstdCompressCtx().setLevel(level);
                ZstdCompressCtx ours = ZstdParameters.newContext(CompressionSettings.ofLevel(level))
                        .context()) {
            int size = (level < 8 ? 256 << 10 : 4 << 20) + 1;
            for (TestPages pages : List.of(TestPages.TEXT, TestPages.DELTA_BYTE_ARRAY)) {
                byte[] page = pages.ofSize(size);
                assertArrayEquals(library.compress(page), ours.compress(page), pages.describe(size));
            }
        }
    }

    private static IntStream levelsFromOneOn() {
        return IntStream.rangeClosed(1, 22);
    }

    /**
     * Would catch: parameters that libzstd chooses by a page's length, with which some pages are larger than those of
     * parquet-java, which compresses a stream; and tables that are reduced too much.
     */
    @ParameterizedTest
    @MethodSource("levelsFromOneOn")
    void pageIsHardlyLargerThanAStream(int level) throws IOException {
        BlockCompressor compressor = new ZstdJniEngine().newCompressor(CompressionSettings.ofLevel(level));
        List<String> tooLarge = new ArrayList<>();
        double growth = 0;
        int count = 0;
        int[] sizes = level < 10
                ? new int[] {1 << 10, 8 << 10, 15_000, 64 << 10, 80 << 10, 128 << 10, 256 << 10}
                : new int[] {1 << 10, 8 << 10, 15_000, 64 << 10};
        try (ZstdCompressCtx context = new ZstdCompressCtx().setLevel(level)) {
            for (int size : sizes) {
                Map<String, byte[]> all = new LinkedHashMap<>();
                for (TestPages pages : TestPages.values()) {
                    all.put(pages.describe(size), pages.ofSize(size));
                }
                for (Map.Entry<String, byte[]> page : all.entrySet()) {
                    int written = compress(compressor, page.getValue()).length;
                    int stream = lengthAsStream(context, page.getValue());
                    // the stated size takes a byte; a page that shrinks below 2 % counts as 2 %
                    double more = (written - 1 - stream) / Math.max(stream, 0.02 * size);
                    growth += more;
                    count++;
                    // libzstd knows the page's length, and searches and splits some short pages differently
                    if (more > 0.035) {
                        tooLarge.add(page.getKey() + ": " + written + " bytes, " + stream + " as a stream");
                    }
                }
            }
        } finally {
            compressor.close();
        }
        assertEquals(List.of(), tooLarge);
        double mean = growth / count;
        assertTrue(mean <= (level < 10 ? 0.003 : 0.005), () -> "the pages are " + 100 * mean + " % larger in the mean");
    }

    /** Would catch: an oracle of the tests above that differs from parquet-java's output. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 6, 9, 12})
    void reusedContextMakesTheSameStreamAsANewOne(int level) throws IOException {
        try (ZstdCompressCtx context = new ZstdCompressCtx().setLevel(level)) {
            for (TestPages pages : List.of(TestPages.TEXT, TestPages.DELTA_BYTE_ARRAY)) {
                byte[] page = pages.ofSize(8 << 10);
                ByteArrayOutputStream stream = new ByteArrayOutputStream();
                try (ZstdOutputStream zstd = new ZstdOutputStream(stream, level)) {
                    zstd.write(page);
                }
                assertEquals(stream.size(), lengthAsStream(context, page), pages.describe(page.length));
            }
        }
    }

    /**
     * Returns the size of a page as a stream of unknown length, in a reused context because new tables take long at high levels.
     */
    private static int lengthAsStream(ZstdCompressCtx context, byte[] page) {
        ByteBuffer in = ByteBuffer.wrap(page);
        ByteBuffer out = ByteBuffer.allocate((int) Zstd.compressBound(page.length));
        context.compressByteBufferStream(out, in, EndDirective.CONTINUE);
        assertTrue(context.compressByteBufferStream(out, in, EndDirective.END));
        return out.position();
    }

    /** Would catch: a frame whose header does not match its blocks, and tables of one block that are used for the next. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 7, 9, 12, 16, 19, 22})
    void readsBackBlocksOfAnySizeInAnyOrder(int level) throws IOException {
        BlockCompressor compressor = new ZstdJniEngine().newCompressor(CompressionSettings.ofLevel(level));
        try {
            Random random = new Random(SEED);
            for (int i = 0; i < 60; i++) {
                int size = i < EDGES.length ? EDGES[i] : random.nextInt(200_000);
                byte[] page = TestPages.values()[random.nextInt(TestPages.values().length)].ofSize(size);
                byte[] frame = compress(compressor, page);
                String what = "seed " + SEED + ", block " + i + " of " + size + " bytes";
                assertEquals(size, Zstd.getFrameContentSize(frame), what);
                assertEquals(frame.length, Zstd.findFrameCompressedSize(frame), what);
                assertArrayEquals(page, Zstd.decompress(frame, size), what);
            }
        } finally {
            compressor.close();
        }
    }

    private static BlockCompressor waiting(CompressionSettings settings) {
        return new ZstdJniEngine(WAITING).newCompressor(settings);
    }

    private static byte[] compress(BlockCompressor compressor, byte[] page) throws IOException {
        byte[] target = new byte[(int) compressor.maxCompressedLength(page.length)];
        return Arrays.copyOf(target, compressor.compress(page, 0, page.length, target, 0, target.length));
    }
}
