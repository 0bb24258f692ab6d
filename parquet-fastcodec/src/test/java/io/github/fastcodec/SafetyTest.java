// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.format.ByteArrays;
import io.github.fastcodec.internal.hadoop.UnsizedPages;
import io.github.fastcodec.internal.page.PageCall;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The behaviours of docs/safety.md, by their numbers there; more of them in the tests that it links. */
class SafetyTest {

    private static final byte[] PAGE = TestPages.TEXT.ofSize(300);

    static Stream<OurCodec> codecs() {
        return OurCodec.all();
    }

    static Stream<OurCodec> framedCodecs() {
        return OurCodec.all().filter(OurCodec::isFramed);
    }

    // ---- 1: sizes are checked before memory is allocated or native code is called

    // Would catch: new byte[claim] before the claim was looked at; a page of 70 bytes would take a reader's heap.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety01_aClaimThatIsNegativeOrOutOfReachIsRejectedBeforeMemoryIsAllocated(OurCodec codec) throws IOException {
        byte[] compressed = codec.compress(TestPages.TEXT.ofSize(100));
        PageDecompressor decompressor = codec.decompressor();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        ByteBuffer output = ByteBuffer.allocate(100);
        long before = threads.getThreadAllocatedBytes(thread);
        for (int claim : new int[] {-1, Integer.MIN_VALUE, 1 << 30, ByteArrays.MAX_LENGTH, Integer.MAX_VALUE}) {
            CorruptPageException thrown = assertCorrupt(decompressor, compressed, claim, "claim of " + claim);
            assertEquals(claim, thrown.expectedSize());
        }
        for (int negative : new int[] {-1, Integer.MIN_VALUE}) {
            ByteBuffer input = ByteBuffer.wrap(compressed);
            assertThrows(CorruptPageException.class, () -> decompressor.decompress(input, negative, output, 100));
            assertThrows(
                    CorruptPageException.class,
                    () -> decompressor.decompress(input, compressed.length, output, negative));
        }
        long allocated = threads.getThreadAllocatedBytes(thread) - before;
        assertTrue(allocated < 16 << 20, () -> allocated + " bytes were allocated for claims of a GiB");
    }

    // Would catch: a limit that is off by one, that is only compared with one of the two sizes, or that nobody can
    // find.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety01_aPageBeyondTheConfiguredLimitIsRejectedAndTheMessageNamesTheKey(OurCodec codec) throws IOException {
        byte[] page = TestPages.ZEROS.ofSize(1_000);
        byte[] compressed = codec.compress(page);
        PageDecompressor highest =
                new PageDecompressor(codec.codec(), codec.engine(), 1_000, CorruptPageException::new);
        assertArrayEquals(page, decompressed(highest, compressed, 1_000));
        assertEquals(
                ByteBuffer.wrap(page),
                new UnsizedPages(codec.codec(), highest).decompress(BytesInput.from(compressed), new byte[0]));
        PageDecompressor lower = new PageDecompressor(codec.codec(), codec.engine(), 999, CorruptPageException::new);
        String message = assertCorrupt(lower, compressed, 1_000, "limit").getMessage();
        assertTrue(message.contains("parquet.fastcodec.max.page.bytes"), message);
        assertThrows(
                CorruptPageException.class,
                () -> lower.decompress(
                        ByteBuffer.wrap(compressed), compressed.length, ByteBuffer.allocate(1_000), 1_000));
        assertThrows(
                CorruptPageException.class,
                () -> new UnsizedPages(codec.codec(), lower).decompress(BytesInput.from(compressed), new byte[2_000]));
        PageDecompressor lowest =
                new PageDecompressor(codec.codec(), codec.engine(), compressed.length - 1, CorruptPageException::new);
        message = assertCorrupt(lowest, compressed, 1, "limit of the compressed size")
                .getMessage();
        assertTrue(message.contains("parquet.fastcodec.max.page.bytes"), message);

        FastCodecFactory factory = new FastCodecFactory(
                FastCodecOptions.from(key -> key.equals("parquet.fastcodec.max.page.bytes") ? "999" : null));
        BytesInputDecompressor configured = factory.getDecompressor(codec.codec());
        assertThrows(CorruptPageException.class, () -> configured.decompress(BytesInput.from(compressed), 1_000));
    }

    // ---- 2: what a page says of its own size is compared with the claim before the engine is called

    // Would catch: a preamble that reaches the native code, which writes as many bytes as it says (CVE-2026-90559).
    @Test
    void safety02_aSnappyPreambleMustEqualTheClaimBeforeTheEngineIsCalled() throws IOException {
        FakeEngine engine = new FakeEngine(CompressionCodecName.SNAPPY);
        PageDecompressor decompressor = decompressor(engine);
        byte[] compressed = OurCodec.best(CompressionCodecName.SNAPPY).compress(PAGE);
        for (int claim : new int[] {0, PAGE.length - 1, PAGE.length + 1, 22 * compressed.length}) {
            CorruptPageException thrown = assertCorrupt(decompressor, compressed, claim, "claim of " + claim);
            assertEquals(PAGE.length, thrown.actualSize());
        }
        byte[][] preambles = {
            {(byte) 0x80}, // goes on behind the page
            bytes(0x80, 0x80, 0x80, 0x80, 0x80, 0x00), // six bytes
            bytes(0x80, 0x80, 0x80, 0x80, 0x10, 0x00), // 2^32
            bytes(0xff, 0xff, 0xff, 0xff, 0x0f, 0x00), // 2^32 - 1, which is -1 in an int
            bytes(0x80, 0x80, 0x04, 0x00), // 64 KiB out of one byte
        };
        for (byte[] preamble : preambles) {
            for (int claim : new int[] {0, 1, 1 << 16}) {
                assertCorrupt(decompressor, preamble, claim, Arrays.toString(preamble));
            }
        }
        assertEquals(0, engine.calls());
    }

    // Would catch: a frame that states one size and is decompressed into room for another.
    @Test
    void safety02_aSizeThatAZstdFrameStatesMustEqualTheClaimBeforeTheEngineIsCalled() throws IOException {
        FakeEngine engine = new FakeEngine(CompressionCodecName.ZSTD);
        PageDecompressor decompressor = decompressor(engine);
        for (int size : new int[] {1, 255, 256, 300, 70_000}) { // each has its own size of the size field, or its edge
            byte[] compressed = OurCodec.best(CompressionCodecName.ZSTD).compress(TestPages.TEXT.ofSize(size));
            for (int claim : new int[] {0, size - 1, size + 1, 2 * size}) {
                if (claim != size) {
                    assertEquals(
                            size,
                            assertCorrupt(decompressor, compressed, claim, "of " + size)
                                    .actualSize());
                }
            }
            for (int length = 1; length < Math.min(compressed.length, 1_000); length++) {
                assertCorrupt(decompressor, Arrays.copyOf(compressed, length), size, "cut to " + length);
            }
        }
        byte[] good = OurCodec.best(CompressionCodecName.ZSTD).compress(PAGE);
        int[][] changes = {{0, 0x29}, {4, good[4] | 0x08}, {5, good[5] + 1}, {7, good[7] | 0x06}};
        for (int[] change : changes) { // magic, reserved bit, stated size, reserved block type
            byte[] damaged = good.clone();
            damaged[change[0]] = (byte) change[1];
            assertCorrupt(decompressor, damaged, PAGE.length, "byte " + change[0]);
        }
        assertEquals(0, engine.calls());
    }

    // Would catch: a claim beyond what the format can reach, for which memory would be allocated, and a limit that
    // rejects the last size that it can reach.
    @Test
    void safety02_aClaimBeyondTheCodecsBestRatioIsRejectedAndTheRatioItselfIsNot() {
        Map<CompressionCodecName, Integer> ratios = new TreeMap<>(Map.of(
                CompressionCodecName.GZIP, 1032,
                CompressionCodecName.LZ4_RAW, 255,
                CompressionCodecName.LZ4, 255,
                CompressionCodecName.LZO, 255));
        ratios.forEach((codec, ratio) -> {
            FakeEngine engine = new FakeEngine(codec).decompressing((s, so, sl, target, to, room) -> room);
            PageDecompressor decompressor = decompressor(engine);
            byte[] compressed = ByteBuffer.allocate(1_000)
                    .putInt(ratio * 1_000)
                    .putInt(1_000 - 2 * Integer.BYTES)
                    .array();
            assertCorrupt(decompressor, compressed, ratio * 1_000 + 1, codec.name());
            assertEquals(0, engine.calls(), codec.name());
            try {
                assertEquals(ratio * 1_000, decompressed(decompressor, compressed, ratio * 1_000).length);
            } catch (IOException e) {
                throw new AssertionError(codec.name(), e);
            }
        });
    }

    // ---- 3: what is produced equals the claim, and nothing is left over

    // Would catch: a short page that is filled up with zeros, a long one that is cut off.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety03_aClaimThatDiffersFromThePageByOneIsCorrupt(OurCodec codec) throws IOException {
        for (TestPages shape : TestPages.values()) {
            for (int size : new int[] {1, 300, 70_000}) {
                byte[] compressed = codec.compress(shape.ofSize(size));
                for (int claim : new int[] {0, size - 1, size + 1}) {
                    assertCorrupt(codec.decompressor(), compressed, claim, claim + " for " + shape.describe(size));
                }
            }
        }
    }

    // Would catch: a decoder that takes the end of its input for the end of the page.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety03_aPageThatIsCutOffAnywhereIsCorrupt(OurCodec codec) throws IOException {
        byte[] compressed = codec.compress(PAGE);
        PageDecompressor decompressor = codec.decompressor();
        for (int length = 0; length < compressed.length; length++) {
            assertCorrupt(decompressor, Arrays.copyOf(compressed, length), PAGE.length, "cut to " + length + " bytes");
        }
        assertArrayEquals(PAGE, decompressed(decompressor, compressed, PAGE.length));
    }

    // Would catch: a decoder that stops when it has enough and never looks at what follows.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety03_bytesBehindThePageAreCorrupt(OurCodec codec) throws IOException {
        byte[] compressed = codec.compress(PAGE);
        PageDecompressor decompressor = codec.decompressor();
        for (int length = 1; length <= 16; length++) {
            for (int value : new int[] {0x00, 0x2a, 0x80, 0xff}) {
                byte[] tail = new byte[length];
                Arrays.fill(tail, (byte) value);
                boolean endOfFrames = codec.isFramed() && value == 0 && length == Integer.BYTES;
                if (!endOfFrames) {
                    assertCorrupt(decompressor, joined(compressed, tail), PAGE.length, length + " times " + value);
                }
            }
        }
        assertCorrupt(decompressor, joined(compressed, compressed), PAGE.length, "twice");
        assertArrayEquals(PAGE, decompressed(decompressor, compressed, PAGE.length));
    }

    // Would catch: a count that is believed, so that the rest of the page is zeros, or ignored, so that it is too
    // short.
    @Test
    void safety03_anEngineThatProducesAnotherCountThanTheClaimIsNotBelieved() {
        for (int lie : new int[] {-1, 0, 99, 101, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            FakeEngine engine = fake().decompressing((s, so, sl, target, to, room) -> lie);
            CorruptPageException thrown = assertCorrupt(decompressor(engine), new byte[100], 100, "count " + lie);
            if (lie >= 0) {
                assertEquals(lie, thrown.actualSize());
            }
            assertEquals("1", engine.closed());
        }
    }

    // Would catch: a block that is said to hold more than its frame, so that what follows in the page is left as
    // zeros.
    @ParameterizedTest
    @EnumSource(names = {"LZ4", "LZO"})
    void safety03_anEngineThatProducesMoreThanItsFrameHasRoomForIsNotBelieved(CompressionCodecName codec) {
        FakeEngine engine = new FakeEngine(codec).decompressing((s, so, sl, target, to, room) -> 2 * room);
        assertCorrupt(decompressor(engine), frame(100, new byte[10]), 200, "one frame that fills the room of two");
    }

    // Would catch: a compressed page with a length that is not the engine's, or beyond the array.
    @Test
    void safety03_anEngineThatSaysItWroteMoreThanThereIsRoomForIsNotBelieved() {
        for (int lie : new int[] {-1, 101, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            FakeEngine engine = fake().compressing((s, so, sl, target, to, room) -> lie);
            PageCompressor compressor =
                    new PageCompressor(CompressionCodecName.LZ4_RAW, engine, CompressionSettings.ofLevel(0));
            IOException thrown =
                    assertThrows(IOException.class, () -> compressor.compress(BytesInput.from(new byte[100])));
            assertTrue(thrown.getMessage().contains("fake"), thrown::getMessage);
            assertEquals("1", engine.closed());
        }
    }

    // Would catch: a bound that overflows int, and a page that would need an array that no JVM has.
    @Test
    void safety03_aPageThatMayNeedMoreThanTheLongestArrayIsRefused() {
        FakeEngine engine = fake();
        FakeEngine roomy = fake().creating(
                        () -> new TooRoomy(engine.newCompressor(CompressionSettings.ofLevel(0))),
                        engine::newDecompressor);
        PageCompressor compressor =
                new PageCompressor(CompressionCodecName.LZ4_RAW, roomy, CompressionSettings.ofLevel(0));
        String message = assertThrows(IOException.class, () -> compressor.compress(BytesInput.from(PAGE)))
                .getMessage();
        assertTrue(message.contains("parquet.page.size"), message);
        assertEquals(0, engine.calls());
        assertEquals("1", engine.closed());
    }

    // Would catch: an input whose size is believed, so that what scratch memory held before becomes part of the
    // page.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety03_anInputThatGivesAnotherNumberOfBytesThanItsSizeSaysIsAnError(OurCodec codec) throws IOException {
        byte[] compressed = codec.compress(PAGE);
        PageCompressor compressor = codec.compressor();
        PageDecompressor decompressor = codec.decompressor();
        for (int error : new int[] {-1, 1}) {
            ByteArrayOutputStream lying = new ByteArrayOutputStream() {
                @Override
                public synchronized int size() {
                    return super.size() + error;
                }
            };
            lying.writeBytes(PAGE);
            assertThrows(IOException.class, () -> compressor.compress(BytesInput.from(lying)), "error " + error);
        }
        assertThrows(IOException.class, () -> compressor.compress(BytesInput.from(stream(PAGE), PAGE.length + 1)));
        assertThrows(
                IOException.class,
                () -> decompressor.decompress(BytesInput.from(stream(compressed), compressed.length + 1), PAGE.length));
        assertArrayEquals(
                PAGE,
                decompressed(decompressor, TestPages.toArray(compressor.compress(BytesInput.from(PAGE))), PAGE.length));
    }

    // ---- 4: GZIP

    // Would catch: a header of ten bytes that is taken for granted.
    @ParameterizedTest
    @MethodSource("gzip")
    void safety04_gzipHeadersWithEveryOptionalFieldAreRead(OurCodec gzip) throws IOException {
        byte[] name = "page.bin\0".getBytes(StandardCharsets.ISO_8859_1);
        byte[] extra = bytes(5, 0, 1, 2, 3, 4, 5);
        for (int flags = 0; flags < 32; flags++) {
            byte[] header = gzipHeader(flags, extra, name);
            assertArrayEquals(PAGE, gzip.decompress(gzipMember(header, PAGE, 0, 0), PAGE.length), "flags " + flags);
            for (int length = 1; length < header.length; length++) {
                assertCorrupt(gzip.decompressor(), Arrays.copyOf(header, length), PAGE.length, "flags " + flags);
            }
            if ((flags & 2) != 0) {
                header[header.length - 1] ^= 1;
                assertCorrupt(
                        gzip.decompressor(), gzipMember(header, PAGE, 0, 0), PAGE.length, "header CRC, flags " + flags);
            }
        }
    }

    // Would catch: a header that is skipped without a look, so that anything with deflate data in it is a page.
    @ParameterizedTest
    @MethodSource("gzip")
    void safety04_gzipHeadersWithAWrongMagicMethodOrReservedFlagAreCorrupt(OurCodec gzip) {
        int[][] changes = {{0, 0x1e}, {1, 0x8c}, {2, 0}, {2, 7}, {3, 0x20}, {3, 0x40}, {3, 0x80}};
        for (int[] change : changes) {
            byte[] header = gzipHeader(0, null, null);
            header[change[0]] = (byte) change[1];
            assertCorrupt(gzip.decompressor(), gzipMember(header, PAGE, 0, 0), PAGE.length, Arrays.toString(change));
        }
    }

    // Would catch: a trailer that nobody reads (parquet-java's own path), or whose fields are compared with each
    // other's.
    @ParameterizedTest
    @MethodSource("gzip")
    void safety04_aGzipTrailerThatDiffersFromThePageIsCorrupt(OurCodec gzip) {
        byte[] header = gzipHeader(0, null, null);
        for (int error : new int[] {1, -1, 1 << 8, 1 << 16, 1 << 31}) {
            assertCorrupt(gzip.decompressor(), gzipMember(header, PAGE, error, 0), PAGE.length, "CRC32 + " + error);
            assertCorrupt(gzip.decompressor(), gzipMember(header, PAGE, 0, error), PAGE.length, "ISIZE + " + error);
        }
        byte[] empty = new byte[0];
        assertCorrupt(gzip.decompressor(), gzipMember(header, empty, 1, 0), 0, "CRC32 of an empty page");
        assertCorrupt(gzip.decompressor(), gzipMember(header, empty, 0, 1), 0, "ISIZE of an empty page");
    }

    // Would catch: a reader that stops after the first member, or checks the last one's trailer only.
    @ParameterizedTest
    @MethodSource("gzip")
    void safety04_concatenatedGzipMembersAreOnePageAndEachTrailerCounts(OurCodec gzip) throws IOException {
        byte[] header = gzipHeader(0, null, null);
        byte[] twice = joined(PAGE, PAGE);
        byte[] good = gzipMember(header, PAGE, 0, 0);
        byte[] empty = gzipMember(header, new byte[0], 0, 0);
        assertArrayEquals(twice, gzip.decompress(joined(good, good), twice.length));
        assertArrayEquals(twice, gzip.decompress(joined(empty, joined(good, joined(good, empty))), twice.length));
        for (int error : new int[] {0, 1}) {
            byte[] bad = gzipMember(header, PAGE, error, 1 - error);
            assertCorrupt(gzip.decompressor(), joined(bad, good), twice.length, "first of two");
            assertCorrupt(gzip.decompressor(), joined(good, bad), twice.length, "second of two");
        }
        assertCorrupt(gzip.decompressor(), joined(good, good), PAGE.length, "two members for a claim of one");
        for (int length = 1; length < 12; length++) {
            assertCorrupt(gzip.decompressor(), joined(good, new byte[length]), PAGE.length, length + " zeros behind");
        }
    }

    static Stream<OurCodec> gzip() {
        return OurCodec.of(CompressionCodecName.GZIP).stream();
    }

    // ---- 2 and 3 for ZSTD: every legal sequence of frames is read

    // Would catch: a parser that knows only the one kind of frame that we write.
    @ParameterizedTest
    @MethodSource("zstd")
    void safety03_zstdPagesOfSeveralFramesAndWithoutStatedSizesAreRead(OurCodec zstd) throws IOException {
        byte[] twice = joined(PAGE, PAGE);
        byte[] stated = zstd.compress(PAGE);
        byte[] unstated = ReferenceCodecs.of(CompressionCodecName.ZSTD).stream()
                .filter(reference -> reference.name().equals("zstd-jni streams"))
                .findAny()
                .orElseThrow()
                .compress(PAGE);
        byte[] skippable = bytes(0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);
        assertFalse(Arrays.equals(stated, unstated));
        for (byte[] first : new byte[][] {stated, unstated}) {
            for (byte[] second : new byte[][] {stated, unstated}) {
                byte[] page = joined(skippable, joined(first, joined(skippable, joined(second, skippable))));
                assertArrayEquals(twice, zstd.decompress(joined(first, second), twice.length));
                assertArrayEquals(twice, zstd.decompress(page, twice.length));
                assertCorrupt(zstd.decompressor(), page, twice.length - 1, "one less");
                assertCorrupt(zstd.decompressor(), page, twice.length + 1, "one more");
                assertCorrupt(zstd.decompressor(), Arrays.copyOf(page, page.length - 1), twice.length, "cut");
            }
        }
        assertEquals(0, zstd.decompress(skippable, 0).length);
        for (int flag = 1; flag <= 3; flag++) { // an ID of no dictionary, in each length that it can have
            byte[] header = joined(bytes(0x28, 0xb5, 0x2f, 0xfd, 0x20 | flag), new byte[flag == 3 ? 4 : flag]);
            byte[] rawBlock = bytes(3, 3 << 3 | 1, 0, 0, 'a', 'b', 'c'); // after the content size
            assertArrayEquals(bytes('a', 'b', 'c'), zstd.decompress(joined(header, rawBlock), 3), "flag " + flag);
        }
    }

    static Stream<OurCodec> zstd() {
        return OurCodec.of(CompressionCodecName.ZSTD).stream();
    }

    // ---- 5: Hadoop's framing

    // Would catch: a reader that knows only the frames that we write; Hadoop puts several blocks into one when it
    // is asked to write more than its buffer at once.
    @ParameterizedTest
    @MethodSource("framedCodecs")
    void safety05_framesOfSeveralBlocksAndPagesOfSeveralFramesAreRead(OurCodec codec) throws IOException {
        byte[] half = block(codec, Arrays.copyOf(PAGE, 150));
        byte[] rest = block(codec, Arrays.copyOfRange(PAGE, 150, PAGE.length));
        byte[] oneFrame = frame(PAGE.length, half, rest);
        byte[] twoFrames = joined(frame(150, half), frame(PAGE.length - 150, rest));
        byte[] end = frame(0);
        for (byte[] page : new byte[][] {oneFrame, twoFrames, joined(oneFrame, end), joined(twoFrames, end)}) {
            assertArrayEquals(PAGE, codec.decompress(page, PAGE.length));
            assertCorrupt(codec.decompressor(), page, PAGE.length + 1, "one more");
            assertCorrupt(codec.decompressor(), page, PAGE.length - 1, "one less");
        }
        assertEquals(0, codec.decompress(end, 0).length);
        assertCorrupt(codec.decompressor(), joined(end, oneFrame), PAGE.length, "a page behind its end");
        assertCorrupt(codec.decompressor(), joined(end, end), 0, "an end behind the end");
        assertCorrupt(codec.decompressor(), twoFrames, 150, "two frames for a claim of one");
        assertCorrupt(codec.decompressor(), frame(150, half), PAGE.length, "one frame for a claim of two");
    }

    // Would catch: a size that is used before it is compared with what is left of input and output, and a loop that
    // makes no progress.
    @ParameterizedTest
    @MethodSource("framedCodecs")
    void safety05_frameAndBlockSizesBeyondWhatIsLeftAreCorrupt(OurCodec codec) throws IOException {
        byte[] block = block(codec, PAGE);
        byte[] good = frame(PAGE.length, block);
        assertArrayEquals(PAGE, codec.decompress(good, PAGE.length));
        for (int field : new int[] {0, Integer.BYTES}) {
            int right = ByteBuffer.wrap(good).getInt(field);
            for (int wrong : new int[] {
                0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, right - 1, right + 1, right + 8, 1 << 24, -right
            }) {
                byte[] damaged = good.clone();
                ByteBuffer.wrap(damaged).putInt(field, wrong);
                assertCorrupt(codec.decompressor(), damaged, PAGE.length, "size field at " + field + " = " + wrong);
            }
        }
        byte[] empty = block(codec, new byte[0]);
        assertCorrupt(codec.decompressor(), frame(PAGE.length, empty, block), PAGE.length, "a block of nothing");
        assertCorrupt(codec.decompressor(), frame(PAGE.length, new byte[0], block), PAGE.length, "a block of no bytes");
        assertCorrupt(codec.decompressor(), frame(1, empty), 1, "a frame of nothing");
        FakeEngine engine =
                new FakeEngine(codec.codec()).decompressing((s, so, sl, target, to, room) -> sl == 0 ? room : -1);
        assertCorrupt(decompressor(engine), frame(8, new byte[0]), 8, "an engine is promised a byte at least");
    }

    // Would catch: parquet-cpp's older files, whose LZ4 has no framing (PARQUET-1878), that are not read, or what a
    // failed attempt to read frames left in the page.
    @Test
    void safety05_aRawLz4BlockIsReadAsLegacyLz4() throws IOException {
        PageCodec raw = ReferenceCodecs.rawLz4();
        for (OurCodec lz4 : OurCodec.of(CompressionCodecName.LZ4)) {
            for (TestPages shape : TestPages.values()) {
                for (int size : new int[] {0, 1, 12, 13, 300, 70_000, 300_000}) {
                    byte[] page = shape.ofSize(size);
                    byte[] compressed = raw.compress(page);
                    assertArrayEquals(page, lz4.decompress(compressed, size), shape.describe(size));
                    assertCorrupt(lz4.decompressor(), compressed, size + 1, shape.describe(size));
                }
            }
        }
    }

    // Would catch: bytes of frames that failed in a raw block that refers to what it has not written (CVE-2025-67721).
    @Test
    void safety05_whatFailedFramesLeftDoesNotShowThroughTheRawBlock() throws IOException {
        int framedBlock = 10;
        FakeEngine engine = new FakeEngine(CompressionCodecName.LZ4)
                .decompressing((source, sourceOffset, sourceLength, target, targetOffset, room) -> {
                    if (sourceLength == framedBlock) {
                        Arrays.fill(target, targetOffset, targetOffset + room, (byte) 0x55);
                    }
                    return room;
                });
        byte[] damaged = joined(frame(50, new byte[framedBlock]), bytes(0xff, 0xff, 0xff, 0xff));
        assertArrayEquals(new byte[100], decompressed(decompressor(engine), damaged, 100));
        assertEquals(2, engine.calls());
    }

    // Would catch: a fallback that a codec without history does not need, and that makes more of damaged pages
    // readable.
    @Test
    void safety05_aRawLzoBlockIsCorrupt() throws IOException {
        for (OurCodec lzo : OurCodec.of(CompressionCodecName.LZO)) {
            assertCorrupt(lzo.decompressor(), block(lzo, PAGE), PAGE.length, "raw block");
        }
    }

    // ---- 6: nothing

    // Would catch: an engine that is called for no bytes and calls that corrupt.
    @Test
    void safety06_noBytesForAClaimOfNoneIsAnEmptyPageWithoutACallOfTheEngine() throws IOException {
        FakeEngine engine = fake();
        PageDecompressor decompressor = decompressor(engine);
        assertEquals(0, decompressor.decompress(BytesInput.empty(), 0).size());
        assertEquals(0, decompressor.decompress(BytesInput.from(new byte[0]), 0).size());
        decompressor.decompress(ByteBuffer.allocate(3), 0, ByteBuffer.allocateDirect(0), 0);
        assertEquals(0, engine.calls());
    }

    // Would catch: bytes that are not looked at because nothing is expected of them.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety06_someBytesForAClaimOfNoneAreDecodedAndVerified(OurCodec codec) throws IOException {
        byte[] empty = codec.compress(new byte[0]);
        assertTrue(empty.length > 0, "no bytes at all are no page to other readers");
        assertEquals(0, codec.decompress(empty, 0).length);
        assertCorrupt(codec.decompressor(), codec.compress(new byte[1]), 0, "a page of one byte");
        assertCorrupt(codec.decompressor(), codec.compress(PAGE), 0, "a page");
        for (int length = 1; length < 20; length++) {
            byte[] garbage = new byte[length];
            Arrays.fill(garbage, (byte) 0x2a);
            assertCorrupt(codec.decompressor(), garbage, 0, length + " bytes of garbage");
        }
    }

    // Would catch: a page of zeros for a page without bytes.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety06_noBytesForAClaimOfSomeAreCorrupt(OurCodec codec) {
        for (int claim : new int[] {1, 300, 1 << 20}) {
            CorruptPageException thrown = assertCorrupt(codec.decompressor(), new byte[0], claim, "claim " + claim);
            assertEquals(0, thrown.compressedSize());
            ByteBuffer output = ByteBuffer.allocate(claim);
            assertThrows(
                    CorruptPageException.class,
                    () -> codec.decompressor().decompress(ByteBuffer.allocate(0), 0, output, claim));
            assertEquals(0, output.position());
        }
    }

    // ---- 7: a failure has no consequences (unchanged buffers: CodecContractTest)

    // Would catch: a context in the middle of a page that gets the next one.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety07_afterAPageThatFailsTheNextGoodPageIsRead(OurCodec codec) throws IOException {
        byte[] compressed = codec.compress(PAGE);
        PageDecompressor decompressor = codec.decompressor();
        for (int length = 0; length <= compressed.length; length++) {
            byte[] damaged = compressed.clone();
            Arrays.fill(damaged, length, damaged.length, (byte) 0xee);
            try {
                decompressor.decompress(BytesInput.from(damaged), PAGE.length);
            } catch (CorruptPageException e) {
                // as it should be for most
            }
            assertArrayEquals(PAGE, decompressed(decompressor, compressed, PAGE.length), "after " + length);
        }
    }

    // Would catch: a context that goes back to the pool after a failure, that is never freed, or that is freed
    // twice.
    @Test
    void safety07_aContextThatFailedIsClosedOnceAndNotUsedAgain() throws IOException {
        Throwable[] failures = {
            new IOException("corrupt"),
            new ArrayIndexOutOfBoundsException("corrupt"),
            new OutOfMemoryError("of the test")
        };
        for (Throwable failure : failures) {
            FakeEngine.Call failing = (source, sourceOffset, sourceLength, target, targetOffset, room) -> {
                if (source[sourceOffset] != 0) {
                    throw FakeEngine.<RuntimeException>unchecked(failure);
                }
                return sourceLength;
            };
            FakeEngine reading = fake().decompressing(failing);
            PageDecompressor decompressor = decompressor(reading);
            byte[] bad = bytes(1, 2, 3);
            for (int i = 0; i < 3; i++) {
                assertEquals(3, decompressed(decompressor, new byte[3], 3).length);
                Throwable thrown = assertThrows(Throwable.class, () -> decompressed(decompressor, bad, 3));
                assertSame(failure, failure instanceof Error ? thrown : thrown.getCause());
                assertEquals(!(failure instanceof Error), thrown instanceof CorruptPageException);
            }
            assertEquals("1, 1, 1", reading.closed());

            FakeEngine writing = fake().compressing(failing);
            PageCompressor compressor =
                    new PageCompressor(CompressionCodecName.LZ4_RAW, writing, CompressionSettings.ofLevel(0));
            for (int i = 0; i < 3; i++) {
                assertEquals(
                        3, compressor.compress(BytesInput.from(new byte[3])).size());
                Throwable thrown = assertThrows(Throwable.class, () -> compressor.compress(BytesInput.from(bad)));
                assertSame(failure, failure instanceof Error ? thrown : thrown.getCause());
            }
            assertEquals("1, 1, 1", writing.closed());
        }
    }

    // Would catch: a part of a page that failed in memory that the caller gave, where a reader may take it for values.
    @Test
    void safety07_whatAPageThatFailsLeftInTheCallersMemoryIsZeroed() {
        FakeEngine.Call tooLittle = (source, sourceOffset, sourceLength, target, targetOffset, room) -> room - 1;
        FakeEngine.Call corrupt = (source, sourceOffset, sourceLength, target, targetOffset, room) -> {
            throw new IOException("corrupt");
        };
        FakeEngine.Call outOfMemory = (source, sourceOffset, sourceLength, target, targetOffset, room) -> {
            throw new OutOfMemoryError("of the test");
        };
        for (FakeEngine.Call end : List.of(tooLittle, corrupt, outOfMemory)) {
            FakeEngine engine = fake().decompressing(
                            (source, sourceOffset, sourceLength, target, targetOffset, room) -> {
                                Arrays.fill(target, targetOffset, targetOffset + room, (byte) 0x55);
                                return end.run(source, sourceOffset, sourceLength, target, targetOffset, room);
                            });
            byte[] target = new byte[PAGE.length];
            PageDecompressor decompressor = decompressor(engine);
            assertThrows(Throwable.class, () -> {
                try (PageCall page = decompressor.begin()) {
                    decompressor.take(BytesInput.from(PAGE), target.length);
                    decompressor.decompressed(target.length, target);
                    page.done(target.length);
                }
            });
            assertArrayEquals(new byte[PAGE.length], target);
        }
    }

    // Would catch: an engine that says of itself that it never shows what its target held, and does.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety07_memoryThatIsUsedAgainShowsNothingOfWhatItHeld(OurCodec codec) throws IOException {
        byte[] compressed = codec.compress(TestPages.TEXT.ofSize(3_000));
        UnsizedPages decompressor = new UnsizedPages(codec.codec(), codec.decompressor());
        long seed = 4_711;
        Random random = new Random(seed);
        byte[] memory = new byte[1 << 20];
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = compressed.clone();
            for (int j = random.nextInt(3); j >= 0; j--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            byte[] one = unsized(decompressor, damaged, memory, 0x55);
            byte[] two = unsized(decompressor, damaged, memory, 0xaa);
            assertArrayEquals(one, two, "page " + i + " of seed " + seed);
        }
    }

    private static byte[] unsized(UnsizedPages decompressor, byte[] page, byte[] memory, int held) {
        Arrays.fill(memory, (byte) held);
        try {
            ByteBuffer decompressed = decompressor.decompress(BytesInput.from(page), memory);
            byte[] bytes = new byte[decompressed.remaining()];
            decompressed.get(bytes);
            return bytes;
        } catch (IOException e) {
            return null;
        }
    }

    // ---- 8: errors

    // Would catch: sizes in the wrong order, and page content (other people's data) in a log.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety08_corruptDataIsReportedWithNamesAndSizesAndWithoutContent(OurCodec codec) throws IOException {
        String secret = "confidential-";
        byte[] page = secret.repeat(20).getBytes(StandardCharsets.US_ASCII);
        byte[] compressed = codec.compress(page);
        byte[] cut = Arrays.copyOf(compressed, compressed.length - 1);
        byte[] shifted = new byte[compressed.length];
        System.arraycopy(compressed, 0, shifted, 1, shifted.length - 1);
        byte[] plain = page.clone();
        for (byte[] damaged : new byte[][] {cut, shifted, plain, joined(compressed, plain)}) {
            CorruptPageException thrown = assertCorrupt(codec.decompressor(), damaged, page.length, "damaged");
            assertEquals(codec.codec(), thrown.codec());
            assertEquals(codec.engine().name(), thrown.engine());
            assertEquals(damaged.length, thrown.compressedSize());
            assertEquals(page.length, thrown.expectedSize());
            assertTrue(thrown.actualSize() == CorruptPageException.UNKNOWN_SIZE || thrown.actualSize() >= 0);
            for (String part : new String[] {
                codec.codec().name(), codec.engine().name(), damaged.length + " bytes", page.length + " bytes"
            }) {
                assertTrue(thrown.getMessage().contains(part), () -> part + " in: " + thrown.getMessage());
            }
            for (Throwable t = thrown; t != null; t = t.getCause()) {
                String message = String.valueOf(t.getMessage());
                assertFalse(message.contains("confid") || message.matches(".*0x[0-9a-f]{6,}.*|.*\\[B@.*"), message);
            }
        }
    }

    // Would catch: an instance that works on after its release and hides a use after close.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety08_useAfterReleaseIsAnIllegalState(OurCodec codec) throws IOException {
        byte[] compressed = codec.compress(PAGE);
        PageCompressor compressor = codec.compressor();
        PageDecompressor decompressor = codec.decompressor();
        PageDecompressor other = codec.decompressor();
        for (int i = 0; i < 2; i++) {
            compressor.release();
            decompressor.release();
        }
        assertThrows(IllegalStateException.class, () -> compressor.compress(BytesInput.from(PAGE)));
        assertThrows(IllegalStateException.class, () -> decompressed(decompressor, compressed, PAGE.length));
        assertThrows(
                IllegalStateException.class,
                () -> decompressor.decompress(
                        ByteBuffer.wrap(compressed), compressed.length, ByteBuffer.allocate(300), 300));
        assertArrayEquals(PAGE, decompressed(other, compressed, PAGE.length));
    }

    // ---- 9: two threads

    // Would catch: two threads in one context, which corrupts data silently; and a detection that sticks.
    @Test
    void safety09_anInstanceInUseByTwoThreadsIsDetectedAndUsableAfterwards() throws Exception {
        try (Blocked reading = new Blocked()) {
            PageDecompressor decompressor = decompressor(fake().decompressing(reading));
            reading.during(() -> decompressed(decompressor, PAGE, PAGE.length), () -> {
                IllegalStateException thrown =
                        assertThrows(IllegalStateException.class, () -> decompressed(decompressor, PAGE, PAGE.length));
                assertTrue(thrown.getMessage().contains("another thread"), thrown::getMessage);
                assertThrows(
                        IllegalStateException.class,
                        () -> decompressor.decompress(ByteBuffer.wrap(PAGE), 300, ByteBuffer.allocate(300), 300));
            });
            assertArrayEquals(PAGE, decompressed(decompressor, PAGE, PAGE.length));
        }
        try (Blocked writing = new Blocked()) {
            FakeEngine engine = fake().compressing(writing);
            PageCompressor compressor =
                    new PageCompressor(CompressionCodecName.LZ4_RAW, engine, CompressionSettings.ofLevel(0));
            writing.during(
                    () -> TestPages.toArray(compressor.compress(BytesInput.from(PAGE))),
                    () -> assertThrows(IllegalStateException.class, () -> compressor.compress(BytesInput.from(PAGE))));
            assertArrayEquals(PAGE, TestPages.toArray(compressor.compress(BytesInput.from(PAGE))));
        }
    }

    // Would catch: a release that takes the memory away from under a call, or is forgotten when the call ends.
    @Test
    void safety09_aReleaseDuringACallLetsItFinishAndEndsTheInstance() throws Exception {
        try (Blocked reading = new Blocked()) {
            FakeEngine engine = fake().decompressing(reading);
            PageDecompressor decompressor = decompressor(engine);
            reading.during(() -> decompressed(decompressor, PAGE, PAGE.length), () -> {
                decompressor.release();
                assertEquals("0", engine.closed());
                String message = assertThrows(
                                IllegalStateException.class, () -> decompressed(decompressor, PAGE, PAGE.length))
                        .getMessage();
                assertTrue(message.contains("released"), message);
            });
            assertThrows(IllegalStateException.class, () -> decompressed(decompressor, PAGE, PAGE.length));
        }
    }

    // Would catch: an instance that is bound to the thread that made it; readers hand theirs from thread to thread.
    @ParameterizedTest
    @MethodSource("codecs")
    void safety09_threadsMayUseAnInstanceOneAfterTheOther(OurCodec codec) throws Exception {
        PageCompressor compressor = codec.compressor();
        PageDecompressor decompressor = codec.decompressor();
        for (int i = 0; i < 4; i++) {
            ExecutorService executor = Executors.newSingleThreadExecutor();
            try {
                Future<byte[]> page = executor.submit(() -> decompressed(
                        decompressor, TestPages.toArray(compressor.compress(BytesInput.from(PAGE))), PAGE.length));
                assertArrayEquals(PAGE, page.get());
            } finally {
                executor.shutdownNow();
            }
        }
    }

    // ---- 10: the factory

    // Would catch: the reader that closes first and takes the codecs of all others along.
    @ParameterizedTest
    @EnumSource
    void safety10_theFactoryAndAllThatItGaveWorkOnAfterItsRelease(CompressionCodecName codec) throws IOException {
        FastCodecFactory factory = new FastCodecFactory();
        BytesInputCompressor compressor = factory.getCompressor(codec);
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        for (int i = 0; i < 3; i++) {
            factory.release();
            byte[] compressed = TestPages.toArray(compressor.compress(BytesInput.from(PAGE)));
            assertArrayEquals(
                    PAGE, TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), PAGE.length)));
            BytesInputDecompressor another = factory.getDecompressor(codec);
            assertArrayEquals(PAGE, TestPages.toArray(another.decompress(BytesInput.from(compressed), PAGE.length)));
            another.release();
            factory.getCompressor(codec).release();
        }
    }

    // ---- 12: what is known of single libraries

    // Would catch: a cap that the library takes for "none", and what was pulled beyond the claim that is not looked at.
    @Test
    void safety12_aBrotliStreamIsReadNoFurtherThanItsClaim() {
        byte[] bomb =
                bytes(0x5b, 0xff, 0xff, 0x0f, 0x40, 0x02, 0x20, 0x1e, 0x0b, 0x24, 0xf7, 0xfe, 0x01); // 1 MiB of zeros
        for (OurCodec brotli : OurCodec.of(CompressionCodecName.BROTLI)) {
            for (int claim : new int[] {0, 1, 1_000, 100_000}) {
                String message = assertCorrupt(brotli.decompressor(), bomb, claim, brotli + ", claim " + claim)
                        .getMessage();
                assertTrue(
                        message.contains("exceeds the expected size") || message.contains("goes on after the expected"),
                        message);
            }
        }
    }

    // Would catch: a call of what trusts a page (LZ4's fast decompressor reads out of bounds where a block is corrupt,
    // CVE-2025-12183) or of helpers that look at memory without its bounds.
    @Test
    void safety12_noEngineCallsWhatItsLibraryTrustsAPageWith() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                String code = Files.readString(source).replaceAll("//.*|(?s)/\\*.*?\\*/", "");
                for (String call : new String[] {
                    "fastDecompressor(",
                    "fastestInstance(",
                    "decompressDirectByteBuffer(",
                    "DirectByteBufferSize(",
                    "DirectByteBufferFrameContentSize(",
                    "rawUncompress(",
                    "unsafeInstance("
                }) {
                    assertFalse(code.contains(call), () -> source + " calls " + call);
                }
            }
        }
    }

    private static FakeEngine fake() {
        return new FakeEngine(CompressionCodecName.LZ4_RAW); // the codec about whose pages nothing is known beforehand
    }

    private static PageDecompressor decompressor(FakeEngine engine) {
        return new PageDecompressor(
                engine.codecs().iterator().next(), engine, ByteArrays.MAX_LENGTH, CorruptPageException::new);
    }

    private static byte[] decompressed(PageDecompressor decompressor, byte[] compressed, int size) throws IOException {
        return TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), size));
    }

    private static CorruptPageException assertCorrupt(
            PageDecompressor decompressor, byte[] compressed, int claim, String what) {
        return assertThrows(
                CorruptPageException.class, () -> decompressor.decompress(BytesInput.from(compressed), claim), what);
    }

    private static ByteArrayInputStream stream(byte[] content) {
        return new ByteArrayInputStream(content);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static byte[] joined(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    /** Returns a gzip header with the fields that {@code flags} name (RFC 1952), a correct CRC16 among them. */
    private static byte[] gzipHeader(int flags, byte[] extra, byte[] text) {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        header.writeBytes(bytes(0x1f, 0x8b, 8, flags, 1, 2, 3, 4, 0, 255));
        if ((flags & 4) != 0) {
            header.writeBytes(extra);
        }
        for (int flag : new int[] {8, 16}) { // name, comment
            if ((flags & flag) != 0) {
                header.writeBytes(text);
            }
        }
        if ((flags & 2) != 0) {
            int crc = crc32(header.toByteArray());
            header.writeBytes(bytes(crc, crc >>> 8));
        }
        return header.toByteArray();
    }

    private static byte[] gzipMember(byte[] header, byte[] content, int crcError, int sizeError) {
        Deflater deflater = new Deflater(6, true);
        deflater.setInput(content);
        deflater.finish();
        byte[] deflated = new byte[content.length + 100];
        int length = deflater.deflate(deflated);
        deflater.end();
        return ByteBuffer.allocate(header.length + length + 2 * Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(header)
                .put(deflated, 0, length)
                .putInt(crc32(content) + crcError)
                .putInt(content.length + sizeError)
                .array();
    }

    private static int crc32(byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content);
        return (int) crc.getValue();
    }

    /** Returns a frame of Hadoop's block streams, with the blocks and the uncompressed size that are given. */
    private static byte[] frame(int size, byte[]... blocks) {
        ByteBuffer frame = ByteBuffer.allocate(10_000).putInt(size);
        for (byte[] block : blocks) {
            frame.putInt(block.length).put(block);
        }
        return Arrays.copyOf(frame.array(), frame.position());
    }

    /** Returns a raw block, without framing. */
    private static byte[] block(OurCodec codec, byte[] content) throws IOException {
        try (BlockCompressor compressor =
                Engines.forCompression(codec.codec()).newCompressor(CompressionSettings.ofLevel(0))) {
            byte[] block = new byte[(int) compressor.maxCompressedLength(content.length)];
            return Arrays.copyOf(block, compressor.compress(content, 0, content.length, block, 0, block.length));
        }
    }

    /** A compressor that may need more than any array has. */
    private record TooRoomy(BlockCompressor compressor) implements BlockCompressor {
        @Override
        public long maxCompressedLength(int sourceLength) {
            return 1L << 32;
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int room)
                throws IOException {
            return compressor.compress(source, sourceOffset, sourceLength, target, targetOffset, room);
        }

        @Override
        public void close() {
            compressor.close();
        }
    }

    private interface Work {
        byte[] run() throws IOException;
    }

    /** A call of an engine, to copy, whose first run waits until the test has done something else meanwhile. */
    private static final class Blocked implements FakeEngine.Call, AutoCloseable {
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private final ExecutorService executor = Executors.newSingleThreadExecutor();

        @Override
        public int run(byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int room) {
            try {
                if (entered.getCount() > 0) { // a second call must not wait for itself if it gets here at all
                    entered.countDown();
                    goOn.await();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return FakeEngine.copy(source, sourceOffset, sourceLength, target, targetOffset, room);
        }

        void during(Work work, Runnable meanwhile) throws Exception {
            Future<byte[]> result = executor.submit(work::run);
            entered.await();
            try {
                meanwhile.run();
            } finally {
                goOn.countDown();
            }
            assertArrayEquals(PAGE, result.get());
        }

        @Override
        public void close() {
            executor.shutdownNow();
        }
    }
}
