// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoringCompressorTest {

    private static final long SEED = 20261126;

    /** Claims to shrink each block to a fraction of its size, and writes nothing. */
    private static final class Shrinking implements BlockCompressor {
        private final double fraction;

        private Shrinking(double fraction) {
            this.fraction = fraction;
        }

        @Override
        public long maxCompressedLength(int sourceLength) {
            return compressed(sourceLength);
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
            return compressed(sourceLength);
        }

        private int compressed(int sourceLength) {
            return (int) (sourceLength * fraction);
        }
    }

    // Would catch: a header or a length that is wrong where a codec's blocks end, and a bound that is too small.
    @ParameterizedTest
    @EnumSource(names = {"GZIP", "BROTLI"})
    void storesABlockThatShrinksByLessThanOnePercent(CompressionCodecName codec) throws IOException {
        for (int size : new int[] {4096, 65_535, 65_536, 65_537, 131_070, 131_071, 131_072, 131_073, (1 << 24) + 1}) {
            byte[] block = noise(size, 0);
            byte[] written = compress(StoringCompressor.around(codec, new Shrinking(0.995)), block);
            assertEquals(storedLength(codec, size), written.length);
            assertReads(codec, block, written, codec + ", " + size + " bytes, seed " + SEED);
        }
    }

    // Would catch: a block that is stored although it shrinks, and one that the library itself has stored.
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.989, 1, 1.01})
    void leavesABlockThatShrinksByMoreOrGrows(double fraction) throws IOException {
        byte[] block = noise(64 << 10, 0);
        byte[] written = compress(StoringCompressor.around(CompressionCodecName.GZIP, new Shrinking(fraction)), block);
        assertArrayEquals(new byte[(int) (block.length * fraction)], written);
    }

    private static int storedLength(CompressionCodecName codec, int size) {
        return codec == CompressionCodecName.GZIP
                ? 10 + (size + 65_534) / 65_535 * 5 + size + 8 // header, stored blocks, trailer
                : (size + 65_535) / 65_536 * 3 + size + 1; // metablocks, an empty last one
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "BROTLI"})
    void readsAndWritesInTheGivenRangesOnly(CompressionCodecName codec) throws IOException {
        byte[] block = noise(64 << 10, 0.009);
        BlockCompressor storing = StoringCompressor.around(codec, newCompressor(codec));
        byte[] around = noise(3 * block.length, 0);
        System.arraycopy(block, 0, around, 1001, block.length);
        int room = (int) storing.maxCompressedLength(block.length);
        byte[] target = new byte[room + 14];
        Arrays.fill(target, (byte) 0x55);
        int length = storing.compress(around, 1001, block.length, target, 7, room);
        assertReads(codec, block, Arrays.copyOfRange(target, 7, 7 + length), "seed " + SEED);
        for (int i = 0; i < 7; i++) {
            assertEquals(0x55, target[i]);
            assertEquals(0x55, target[target.length - 1 - i]);
        }
        storing.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 4095})
    void leavesASmallBlockToTheCodec(int size) throws IOException {
        byte[] block = noise(size, 0.009);
        CompressionCodecName codec = CompressionCodecName.GZIP;
        assertArrayEquals(
                compress(newCompressor(codec), block),
                compress(StoringCompressor.around(codec, newCompressor(codec)), block),
                "seed " + SEED);
    }

    @Test
    void leavesOtherCodecsAlone() {
        try (BlockCompressor blocks = newCompressor(CompressionCodecName.ZSTD)) {
            assertSame(blocks, StoringCompressor.around(CompressionCodecName.ZSTD, blocks));
        }
    }

    private static BlockCompressor newCompressor(CompressionCodecName codec) {
        return Engines.forCompression(codec).newCompressor(CompressionSettings.ofLevel(3));
    }

    /** Returns random bytes after zeros, which the codec shrinks to a few bytes. */
    private static byte[] noise(int size, double zeros) {
        byte[] block = new byte[size];
        new Random(SEED).nextBytes(block);
        Arrays.fill(block, 0, (int) (zeros * size), (byte) 0);
        return block;
    }

    /** Reads a block with each of our engines. The interoperability suites let others read such blocks. */
    private static void assertReads(CompressionCodecName codec, byte[] expected, byte[] written, String context)
            throws IOException {
        for (CodecEngine engine : Engines.of(codec)) {
            try (BlockDecompressor decompressor = engine.newDecompressor()) {
                byte[] content = new byte[expected.length];
                assertEquals(
                        expected.length,
                        decompressor.decompress(written, 0, written.length, content, 0, content.length),
                        context);
                assertArrayEquals(expected, content, context);
            }
        }
    }

    private static byte[] compress(BlockCompressor compressor, byte[] block) throws IOException {
        try (compressor) {
            byte[] target = new byte[(int) compressor.maxCompressedLength(block.length)];
            int length = compressor.compress(block, 0, block.length, target, 0, target.length);
            assertTrue(length <= target.length);
            return Arrays.copyOf(target, length);
        }
    }
}
