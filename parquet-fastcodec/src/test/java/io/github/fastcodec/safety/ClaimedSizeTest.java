// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static io.github.fastcodec.safety.SafetyPages.PAGE;
import static io.github.fastcodec.safety.SafetyPages.assertCorrupt;
import static io.github.fastcodec.safety.SafetyPages.assertSize;
import static io.github.fastcodec.safety.SafetyPages.bytes;
import static io.github.fastcodec.safety.SafetyPages.decompressed;
import static io.github.fastcodec.safety.SafetyPages.decompressor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.internal.page.UnsizedPages;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * "Sizes" and "Stated size" in docs/safety.md: a page's claimed size is checked before memory is allocated and before the engine
 * is called. BombTest has further tests of "Sizes".
 */
class ClaimedSizeTest {

    static Stream<OurCodec> codecs() {
        return OurCodec.all();
    }

    // Would catch: new byte[claim] before the claim is checked. A page of 70 bytes would use up a reader's
    // heap.
    @ParameterizedTest
    @MethodSource("codecs")
    void sizes_rejectsImpossibleClaimsBeforeAllocatingMemory(OurCodec codec) throws IOException {
        byte[] compressed = codec.compress(TestPages.TEXT.ofSize(100));
        PageDecompressor decompressor = codec.decompressor();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        ByteBuffer output = ByteBuffer.allocate(100);
        long before = threads.getThreadAllocatedBytes(thread);
        for (int claim : new int[] {-1, Integer.MIN_VALUE, 1 << 30, ByteArrays.MAX_LENGTH, Integer.MAX_VALUE}) {
            CorruptPageException thrown = assertCorrupt(decompressor, compressed, claim, "claim of " + claim);
            assertSize("expected uncompressed", claim, thrown);
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

    // Would catch: a limit that is off by one, that is compared with only one of the two sizes, or that the
    // message does not name.
    @ParameterizedTest
    @MethodSource("codecs")
    void sizes_rejectsAPageAboveTheLimitAndNamesTheKey(OurCodec codec) throws IOException {
        byte[] page = TestPages.ZEROS.ofSize(1_000);
        byte[] compressed = codec.compress(page);
        PageDecompressor highest =
                new PageDecompressor(codec.codec(), codec.engine(), 1_000, CorruptPageException::new);
        assertArrayEquals(page, decompressed(highest, compressed, 1_000));
        assertEquals(
                ByteBuffer.wrap(page),
                new UnsizedPages(codec.codec(), highest).decompress(BytesInput.from(compressed)));
        PageDecompressor lower = new PageDecompressor(codec.codec(), codec.engine(), 999, CorruptPageException::new);
        String message = assertCorrupt(lower, compressed, 1_000, "limit").getMessage();
        assertTrue(message.contains("parquet.fastcodec.max.page.bytes"), message);
        assertThrows(
                CorruptPageException.class,
                () -> lower.decompress(
                        ByteBuffer.wrap(compressed), compressed.length, ByteBuffer.allocate(1_000), 1_000));
        assertThrows(
                CorruptPageException.class,
                () -> new UnsizedPages(codec.codec(), lower).decompress(BytesInput.from(compressed)));
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

    // Would catch: a preamble that reaches the native code, which writes as many bytes as the preamble states
    // (CVE-2026-90559).
    @Test
    void statedSize_checksTheSnappyPreambleBeforeTheEngineIsCalled() throws IOException {
        FakeEngine engine = new FakeEngine(CompressionCodecName.SNAPPY);
        PageDecompressor decompressor = decompressor(engine);
        byte[] compressed = OurCodec.best(CompressionCodecName.SNAPPY).compress(PAGE);
        for (int claim : new int[] {0, PAGE.length - 1, PAGE.length + 1, 22 * compressed.length}) {
            CorruptPageException thrown = assertCorrupt(decompressor, compressed, claim, "claim of " + claim);
            assertSize("actual", PAGE.length, thrown);
        }
        byte[][] preambles = {
            {(byte) 0x80}, // continues beyond the page
            bytes(0x80, 0x80, 0x80, 0x80, 0x80, 0x00), // six bytes
            bytes(0x80, 0x80, 0x80, 0x80, 0x10, 0x00), // 2^32
            bytes(0xff, 0xff, 0xff, 0xff, 0x0f, 0x00), // 2^32 - 1, which is -1 in an int
            bytes(0x80, 0x80, 0x04, 0x00), // 64 KiB from one byte
        };
        for (byte[] preamble : preambles) {
            for (int claim : new int[] {0, 1, 1 << 16}) {
                assertCorrupt(decompressor, preamble, claim, Arrays.toString(preamble));
            }
        }
        assertEquals(0, engine.calls());
    }

    // Would catch: a frame that states one size and is decompressed into memory of another size.
    @Test
    void statedSize_checksTheZstdFrameSizeBeforeTheEngineIsCalled() throws IOException {
        FakeEngine engine = new FakeEngine(CompressionCodecName.ZSTD);
        PageDecompressor decompressor = decompressor(engine);
        for (int size : new int[] {1, 255, 256, 300, 70_000}) { // lengths of the size field, and their limits
            byte[] compressed = OurCodec.best(CompressionCodecName.ZSTD).compress(TestPages.TEXT.ofSize(size));
            for (int claim : new int[] {0, size - 1, size + 1, 2 * size}) {
                if (claim != size) {
                    assertSize("actual", size, assertCorrupt(decompressor, compressed, claim, "of " + size));
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

    // Would catch: a claim beyond the format's best ratio for which memory is allocated, and a limit that
    // rejects the largest possible size.
    @Test
    void statedSize_rejectsClaimsAboveTheCodecsBestRatio() {
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
}
