// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine.zstd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.github.luben.zstd.ZstdCompressCtx;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdJniEngineTest {

    private static final int[] SIZES = {0, 1, 8 << 10, 256 << 10, (256 << 10) + 1, 1 << 20, 100};

    /** Would catch: a page that is cut, moved or mixed with the last one on its way through memory outside the heap. */
    @ParameterizedTest
    @ValueSource(ints = {-5, 1, 3, 6, 7, 12, 19})
    void whatIsCompressedOutsideOfTheHeapIsWhatTheLibraryMakesOfAHeapArray(int level) throws IOException {
        ZstdJniEngine engine = new ZstdJniEngine();
        BlockCompressor compressor = engine.newCompressor(CompressionSettings.ofLevel(level));
        BlockDecompressor decompressor = engine.newDecompressor();
        try (ZstdCompressCtx library = new ZstdCompressCtx().setLevel(level)) {
            for (int size : SIZES) {
                byte[] source = new byte[size + 7];
                Random random = new Random(size);
                for (int i = 0; i < source.length; i++) {
                    source[i] = (byte) (random.nextGaussian() * 8);
                }
                int room = (int) compressor.maxCompressedLength(size);
                byte[] target = new byte[room + 11];
                int written = compressor.compress(source, 7, size, target, 11, room);
                byte[] page = Arrays.copyOfRange(source, 7, 7 + size);
                assertArrayEquals(library.compress(page), Arrays.copyOfRange(target, 11, 11 + written), "size " + size);
                byte[] decompressed = new byte[size];
                assertEquals(size, decompressor.decompress(target, 11, written, decompressed, 0, size));
                assertArrayEquals(page, decompressed);
            }
        } finally {
            compressor.close();
            decompressor.close();
        }
    }

    @Test
    void thereIsNoScratchBeyondWhatABufferCanHold() {
        DirectScratch scratch = new DirectScratch();
        assertNull(scratch.reserve(1L << 31));
        assertEquals(0, scratch.size());
    }
}
