// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.lz4;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on old versions of lz4-java as well. */
class Lz4JavaEngineTest {

    private static final long SEED = 20261122;

    private static final CompressionSettings STORING = CompressionSettings.ofLevel(1);
    private static final CompressionSettings SEARCHING =
            CompressionSettings.ofLevel(1).withStoreIncompressible(false);

    private enum Kind {
        TEXT,
        /** Bytes of numbers that are close to each other. */
        DOUBLES,
        UUIDS_OF_500,
        INT32_OF_1000,
        HALF_OF_THE_VALUES_TWICE;

        private byte[] block(int size) {
            Random random = new Random(SEED + ordinal());
            ByteBuffer block = ByteBuffer.allocate(size + 32);
            byte[] pool = new byte[16 * 500];
            random.nextBytes(pool);
            while (block.position() < size) {
                switch (this) {
                    case TEXT:
                        block.put(("word" + random.nextInt(1000) + ' ').getBytes(StandardCharsets.US_ASCII));
                        break;
                    case DOUBLES:
                        block.putDouble(random.nextInt(10_000_000) / 100.0);
                        break;
                    case UUIDS_OF_500:
                        block.put(pool, 16 * random.nextInt(500), 16);
                        break;
                    case INT32_OF_1000:
                        block.put(pool, 4 * random.nextInt(1000), 4);
                        break;
                    default:
                        int at = block.position();
                        block.putLong(
                                at > 0 && random.nextBoolean()
                                        ? block.getLong(8 * random.nextInt(at / 8))
                                        : random.nextLong());
                }
            }
            return Arrays.copyOf(block.array(), size);
        }
    }

    // Would catch: a search of every position where four bytes repeat by chance, which takes three times as long as
    // parquet-java's.
    @ParameterizedTest
    @ValueSource(ints = {12 << 10, 24 << 10, 32 << 10, 64 << 10, (64 << 10) + 10})
    void whereBytesRepeatByChanceThereIsNoThoroughSearch(int size) throws IOException {
        assumeTrue(searchesQuickly());
        byte[] block = bytesThatRepeatByChance(size);
        assertTrue(
                compress(SEARCHING, block).length < compress(STORING, block).length, "liblz4 finds little, but some");
        assertTrue(compress(STORING, block).length > size, "and next to nothing if it skips positions");
    }

    // Would catch: a block whose gain is given away.
    @ParameterizedTest
    @EnumSource
    void aBlockThatGainsIsSearchedThoroughly(Kind kind) throws IOException {
        for (int size : new int[] {16 << 10, 24 << 10, 32 << 10, 64 << 10}) {
            byte[] block = kind.block(size);
            String context = kind + " of " + size + " bytes, seed " + (SEED + kind.ordinal());
            assertTrue(compress(SEARCHING, block).length < 0.95 * size, context);
            assertArrayEquals(compress(SEARCHING, block), compress(STORING, block), context);
        }
    }

    // Would catch: a quick search of blocks that liblz4 searches quickly itself.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, (4 << 10) - 1, (64 << 10) + 11, 256 << 10})
    void smallAndLargeBlocksAreSearchedThoroughly(int size) throws IOException {
        byte[] block = bytesThatRepeatByChance(size);
        assertArrayEquals(compress(SEARCHING, block), compress(STORING, block));
    }

    @Test
    void theMemoryOfTheQuickSearchIsCounted() throws IOException {
        assumeTrue(searchesQuickly());
        BlockCompressor compressor = new Lz4JavaEngine().newCompressor(STORING);
        long before = compressor.footprint();
        byte[] block = bytesThatRepeatByChance(32 << 10);
        byte[] target = new byte[(int) compressor.maxCompressedLength(block.length)];
        compressor.compress(block, 0, block.length, target, 0, target.length);
        assertEquals(before + (16 << 10), compressor.footprint());
        compressor.close();
        assertNotEquals(0, before);
    }

    /** Returns bytes of 22 values each, such as the low bytes of prices in cents as doubles. */
    private static byte[] bytesThatRepeatByChance(int size) {
        Random random = new Random(SEED);
        byte[] block = new byte[size];
        for (int i = 0; i < size; i++) {
            block[i] = (byte) (11 * random.nextInt(22));
        }
        return block;
    }

    private static boolean searchesQuickly() {
        return Arrays.stream(LZ4Factory.class.getMethods())
                .anyMatch(method -> method.getName().equals("fastResetCompressor"));
    }

    private static byte[] compress(CompressionSettings settings, byte[] block) throws IOException {
        Lz4JavaEngine engine = new Lz4JavaEngine();
        BlockCompressor compressor = engine.newCompressor(settings);
        byte[] target = new byte[(int) compressor.maxCompressedLength(block.length)];
        int length = compressor.compress(block, 0, block.length, target, 0, target.length);
        compressor.close();
        BlockDecompressor decompressor = engine.newDecompressor();
        byte[] content = new byte[block.length];
        assertEquals(block.length, decompressor.decompress(target, 0, length, content, 0, content.length));
        assertArrayEquals(block, content);
        decompressor.close();
        return Arrays.copyOf(target, length);
    }
}
