// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine.zstd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdCompressCtx;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    /** Would catch: a pool that holds more than its bound. The KiB are the growth of glibc's mallinfo2, with libzstd 1.5.7. */
    @ParameterizedTest
    @CsvSource({
        "1, 65536, 297",
        "3, 65536, 649",
        "9, 1048576, 13049",
        "11, 100, 177",
        "13, 20480, 801",
        "14, 20480, 948",
        "14, 102400, 2893",
        "16, 131073, 5664",
        "19, 263168, 10048",
        "13, 4194304, 42489"
    })
    void aContextSaysNoLessThanWhatItWasMeasuredToHold(int level, int size, long kib) throws IOException {
        BlockCompressor compressor = new ZstdJniEngine().newCompressor(CompressionSettings.ofLevel(level));
        try {
            byte[] target = new byte[(int) compressor.maxCompressedLength(size)];
            compressor.compress(new byte[size], 0, size, target, 0, target.length);
            assertTrue(compressor.footprint() >= kib << 10, () -> "says " + compressor.footprint() + " bytes");
        } finally {
            compressor.close();
        }
    }

    @Test
    void thereIsNoScratchBeyondWhatABufferCanHold() {
        DirectScratch scratch = new DirectScratch();
        assertNull(scratch.reserve(1L << 31));
        assertEquals(0, scratch.size());
    }
}
