// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.page.PageDecompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged pages, thousands for each codec and engine: each is rejected, or is a page of the size that was claimed. */
class MutationTest {

    private static final int HEADER_BITS = 64 * Byte.SIZE;
    private static final int RANDOM_BITS = 3_000;
    private static final int RANDOM_CUTS = 200;
    private static final int RANDOM_TAILS = 200;
    private static final int RANDOM_RANGES = 1_000;

    static Stream<OurCodec> codecs() {
        return OurCodec.all();
    }

    // Would catch: a decoder that trusts a length or an offset, one that lets what was in the output before show
    // through, anything that is thrown but CorruptPageException, a context that fails once and for ever, an
    // unverified checksum.
    @ParameterizedTest
    @MethodSource("codecs")
    void aDamagedPageIsRejectedOrHasTheClaimedSizeAndTheSameBytesEachTime(OurCodec codec) throws IOException {
        Subject[] subjects = {
            new Subject(codec, TestPages.TEXT, 300),
            new Subject(codec, TestPages.RANDOM, 200),
            new Subject(codec, TestPages.RLE, 3_000),
            new Subject(codec, TestPages.DELTA_BYTE_ARRAY, 10_000),
        };
        int rejected = 0;
        int tried = 0;
        for (Subject subject : subjects) {
            Random random = new Random(TestPages.SEED);
            byte[] good = subject.compressed;
            int bits = good.length * Byte.SIZE;
            for (int i = 0; i < Math.min(HEADER_BITS, bits) + RANDOM_BITS; i++) {
                int bit = i < Math.min(HEADER_BITS, bits) ? i : random.nextInt(bits);
                byte[] damaged = good.clone();
                damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                subject.check(damaged, () -> "bit " + bit + " flipped");
            }
            for (int i = 0; i < RANDOM_CUTS; i++) {
                int length = random.nextInt(good.length);
                subject.check(Arrays.copyOf(good, length), () -> "cut to " + length + " bytes");
            }
            for (int i = 0; i < RANDOM_TAILS; i++) {
                byte[] tail = new byte[1 + random.nextInt(16)];
                random.nextBytes(tail);
                byte[] damaged = Arrays.copyOf(good, good.length + tail.length);
                System.arraycopy(tail, 0, damaged, good.length, tail.length);
                subject.check(damaged, () -> "with " + Arrays.toString(tail) + " behind");
            }
            for (int i = 0; i < RANDOM_RANGES; i++) {
                int from = random.nextInt(good.length);
                int to = Math.min(good.length, from + 1 + random.nextInt(8));
                byte value = (byte) random.nextInt();
                byte[] damaged = good.clone();
                Arrays.fill(damaged, from, to, value);
                subject.check(damaged, () -> "bytes from " + from + " to " + to + " set to " + value);
            }
            rejected += subject.rejected;
            tried += subject.tried;
        }
        assertTrue(rejected > tried / 10 && tried > 15_000, rejected + " of " + tried + " damaged pages were rejected");
    }

    /** A good page, and the one decompressor that all damaged copies of it go through. */
    private static final class Subject {
        private final OurCodec codec;
        private final String description;
        private final byte[] page;
        private final byte[] compressed;
        private final PageDecompressor decompressor;
        private int tried;
        private int rejected;

        private Subject(OurCodec codec, TestPages shape, int size) throws IOException {
            this.codec = codec;
            this.description = codec + ", " + shape.describe(size);
            this.page = shape.ofSize(size);
            this.compressed = codec.compress(page);
            this.decompressor = codec.decompressor();
        }

        private void check(byte[] damaged, Supplier<String> damage) {
            Supplier<String> what = () -> description + ", " + damage.get();
            byte[] first = fresh(damaged, what);
            assertArrayEquals(first, into((byte) 0x00, damaged, what), what);
            assertArrayEquals(first, into((byte) 0xa5, damaged, what), what);
            tried++;
            if (first == null) {
                rejected++;
            } else {
                assertEquals(page.length, first.length, what);
                if (codec.codec() == CompressionCodecName.GZIP) {
                    assertArrayEquals(page, first, what);
                }
            }
            if (tried % 16 == 0) {
                assertArrayEquals(page, fresh(compressed, what), what);
            }
        }

        /** Returns what the page decompresses to, or null if it is rejected. */
        private byte[] fresh(byte[] bytes, Supplier<String> what) {
            try {
                return TestPages.toArray(decompressor.decompress(BytesInput.from(bytes), page.length));
            } catch (CorruptPageException e) {
                return null;
            } catch (IOException | RuntimeException | Error e) {
                throw new AssertionError(what.get(), e);
            }
        }

        /** The same, into memory that was filled with {@code before}. */
        private byte[] into(byte before, byte[] bytes, Supplier<String> what) {
            byte[] output = new byte[page.length];
            Arrays.fill(output, before);
            try {
                decompressor.decompress(ByteBuffer.wrap(bytes), bytes.length, ByteBuffer.wrap(output), page.length);
                return output;
            } catch (CorruptPageException e) {
                byte[] untouched = new byte[page.length];
                Arrays.fill(untouched, before);
                assertArrayEquals(untouched, output, what);
                return null;
            } catch (IOException | RuntimeException | Error e) {
                throw new AssertionError(what.get(), e);
            }
        }
    }
}
