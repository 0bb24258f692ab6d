// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static io.github.fastcodec.safety.SafetyPages.PAGE;
import static io.github.fastcodec.safety.SafetyPages.bytes;
import static io.github.fastcodec.safety.SafetyPages.decompressed;
import static io.github.fastcodec.safety.SafetyPages.decompressor;
import static io.github.fastcodec.safety.SafetyPages.fake;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * "Failed page" in docs/safety.md: a failed page publishes nothing, and the next good page is read. CodecContractTest checks that
 * buffer positions do not change.
 */
class FailedPageTest {

    static Stream<OurCodec> codecs() {
        return OurCodec.all();
    }

    // Would catch: a context that is used for the next page after it stopped in the middle of one.
    @ParameterizedTest
    @MethodSource("codecs")
    void failedPage_readsTheNextGoodPageAfterwards(OurCodec codec) throws IOException {
        byte[] compressed = codec.compress(PAGE);
        PageDecompressor decompressor = codec.decompressor();
        for (int length = 0; length <= compressed.length; length++) {
            byte[] damaged = compressed.clone();
            Arrays.fill(damaged, length, damaged.length, (byte) 0xee);
            try {
                decompressor.decompress(BytesInput.from(damaged), PAGE.length);
            } catch (CorruptPageException e) {
                // expected for most codecs
            }
            assertArrayEquals(PAGE, decompressed(decompressor, compressed, PAGE.length), "after " + length);
        }
    }

    // Would catch: a context that returns to the pool after a failure, is never freed, or is freed twice.
    @Test
    void failedPage_closesTheContextOnceAndNeverReusesIt() throws IOException {
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
                    new PageCompressor(CompressionCodecName.LZ4_RAW, writing, CompressionSettings.ofLevel(0), false);
            for (int i = 0; i < 3; i++) {
                assertEquals(
                        3, compressor.compress(BytesInput.from(new byte[3])).size());
                Throwable thrown = assertThrows(Throwable.class, () -> compressor.compress(BytesInput.from(bad)));
                assertSame(failure, failure instanceof Error ? thrown : thrown.getCause());
            }
            assertEquals("1, 1, 1", writing.closed());
        }
    }

    // Would catch: part of a failed page in the caller's memory, where a reader may mistake it for values.
    @Test
    void failedPage_zeroesTheCallersMemory() {
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
            assertThrows(Throwable.class, () -> decompressor.decompressTo(BytesInput.from(PAGE), target));
            assertArrayEquals(new byte[PAGE.length], target);
        }
    }

    // Would catch: memory that is used again uncleared with an engine that can expose it, as lz4-java and aircompressor
    // did for years, and an engine that declares that it never does.
    @ParameterizedTest
    @MethodSource("codecs")
    void failedPage_reusedMemoryDoesNotExposeEarlierBytes(OurCodec codec) throws IOException {
        int size = 3_000;
        byte[] compressed = codec.compress(TestPages.TEXT.ofSize(size));
        PageDecompressor decompressor = codec.decompressor();
        long seed = 4_711;
        Random random = new Random(seed);
        byte[] memory = new byte[1 << 16];
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = compressed.clone();
            for (int j = random.nextInt(3); j >= 0; j--) {
                int at = random.nextInt(damaged.length - 1);
                damaged[at] = (byte) random.nextInt();
                if (random.nextBoolean()) {
                    // a match at distance 0 repeats what the memory held
                    damaged[at] = 0;
                    damaged[at + 1] = 0;
                }
            }
            byte[] one = resultOf(decompressor, damaged, size, memory, 0x55);
            byte[] two = resultOf(decompressor, damaged, size, memory, 0xaa);
            assertArrayEquals(one, two, "page " + i + " of seed " + seed);
        }
    }

    private static byte[] resultOf(PageDecompressor decompressor, byte[] page, int size, byte[] memory, int held) {
        Arrays.fill(memory, (byte) held);
        try {
            return Arrays.copyOf(decompressor.decompress(BytesInput.from(page), size, memory), size);
        } catch (IOException e) {
            return null;
        }
    }
}
