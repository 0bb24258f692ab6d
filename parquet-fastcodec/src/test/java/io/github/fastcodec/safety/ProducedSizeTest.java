// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static io.github.fastcodec.safety.SafetyPages.PAGE;
import static io.github.fastcodec.safety.SafetyPages.assertCorrupt;
import static io.github.fastcodec.safety.SafetyPages.assertSize;
import static io.github.fastcodec.safety.SafetyPages.decompressed;
import static io.github.fastcodec.safety.SafetyPages.decompressor;
import static io.github.fastcodec.safety.SafetyPages.fake;
import static io.github.fastcodec.safety.SafetyPages.frame;
import static io.github.fastcodec.safety.SafetyPages.joined;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.TestPages;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** "Exact size" in docs/safety.md: a page holds exactly the claimed size, with nothing missing and nothing left over. */
class ProducedSizeTest {

    static Stream<OurCodec> codecs() {
        return OurCodec.all();
    }

    // Would catch: a short page that is padded with zeros, and a long one that is truncated.
    @ParameterizedTest
    @MethodSource("codecs")
    void exactSize_rejectsAClaimThatIsOffByOne(OurCodec codec) throws IOException {
        for (TestPages shape : TestPages.values()) {
            for (int size : new int[] {1, 300, 70_000}) {
                byte[] compressed = codec.compress(shape.ofSize(size));
                for (int claim : new int[] {0, size - 1, size + 1}) {
                    assertCorrupt(codec.decompressor(), compressed, claim, claim + " for " + shape.describe(size));
                }
            }
        }
    }

    // Would catch: a decoder that treats the end of its input as the end of the page.
    @ParameterizedTest
    @MethodSource("codecs")
    void exactSize_rejectsAPageTruncatedAnywhere(OurCodec codec) throws IOException {
        byte[] compressed = codec.compress(PAGE);
        PageDecompressor decompressor = codec.decompressor();
        for (int length = 0; length < compressed.length; length++) {
            assertCorrupt(decompressor, Arrays.copyOf(compressed, length), PAGE.length, "cut to " + length + " bytes");
        }
        assertArrayEquals(PAGE, decompressed(decompressor, compressed, PAGE.length));
    }

    // Would catch: a decoder that stops when it has enough output and never checks the rest of the input.
    @ParameterizedTest
    @MethodSource("codecs")
    void exactSize_rejectsTrailingBytes(OurCodec codec) throws IOException {
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

    // Would catch: a count that is trusted, so that the rest of the page is zeros, or ignored, so that the page
    // is too short.
    @Test
    void exactSize_rejectsACountThatDiffersFromTheClaim() {
        for (int lie : new int[] {-1, 0, 99, 101, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            FakeEngine engine = fake().decompressing((s, so, sl, target, to, room) -> lie);
            CorruptPageException thrown = assertCorrupt(decompressor(engine), new byte[100], 100, "count " + lie);
            if (lie >= 0) {
                assertSize("actual", lie, thrown);
            }
            assertEquals("1", engine.closed());
        }
    }

    // Would catch: a block that supposedly holds more than its frame, so that the rest of the page stays zero.
    @ParameterizedTest
    @EnumSource(names = {"LZ4", "LZO"})
    void exactSize_rejectsACountLargerThanTheFrame(CompressionCodecName codec) {
        FakeEngine engine = new FakeEngine(codec).decompressing((s, so, sl, target, to, room) -> 2 * room);
        assertCorrupt(decompressor(engine), frame(100, new byte[10]), 200, "one frame that fills the room of two");
    }

    // Would catch: a compressed page whose length is not the engine's, or exceeds the array.
    @Test
    void exactSize_rejectsACountLargerThanTheTarget() {
        for (int lie : new int[] {-1, 101, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            FakeEngine engine = fake().compressing((s, so, sl, target, to, room) -> lie);
            PageCompressor compressor =
                    new PageCompressor(CompressionCodecName.LZ4_RAW, engine, CompressionSettings.ofLevel(0), false);
            IOException thrown =
                    assertThrows(IOException.class, () -> compressor.compress(BytesInput.from(new byte[100])));
            assertTrue(thrown.getMessage().contains("fake"), thrown::getMessage);
            assertEquals("1", engine.closed());
        }
    }

    // Would catch: a bound that overflows int, and a page that needs an array longer than a JVM allows.
    @Test
    void exactSize_rejectsAPageThatMayExceedTheLongestArray() {
        FakeEngine engine = fake();
        FakeEngine roomy = fake().creating(
                        () -> new TooRoomy(engine.newCompressor(CompressionSettings.ofLevel(0))),
                        engine::newDecompressor);
        PageCompressor compressor =
                new PageCompressor(CompressionCodecName.LZ4_RAW, roomy, CompressionSettings.ofLevel(0), false);
        String message = assertThrows(IOException.class, () -> compressor.compress(BytesInput.from(PAGE)))
                .getMessage();
        assertTrue(message.contains("parquet.page.size"), message);
        assertEquals(0, engine.calls());
        assertEquals("1", engine.closed());
    }

    // Would catch: a limit of LZ4 that is found only after the page is gathered, or reported as a size of 2^63 - 1
    // bytes.
    @Test
    void rejectsAPageAboveTheLimitOfLz4() {
        PageCompressor compressor =
                new PageCompressor(CompressionCodecName.LZ4_RAW, fake(), CompressionSettings.ofLevel(0), false);
        IOException thrown = assertThrows(
                IOException.class,
                () -> compressor.compress(2_113_929_217L, out -> fail("the page must not be gathered")));
        assertEquals(
                "A LZ4_RAW page of 2113929217 bytes cannot be compressed; the limit is 2113929216 bytes; write smaller"
                        + " pages (parquet.page.size)",
                thrown.getMessage());
    }

    // Would catch: an input whose size is trusted, so that old scratch memory becomes part of the page.
    @ParameterizedTest
    @MethodSource("codecs")
    void exactSize_rejectsAnInputThatContradictsItsSize(OurCodec codec) throws IOException {
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

    private static ByteArrayInputStream stream(byte[] content) {
        return new ByteArrayInputStream(content);
    }

    /** A compressor that may need more bytes than any array can hold. */
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
}
