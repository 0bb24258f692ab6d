// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.support.FilePages;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GzipLibdeflateEngineTest {

    // Would catch: a level that is passed to the library as another number, or not at all.
    @Test
    void aLevelIsLibdeflatesOfTheSameNumber() throws IOException {
        byte[] page = largestPage(FilePages.LINEITEM);
        Set<Integer> sizes = new HashSet<>();
        for (int level = 0; level <= 9; level++) {
            BlockCompressor compressor = new GzipLibdeflateEngine().newCompressor(CompressionSettings.ofLevel(level));
            byte[] target = new byte[(int) compressor.maxCompressedLength(page.length)];
            int size = compressor.compress(page, 0, page.length, target, 0, target.length);
            assertArrayEquals(member(page, level), Arrays.copyOf(target, size), "level " + level);
            assertTrue(sizes.add(size), "two levels make " + size + " bytes");
            compressor.close();
        }
    }

    private static byte[] largestPage(FilePages file) throws IOException {
        return Collections.max(file.pages(), Comparator.comparingInt(page -> page.length));
    }

    /** Returns a page as the library itself compresses it. */
    private static byte[] member(byte[] page, int level) {
        long compressor = Libdeflate.libdeflate_alloc_compressor(level);
        try (Memory in = new Memory(page.length);
                Memory out = new Memory(Libdeflate.libdeflate_gzip_compress_bound(compressor, page.length))) {
            in.write(0, page, 0, page.length);
            long size = Libdeflate.libdeflate_gzip_compress(
                    compressor, Pointer.nativeValue(in), in.size(), Pointer.nativeValue(out), out.size());
            return out.getByteArray(0, (int) size);
        } finally {
            Libdeflate.libdeflate_free_compressor(compressor);
        }
    }

    // Would catch: a pool that exceeds its bound because contexts report too little. The KiB are the growth in
    // glibc's mallinfo2.
    @ParameterizedTest
    @CsvSource({"0, 6", "1, 200", "9, 652", "10, 8804", "12, 8800"})
    void aContextSaysNoLessThanItWasMeasuredToHold(int level, long kib) {
        try (BlockCompressor compressor =
                new GzipLibdeflateEngine().newCompressor(CompressionSettings.ofLevel(level))) {
            assertTrue(compressor.footprint() >= kib << 10, () -> "says " + compressor.footprint() + " bytes");
        }
    }
}
