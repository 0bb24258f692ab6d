// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.lz4;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.support.IsolatedLoader;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;

class Lz4JavaEngineTest {

    private static final byte[] SOURCE = TestPages.TEXT.ofSize(300_000);

    // Would catch: a level that is off by one, HC at a fast level, and a block that is cut or shifted on its way
    // through memory outside the heap.
    @Test
    void passesTheLevelToTheLibraryUnchanged() throws IOException {
        for (int level = 1; level <= 12; level++) {
            LZ4Factory factory = LZ4Factory.nativeInstance();
            LZ4Compressor library = level < 3 ? factory.fastCompressor() : factory.highCompressor(level);
            byte[] expected = library.compress(SOURCE, 7, SOURCE.length - 7);
            assertArrayEquals(expected, new Block(level).bytes(), "level " + level);
        }
    }

    // Would catch: HC on heap arrays, for which most collectors wait, and memory that the pool does not count.
    @Test
    void hcCountsItsMemoryOutsideTheHeap() throws IOException {
        assertTrue(new Block(9).footprint >= 2 * SOURCE.length);
        assertEquals(0, new Block(1).footprint);
    }

    // Would catch: a level of LZ4 that fails on a class path without JNA, which LZ4 otherwise does not need.
    @Test
    void hcWorksInPlaceWithoutJna() throws Exception {
        try (IsolatedLoader loader =
                IsolatedLoader.of(List.of(), file -> false, name -> name.startsWith("com.sun.jna."))) {
            LongSupplier inPlace = loader.newInstance(InPlace.class, LongSupplier.class);
            assertEquals(Arrays.hashCode(new Block(9).bytes()), inPlace.getAsLong());
        }
    }

    /** Returns the hash of the source's block at level 9. */
    public static final class InPlace implements LongSupplier {
        @Override
        public long getAsLong() {
            try {
                Block block = new Block(9);
                assertEquals(0, block.footprint);
                return Arrays.hashCode(block.bytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The source without its first bytes, compressed in a context of its own, with an offset in both arrays. */
    private static final class Block {
        private final byte[] target;
        private final int written;
        private final long footprint;

        Block(int level) throws IOException {
            try (BlockCompressor compressor = new Lz4JavaEngine().newCompressor(CompressionSettings.ofLevel(level))) {
                int room = (int) compressor.maxCompressedLength(SOURCE.length - 7);
                target = new byte[room + 11];
                written = compressor.compress(SOURCE, 7, SOURCE.length - 7, target, 11, room);
                footprint = compressor.footprint();
            }
        }

        byte[] bytes() {
            return Arrays.copyOfRange(target, 11, 11 + written);
        }
    }
}
