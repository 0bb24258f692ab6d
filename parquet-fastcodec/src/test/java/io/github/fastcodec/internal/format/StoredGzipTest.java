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
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredGzipTest {

    private static final long SEED = 20261126;
    private static final CodecEngine ENGINE = Engines.forCompression(CompressionCodecName.GZIP);

    /** The bytes of a member that are not content: a header, a trailer, and a header for each 65,535 bytes. */
    private static final int MEMBER = 18;

    private static final int DEFLATE_BLOCK = 65_535;
    private static final int DEFLATE_BLOCK_HEADER = 5;

    // Would catch: a block that is stored although it shrinks, one that is not stored although it hardly shrinks,
    // and a stored block that a library cannot read.
    @ParameterizedTest
    @ValueSource(ints = {8192, 65_535, 65_536, 65_537, 131_070, 131_071, (1 << 24) - 1, (1 << 24) + 1})
    void storesABlockThatShrinksByLessThanOnePercent(int size) throws IOException {
        for (double zeros : new double[] {0.009, 0.02, 0.5}) {
            byte[] block = noise(size, zeros);
            byte[] compressed = compress(newCompressor(), block);
            byte[] written = compress(StoredGzip.around(CompressionCodecName.GZIP, newCompressor()), block);
            String context = size + " bytes, " + zeros + " of them zeros, seed " + SEED;
            boolean hardlyShrinks = compressed.length > size * 0.99 && compressed.length < size;
            assertEquals(zeros == 0.009, hardlyShrinks, context);
            if (hardlyShrinks) {
                int blocks = (size + DEFLATE_BLOCK - 1) / DEFLATE_BLOCK;
                assertEquals(size + MEMBER + blocks * DEFLATE_BLOCK_HEADER, written.length, context);
            } else {
                assertArrayEquals(compressed, written, context);
            }
            assertReads(block, written, context);
        }
    }

    @Test
    void readsAndWritesInTheGivenRangesOnly() throws IOException {
        byte[] block = noise(64 << 10, 0.009);
        BlockCompressor storing = StoredGzip.around(CompressionCodecName.GZIP, newCompressor());
        byte[] around = noise(3 * block.length, 0);
        System.arraycopy(block, 0, around, 1001, block.length);
        int room = (int) storing.maxCompressedLength(block.length);
        byte[] target = new byte[room + 14];
        Arrays.fill(target, (byte) 0x55);
        int length = storing.compress(around, 1001, block.length, target, 7, room);
        assertReads(block, Arrays.copyOfRange(target, 7, 7 + length), "seed " + SEED);
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
        assertArrayEquals(
                compress(newCompressor(), block),
                compress(StoredGzip.around(CompressionCodecName.GZIP, newCompressor()), block),
                "seed " + SEED);
    }

    @Test
    void leavesOtherCodecsAlone() {
        try (BlockCompressor blocks = newCompressor()) {
            assertSame(blocks, StoredGzip.around(CompressionCodecName.ZSTD, blocks));
        }
    }

    private static BlockCompressor newCompressor() {
        return ENGINE.newCompressor(CompressionSettings.ofLevel(3));
    }

    /** Returns random bytes after zeros, which the codec shrinks to a few bytes. */
    private static byte[] noise(int size, double zeros) {
        byte[] block = new byte[size];
        new Random(SEED).nextBytes(block);
        Arrays.fill(block, 0, (int) (zeros * size), (byte) 0);
        return block;
    }

    /** Reads a block with each of our engines, and with the JDK. */
    private static void assertReads(byte[] expected, byte[] written, String context) throws IOException {
        for (CodecEngine engine : Engines.of(CompressionCodecName.GZIP)) {
            try (BlockDecompressor decompressor = engine.newDecompressor()) {
                byte[] content = new byte[expected.length];
                assertEquals(
                        expected.length,
                        decompressor.decompress(written, 0, written.length, content, 0, content.length),
                        context);
                assertArrayEquals(expected, content, context);
            }
        }
        assertArrayEquals(expected, new GZIPInputStream(new ByteArrayInputStream(written)).readAllBytes(), context);
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
