// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.format.StoredForm;
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
    private static final CompressionSettings SETTINGS = CompressionSettings.ofLevel(3);

    // Would catch: a block that is stored although its codec shrinks it, one that is not stored although it
    // hardly shrinks, and a stored block that libraries cannot read.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void aBlockIsStoredIfItsCodecShrinksItByLessThanOnePercent(CompressionCodecName codec) throws IOException {
        CodecEngine engine = Engines.forCompression(codec);
        BlockCompressor bare = engine.newCompressor(SETTINGS);
        BlockCompressor storing = StoringCompressor.around(codec, engine.newCompressor(SETTINGS), SETTINGS);
        BlockDecompressor decompressor = Engines.forDecompression(codec).newDecompressor();
        int stored = 0;
        for (int size : new int[] {8 << 10, 64 << 10, 1 << 20}) {
            for (double zeros : new double[] {0, 0.009, 0.02, 0.5}) {
                byte[] block = noise(size, zeros);
                byte[] compressed = compress(bare, block);
                boolean hardlyShrinks = compressed.length > size * 0.99 && compressed.length < size;
                String context = codec + ", " + size + " bytes, " + zeros + " of them zeros, seed " + SEED;
                stored += hardlyShrinks ? 1 : 0;
                byte[] written = compress(storing, block);
                assertArrayEquals(hardlyShrinks ? stored(codec, block) : compressed, written, context);
                byte[] content = new byte[size];
                assertEquals(size, decompressor.decompress(written, 0, written.length, content, 0, size), context);
                assertArrayEquals(block, content, context);
            }
        }
        assertTrue(stored > 0, () -> codec + " has shrunk no block a little, seed " + SEED);
        bare.close();
        storing.close();
        decompressor.close();
    }

    @Test
    void theRangesOfTheArraysAreKept() throws IOException {
        byte[] block = noise(64 << 10, 0.009);
        BlockCompressor storing = StoringCompressor.around(
                CompressionCodecName.GZIP,
                Engines.forCompression(CompressionCodecName.GZIP).newCompressor(SETTINGS),
                SETTINGS);
        byte[] around = noise(3 * block.length, 0);
        System.arraycopy(block, 0, around, 1001, block.length);
        byte[] target = new byte[(int) storing.maxCompressedLength(block.length) + 7];
        int length = storing.compress(around, 1001, block.length, target, 7, target.length - 7);
        assertArrayEquals(
                stored(CompressionCodecName.GZIP, block), Arrays.copyOfRange(target, 7, 7 + length), "seed " + SEED);
        storing.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 4095})
    void aSmallBlockIsLeftToTheCodec(int size) throws IOException {
        CodecEngine engine = Engines.forCompression(CompressionCodecName.GZIP);
        BlockCompressor bare = engine.newCompressor(SETTINGS);
        BlockCompressor storing =
                StoringCompressor.around(CompressionCodecName.GZIP, engine.newCompressor(SETTINGS), SETTINGS);
        byte[] block = noise(size, 0.009);
        assertArrayEquals(compress(bare, block), compress(storing, block), "seed " + SEED);
        bare.close();
        storing.close();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void nothingIsStoredIfThatIsTurnedOff(CompressionCodecName codec) {
        try (BlockCompressor blocks = Engines.forCompression(codec).newCompressor(SETTINGS)) {
            assertSame(blocks, StoringCompressor.around(codec, blocks, SETTINGS.withStoreIncompressible(false)));
            assertNotSame(blocks, StoringCompressor.around(codec, blocks, SETTINGS));
        }
    }

    /** Returns random bytes after zeros, which every codec shrinks to a few bytes. */
    private static byte[] noise(int size, double zeros) {
        byte[] block = new byte[size];
        new Random(SEED).nextBytes(block);
        Arrays.fill(block, 0, (int) (zeros * size), (byte) 0);
        return block;
    }

    private static byte[] stored(CompressionCodecName codec, byte[] block) {
        byte[] target = new byte[(int) StoredForm.size(codec, block.length)];
        return Arrays.copyOf(target, StoredForm.write(codec, block, 0, block.length, target, 0));
    }

    private static byte[] compress(BlockCompressor compressor, byte[] block) throws IOException {
        byte[] target = new byte[(int) compressor.maxCompressedLength(block.length)];
        int length = compressor.compress(block, 0, block.length, target, 0, target.length);
        assertTrue(length <= target.length);
        return Arrays.copyOf(target, length);
    }
}
