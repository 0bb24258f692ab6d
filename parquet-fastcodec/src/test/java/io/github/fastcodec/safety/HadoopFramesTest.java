// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static io.github.fastcodec.safety.SafetyPages.PAGE;
import static io.github.fastcodec.safety.SafetyPages.assertCorrupt;
import static io.github.fastcodec.safety.SafetyPages.bytes;
import static io.github.fastcodec.safety.SafetyPages.decompressed;
import static io.github.fastcodec.safety.SafetyPages.decompressor;
import static io.github.fastcodec.safety.SafetyPages.frame;
import static io.github.fastcodec.safety.SafetyPages.joined;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.PageCodec;
import io.github.fastcodec.support.ReferenceCodecs;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** "Hadoop frames" in docs/safety.md: each size in Hadoop's framing is compared with the remaining input and output. */
class HadoopFramesTest {

    static Stream<OurCodec> framedCodecs() {
        return OurCodec.all().filter(OurCodec::isFramed);
    }

    // Would catch: a reader that supports only the frames that we write. Hadoop puts several blocks into a
    // frame if it writes more than its buffer at once.
    @ParameterizedTest
    @MethodSource("framedCodecs")
    void hadoopFrames_readsSeveralBlocksAndFrames(OurCodec codec) throws IOException {
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
        assertCorrupt(codec.decompressor(), joined(end, oneFrame), PAGE.length, "a page after its end");
        assertCorrupt(codec.decompressor(), joined(end, end), 0, "an end after the end");
        assertCorrupt(codec.decompressor(), twoFrames, 150, "two frames for a claim of one");
        assertCorrupt(codec.decompressor(), frame(150, half), PAGE.length, "one frame for a claim of two");
    }

    // Would catch: a size that is used before it is compared with the remaining input and output, and a loop
    // that makes no progress.
    @ParameterizedTest
    @MethodSource("framedCodecs")
    void hadoopFrames_rejectsSizesBeyondTheRemainingBytes(OurCodec codec) throws IOException {
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

    // Would catch: unreadable older files of parquet-cpp, whose LZ4 has no framing (PARQUET-1878), and remains
    // of a failed attempt to read frames in the page.
    @Test
    void hadoopFrames_readsRawLz4BlocksAsLegacyLz4() throws IOException {
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

    // Would catch: bytes of failed frames in a raw block that refers to output it has not written
    // (CVE-2025-67721).
    @Test
    void hadoopFrames_rawBlockDoesNotExposeBytesOfFailedFrames() throws IOException {
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

    // Would catch: a fallback that a codec without unframed files does not need, and that makes more damaged
    // pages readable.
    @Test
    void hadoopFrames_rejectsARawLzoBlock() throws IOException {
        for (OurCodec lzo : OurCodec.of(CompressionCodecName.LZO)) {
            assertCorrupt(lzo.decompressor(), block(lzo, PAGE), PAGE.length, "raw block");
        }
    }

    /** Returns a raw block, without framing. */
    private static byte[] block(OurCodec codec, byte[] content) throws IOException {
        try (BlockCompressor compressor =
                Engines.forCompression(codec.codec()).newCompressor(CompressionSettings.ofLevel(0))) {
            byte[] block = new byte[(int) compressor.maxCompressedLength(content.length)];
            return Arrays.copyOf(block, compressor.compress(content, 0, content.length, block, 0, block.length));
        }
    }
}
