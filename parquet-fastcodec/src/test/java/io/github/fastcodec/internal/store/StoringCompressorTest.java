// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.format.StoredForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of block has one way, or none, in which a codec could gain from it. */
class StoringCompressorTest {

    private static final long SEED = 20261121;

    /** What gains less is stored, in percent of a block. */
    private static final double LIMIT = 1;

    /** What an estimate from a sample may be wrong by, in percent of a block. */
    private static final double ERROR = 0.25;

    private static final int[] SIZES = {8 << 10, 64 << 10, 1 << 20};

    enum Kind {
        RANDOM,
        BIT_PACKED_IDS,
        /** Only codes gain: matches of four bytes come about by chance. */
        NOISE_OF_FIVE_BITS,
        TEXT,
        SORTED_INT64,
        GAUSSIAN_DOUBLES,
        /** Only matches 8 KiB back gain. */
        RANDOM_REPEATED,
        /** Only matches of 16 bytes gain, at any distance. */
        UUIDS_OF_500,
        /** Only matches of 4 bytes gain. */
        INT32_OF_1000,
        /** Only matches of 3 bytes gain. */
        INT24_OF_6000,
        /** Only matches gain, which are 64 bytes out of 2 KiB. */
        RANDOM_WITH_RARE_REPEATS,
        /** Only matches 200 KiB back gain, which are 64 bytes out of 2 KiB. */
        RANDOM_WITH_FAR_REPEATS,
        /** Only matches of 6 bytes gain, and some of 8, all of them 16 bytes back. */
        RECORDS_IN_PAIRS,
        /** Only matches of 6 bytes gain, of which all begin with the same 3. */
        RECORDS_THAT_BEGIN_ALIKE,
        /** Codes gain a little, and so do matches of 4 bytes. */
        IDS_THAT_COME_AGAIN_IN_TWOS,
        /** Only the head of every 128 values repeats, and each time but a few bytes of it. */
        DELTA_INT64,
        /** A little everywhere: bytes lack a quarter of a bit. */
        SLIGHTLY_UNEVEN_NOISE,
        /** Only the last quarter gains, and too little for the mean over the block to show it: 0.7 bits. */
        NOISE_WITH_AN_UNEVEN_QUARTER,
        /** Every value of a byte occurs equally often, but not in the same place. */
        DRIFTING_NOISE,
        /** Only the second half's bytes are unevenly distributed. */
        NOISE_IN_THE_SECOND_HALF,
        ZEROS_AT_THE_START,
        ZEROS_AT_THE_END;

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
                case NOISE_OF_FIVE_BITS:
                    for (int i = 0; i < size; i++) {
                        block[i] &= 31;
                    }
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
                case RANDOM_WITH_FAR_REPEATS:
                    for (int i = 200 << 10; i < size; i += 2 << 10) {
                        System.arraycopy(block, i - (200 << 10), block, i, 64);
                    }
                    break;
                case RECORDS_IN_PAIRS:
                    for (int i = 16; i + 16 <= size; i += 32) {
                        System.arraycopy(block, i - 16, block, i, random.nextInt(16) == 0 ? 8 : 6);
                    }
                    break;
                case RECORDS_THAT_BEGIN_ALIKE:
                    for (int i = 0; i + 6 <= size; i += 96) {
                        int record = random.nextInt(12);
                        values.put(i, (byte) 1).put(i + 1, (byte) 2).put(i + 2, (byte) 3);
                        values.put(i + 3, (byte) record)
                                .put(i + 4, (byte) (7 * record))
                                .put(i + 5, (byte) (11 * record));
                    }
                    break;
                case IDS_THAT_COME_AGAIN_IN_TWOS:
                    comeAgain(block, random);
                    break;
                case DELTA_INT64:
                    deltas(block, random);
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

        /** Puts heads where DELTA_BINARY_PACKED has them: the least delta, and the widths of four times 32 values. */
        private static void deltas(byte[] block, Random random) {
            int width = 17;
            int head = Integer.BYTES + 4;
            for (int at = 0; at + head <= block.length; at += head + 128 * width / Byte.SIZE) {
                Arrays.fill(block, at + Integer.BYTES, at + head, (byte) width);
                block[at + head - 1] += (byte) random.nextInt(2);
            }
        }

        /** Fills a block with ids of 16 bits, of which now and then two have been there before. */
        private static void comeAgain(byte[] block, Random random) {
            int[] ids = random.ints(block.length / Short.BYTES, 0, 45_000).toArray();
            for (int i = 400; i + 2 <= ids.length; i += 2 + random.nextInt(60)) {
                System.arraycopy(ids, random.nextInt(i - 2), ids, i, 2);
            }
            ByteBuffer values = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
            Arrays.stream(ids).forEach(id -> values.putShort((short) id));
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

    // Would catch: a detector that takes a block for noise from which the codec would gain, and a stored form that is
    // none.
    @ParameterizedTest
    @CsvSource({
        "SNAPPY, 1",
        "GZIP, 6",
        "LZO, 1",
        "BROTLI, 1",
        "LZ4_RAW, 1",
        "ZSTD, -5",
        "ZSTD, 1",
        "ZSTD, 2",
        "ZSTD, 3",
        "ZSTD, 7",
        "ZSTD, 12"
    })
    void noBlockIsStoredFromWhichTheCodecWouldGainMoreThanTheLimit(CompressionCodecName codec, int level)
            throws IOException {
        CompressionSettings settings = CompressionSettings.ofLevel(level);
        CodecEngine engine = Engines.forCompression(codec);
        BlockCompressor bare = engine.newCompressor(settings.withStoreIncompressible(false));
        BlockCompressor storing = StoringCompressor.around(codec, engine.newCompressor(settings), settings);
        BlockDecompressor decompressor = Engines.forDecompression(codec).newDecompressor();
        for (Kind kind : Kind.values()) {
            for (int size : SIZES) {
                byte[] block = kind.block(size);
                double gain = 100 - 100.0 * compress(bare, block).length / size;
                String context =
                        codec + " " + level + " " + kind + " of " + size + " bytes, seed " + (SEED + kind.ordinal());
                byte[] written = compress(storing, block);
                byte[] content = new byte[size];
                assertEquals(size, decompressor.decompress(written, 0, written.length, content, 0, size), context);
                assertArrayEquals(block, content, context);
                if (written.length >= size) {
                    assertTrue(gain < LIMIT + ERROR, () -> context + ": the codec gains " + gain + " %");
                } else {
                    assertTrue(gain >= LIMIT, () -> context + ": the codec gains but " + gain + " %");
                }
            }
        }
        bare.close();
        storing.close();
        decompressor.close();
    }

    // Would catch: a detector that finds nothing, so that codecs search noise in vain.
    @ParameterizedTest
    @CsvSource({
        "GZIP, 1, RANDOM",
        "GZIP, 1, BIT_PACKED_IDS",
        "GZIP, 1, DELTA_INT64",
        "ZSTD, 3, RANDOM",
        "ZSTD, 3, BIT_PACKED_IDS",
        "ZSTD, 3, DELTA_INT64",
        "ZSTD, 7, RANDOM",
        "BROTLI, 1, RANDOM",
        "BROTLI, 1, BIT_PACKED_IDS"
    })
    void theCodecDoesNotSeeABlockOfNoise(CompressionCodecName codec, int level, Kind kind) throws IOException {
        BlockCompressor storing =
                StoringCompressor.around(codec, new Untouchable(), CompressionSettings.ofLevel(level));
        for (int size : SIZES) {
            byte[] block = kind.block(size);
            byte[] expected = new byte[(int) StoredForm.size(codec, size)];
            int length = StoredForm.write(codec, block, 0, size, expected, 0);
            assertArrayEquals(
                    Arrays.copyOf(expected, length), compress(storing, block), kind + " of " + size + " bytes");
        }
    }

    // Would catch: a look that takes longer than what it spares.
    @ParameterizedTest
    @CsvSource({"ZSTD, -5", "ZSTD, 1", "ZSTD, 2", "SNAPPY, 1", "LZ4_RAW, 1"})
    void aCodecThatIsAsFastAsALookSeesEveryBlock(CompressionCodecName codec, int level) {
        BlockCompressor storing =
                StoringCompressor.around(codec, new Untouchable(), CompressionSettings.ofLevel(level));
        byte[] block = Kind.RANDOM.block(64 << 10);
        assertThrows(AssertionError.class, () -> compress(storing, block));
    }

    @ParameterizedTest
    @EnumSource
    void theResultDoesNotDependOnWhereTheBlockLiesNorOnTheBlocksBefore(Kind kind) throws IOException {
        CompressionSettings settings = CompressionSettings.ofLevel(1);
        for (CompressionCodecName codec :
                new CompressionCodecName[] {CompressionCodecName.GZIP, CompressionCodecName.LZ4_RAW}) {
            CodecEngine engine = Engines.forCompression(codec);
            BlockCompressor storing = StoringCompressor.around(codec, engine.newCompressor(settings), settings);
            byte[] block = kind.block(64 << 10);
            byte[] first = compress(storing, block);
            byte[] around = Kind.RANDOM.block(3 * block.length);
            System.arraycopy(block, 0, around, 1001, block.length);
            byte[] target = new byte[(int) storing.maxCompressedLength(block.length) + 7];
            for (int i = 0; i < 3; i++) {
                compress(storing, Kind.RANDOM.block(20_000));
                int length = storing.compress(around, 1001, block.length, target, 7, target.length - 7);
                assertArrayEquals(first, Arrays.copyOfRange(target, 7, 7 + length), codec + " " + kind + ", time " + i);
            }
            storing.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 4095})
    void aSmallBlockIsLeftToTheCodec(int size) throws IOException {
        CompressionSettings settings = CompressionSettings.ofLevel(1);
        CodecEngine engine = Engines.forCompression(CompressionCodecName.GZIP);
        BlockCompressor bare = engine.newCompressor(settings);
        BlockCompressor storing =
                StoringCompressor.around(CompressionCodecName.GZIP, engine.newCompressor(settings), settings);
        byte[] block = Kind.RANDOM.block(size);
        assertArrayEquals(compress(bare, block), compress(storing, block));
        bare.close();
        storing.close();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void nothingIsStoredIfThatIsTurnedOff(CompressionCodecName codec) {
        BlockCompressor engine = new Untouchable();
        CompressionSettings on = CompressionSettings.ofLevel(1);
        assertEquals(engine, StoringCompressor.around(codec, engine, on.withStoreIncompressible(false)));
        assertNotEquals(engine, StoringCompressor.around(codec, engine, on));
    }

    // Would catch: sequences that push each other out of the table, and near short matches that count little.
    @Test
    void sequencesThatBeginAlikeAreFoundInASmallBlock() {
        byte[] block = Kind.RANDOM.block(8 << 10);
        Random random = new Random(SEED);
        for (int i = 0; i + 4 <= block.length; i += 48) {
            ByteBuffer.wrap(block).putInt(i, 0x01020300 + random.nextInt(12));
        }
        RepeatProbe probe = new RepeatProbe(4 << 20, false, false);
        assertTrue(probe.repeats(block, 0, block.length, 0.01));
    }

    /** Positions are counted over all blocks, a window between each two, in an int: before 2 GiB they begin anew. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void positionsMayOverflow(boolean repeated) {
        RepeatProbe probe = new RepeatProbe(300 << 20, true, false);
        byte[] small = Kind.RANDOM.block(4 << 10);
        for (int i = 0; i < 20; i++) {
            assertEquals(false, probe.repeats(small, 0, small.length, 0.01));
        }
        byte[] block = (repeated ? Kind.RANDOM_REPEATED : Kind.RANDOM).block(64 << 10);
        assertEquals(repeated, probe.repeats(block, 0, block.length, 0.01));
    }

    private static byte[] compress(BlockCompressor compressor, byte[] block) throws IOException {
        byte[] target = new byte[(int) compressor.maxCompressedLength(block.length)];
        return Arrays.copyOf(target, compressor.compress(block, 0, block.length, target, 0, target.length));
    }

    /** A codec that must not be asked. */
    private static final class Untouchable implements BlockCompressor {
        @Override
        public long maxCompressedLength(int sourceLength) {
            return sourceLength + 100L;
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
            throw new AssertionError("the block should have been stored");
        }
    }
}
