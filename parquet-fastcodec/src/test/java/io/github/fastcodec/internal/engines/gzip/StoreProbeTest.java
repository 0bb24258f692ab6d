// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.engine.CompressionSettings.Effort;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of block has one way, or none, in which deflate could gain from it. */
class StoreProbeTest {

    private static final long SEED = 20261121;

    private final StoreProbe probe = new StoreProbe();

    enum Kind {
        RANDOM(true),
        BIT_PACKED_IDS(true),
        TEXT(false),
        SORTED_INT64(false),
        GAUSSIAN_DOUBLES(false),
        /** Only matches 8 KiB back gain. */
        RANDOM_REPEATED(false),
        /** Only matches of 16 bytes gain, at any distance. */
        UUIDS_OF_500(false),
        /** Only matches of 4 bytes gain. */
        INT32_OF_1000(false),
        /** Only matches of 3 bytes gain. */
        INT24_OF_6000(false),
        /** Only matches gain, which are 64 bytes out of 2 KiB. */
        RANDOM_WITH_RARE_REPEATS(false),
        /** A little everywhere: bytes lack a quarter of a bit. */
        SLIGHTLY_UNEVEN_NOISE(false),
        /** Only the last quarter gains, and too little for the mean over the block to show it: 0.7 bits. */
        NOISE_WITH_AN_UNEVEN_QUARTER(false),
        /** Every value of a byte occurs equally often, but not in the same place. */
        DRIFTING_NOISE(false),
        /** Only the second half's bytes are unevenly distributed. */
        NOISE_IN_THE_SECOND_HALF(false),
        ZEROS_AT_THE_START(false),
        ZEROS_AT_THE_END(false);

        private final boolean stored;

        Kind(boolean stored) {
            this.stored = stored;
        }

        private byte[] block(int size) {
            Random random = new Random(SEED + ordinal());
            byte[] block = new byte[size];
            random.nextBytes(block);
            ByteBuffer values = ByteBuffer.wrap(block);
            switch (this) {
                case RANDOM:
                    break;
                case BIT_PACKED_IDS:
                    bitPack(block, 12, i -> random.nextInt(2400));
                    break;
                case TEXT:
                    while (values.hasRemaining()) {
                        byte[] word = ("word" + random.nextInt(1000) + ' ').getBytes(StandardCharsets.US_ASCII);
                        values.put(word, 0, Math.min(word.length, values.remaining()));
                    }
                    break;
                case SORTED_INT64:
                    for (long value = 0; values.hasRemaining(); value += random.nextInt(1000)) {
                        values.putLong(value);
                    }
                    break;
                case GAUSSIAN_DOUBLES:
                    while (values.hasRemaining()) {
                        values.putDouble(random.nextGaussian());
                    }
                    break;
                case RANDOM_REPEATED:
                    for (int i = 8 << 10; i < size; i++) {
                        block[i] = block[i - (8 << 10)];
                    }
                    break;
                case UUIDS_OF_500:
                    repeat(block, 16, 500, random);
                    break;
                case INT32_OF_1000:
                    repeat(block, 4, 1000, random);
                    break;
                case INT24_OF_6000:
                    repeat(block, 3, 6000, random);
                    break;
                case RANDOM_WITH_RARE_REPEATS:
                    for (int i = 8 << 10; i < size; i += 2 << 10) {
                        System.arraycopy(block, i - (8 << 10), block, i, 64);
                    }
                    break;
                case SLIGHTLY_UNEVEN_NOISE:
                    clearHighBits(block, 0, 0.57, random);
                    break;
                case NOISE_WITH_AN_UNEVEN_QUARTER:
                    clearHighBits(block, size - size / 4, 0.89, random);
                    break;
                case DRIFTING_NOISE:
                    for (int i = 0; i < size; i++) {
                        block[i] = (byte) (256L * i / size + random.nextInt(64));
                    }
                    break;
                case NOISE_IN_THE_SECOND_HALF:
                    for (int i = size / 2; i < size; i++) {
                        block[i] &= 127;
                    }
                    break;
                case ZEROS_AT_THE_START:
                    Arrays.fill(block, 0, size / 20, (byte) 0);
                    break;
                default:
                    Arrays.fill(block, size - size / 20, size, (byte) 0);
            }
            return block;
        }

        private static void bitPack(byte[] block, int width, IntUnaryOperator ids) {
            long buffer = 0;
            int bits = 0;
            for (int i = 0; i < block.length; i++) {
                while (bits < 8) {
                    buffer |= (long) ids.applyAsInt(i) << bits;
                    bits += width;
                }
                block[i] = (byte) buffer;
                buffer >>>= 8;
                bits -= 8;
            }
        }

        private static void clearHighBits(byte[] block, int from, double share, Random random) {
            for (int i = from; i < block.length; i++) {
                if (random.nextDouble() < share) {
                    block[i] &= 127;
                }
            }
        }

        /** Fills a block with values out of the first {@code distinct} that it holds. */
        private static void repeat(byte[] block, int width, int distinct, Random random) {
            byte[] values = new byte[width * distinct];
            random.nextBytes(values);
            for (int at = 0; at + width <= block.length; at += width) {
                System.arraycopy(values, width * random.nextInt(distinct), block, at, width);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBlockIsStoredWhereDeflateGainsLessThanThreeHalvesOfAPercentAndCompressedElsewhere(Kind kind)
            throws IOException {
        for (int size : new int[] {64 << 10, 1 << 20}) {
            byte[] block = kind.block(size);
            String context = kind + " of " + size + " bytes, seed " + (SEED + kind.ordinal());
            assertEquals(kind.stored, probe.shouldStore(block, 0, size), context);
            double gain = 1 - (double) compressedSize(new GzipJdkEngine(), Effort.LEVEL, block) / size;
            assertTrue(kind.stored ? gain < 0.015 : gain > 0.015, () -> context + ": deflate gains " + gain);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theAnswerDoesNotDependOnWhereTheBlockLiesNorOnTheBlocksBefore(Kind kind) {
        byte[] block = kind.block(64 << 10);
        byte[] around = Kind.RANDOM.block(3 * block.length);
        System.arraycopy(block, 0, around, 1001, block.length);
        for (int i = 0; i < 3; i++) {
            assertEquals(kind.stored, probe.shouldStore(around, 1001, block.length), kind + ", time " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 1023})
    void aBlockThatIsSmallerThanARegionIsCompressed(int size) {
        assertFalse(probe.shouldStore(Kind.RANDOM.block(size), 0, size));
    }

    /** Positions are counted over all blocks, a window between each two, in an int: after 2 GiB they begin anew. */
    @ParameterizedTest
    @EnumSource(names = {"RANDOM", "RANDOM_REPEATED"})
    void positionsMayOverflow(Kind kind) {
        byte[] small = Kind.RANDOM.block(1 << 10);
        for (int i = 0; i < 70_000; i++) {
            assertTrue(probe.shouldStore(small, 0, small.length));
        }
        byte[] block = kind.block(64 << 10); // with sequences that have not been seen since the beginning
        assertEquals(kind.stored, probe.shouldStore(block, 0, block.length));
    }

    /** The effort {@code level} asks for what the number says, also where it is in vain. */
    @ParameterizedTest
    @EnumSource
    void libdeflateStoresUnlessTheLevelIsToBeTakenAsItIs(Effort effort) throws IOException {
        byte[] block = Kind.BIT_PACKED_IDS.block(64 << 10);
        int size = compressedSize(new GzipLibdeflateEngine(), effort, block);
        assertEquals(effort != Effort.LEVEL, size > block.length, "compressed size " + size);
    }

    private static int compressedSize(CodecEngine engine, Effort effort, byte[] block) throws IOException {
        BlockCompressor compressor =
                engine.newCompressor(CompressionSettings.ofLevel(6).withEffort(effort));
        try {
            byte[] target = new byte[(int) compressor.maxCompressedLength(block.length)];
            return compressor.compress(block, 0, block.length, target, 0, target.length);
        } finally {
            compressor.close();
        }
    }
}
