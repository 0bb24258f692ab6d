// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.engine.LibraryVersion;
import java.nio.ByteBuffer;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** ZSTD on the C library, by zstd-jni: one frame for each block, its content size stated, without a checksum. */
public final class ZstdJniEngine implements CodecEngine {

    @Override
    public String name() {
        return "zstd-jni";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.ZSTD);
    }

    @Override
    public int priority() {
        return 100;
    }

    @Override
    public String howToFix() {
        return "add com.github.luben:zstd-jni 1.5.7-14 or newer to the class path, and let java.io.tmpdir be a writable"
                + " directory that may hold executables";
    }

    @Override
    public String libraryVersion() {
        return LibraryVersion.of(Zstd.class);
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        return new Compressor(settings);
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return new Decompressor();
    }

    private static final class Compressor implements BlockCompressor {
        /**
         * What a context takes for large pages, in KiB, by level; measured with libzstd 1.5.7 for pages of up to 16 MiB. From
         * level 13 on it goes on growing with the page.
         */
        private static final int[] LARGEST_KIB = {
            1273, 569, 761, 1273, 2553, 3065, 3065, 5625, 5625, 10745, 20985, 20985, 41465
        };

        /** What a context takes for the smallest page at the levels that take most, in bytes; measured: 176 KiB. */
        private static final long SMALLEST = 192 << 10;

        /** Up to this size, in bytes, a page takes more for each of its bytes than beyond it. */
        private static final int SMALL_PAGE = 64 << 10;

        /**
         * The levels from which on every page, and below which only a page larger than {@link #LARGEST_IN_PLACE} bytes, is
         * compressed outside of the heap: on a heap array the library works in place, which keeps the garbage collector
         * waiting (G1 before Java 22). It may for about a millisecond; the copies cost less than 2 % of the time.
         */
        private static final int SLOW_LEVEL = 7;

        private static final int LARGEST_IN_PLACE = 256 << 10;

        private final boolean slow;
        private final DirectScratch scratch = new DirectScratch();
        private final ZstdCompressCtx context;
        private final long largest;
        private final int contexts;
        private int largestPage;

        private Compressor(CompressionSettings settings) {
            int level = settings.level();
            largest = level >= LARGEST_KIB.length ? Long.MAX_VALUE : LARGEST_KIB[Math.max(level, 0)] * 1024L;
            slow = level >= SLOW_LEVEL;
            contexts = 1 + settings.workers();
            context = ZstdParameters.newContext(settings);
        }

        @Override
        public long maxCompressedLength(int sourceLength) {
            return Zstd.compressBound(sourceLength);
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
            largestPage = Math.max(largestPage, sourceLength);
            ByteBuffer outside = null;
            if (slow || sourceLength > LARGEST_IN_PLACE) {
                outside = scratch.reserve((long) sourceLength + targetLength);
            } else {
                scratch.unneeded();
            }
            if (outside == null) {
                return context.compressByteArray(
                        target, targetOffset, targetLength, source, sourceOffset, sourceLength);
            }
            outside.position(0).put(source, sourceOffset, sourceLength);
            int written =
                    context.compressDirectByteBuffer(outside, sourceLength, targetLength, outside, 0, sourceLength);
            outside.position(sourceLength).get(target, targetOffset, written);
            return written;
        }

        /**
         * The library does not say; its tables grow with the page, from one power of two to the next, up to the level's size.
         * The factors are what pages of up to 8 MiB were measured to take at most, at any level.
         */
        @Override
        public long footprint() {
            int power = Integer.highestOneBit(largestPage);
            long grown = SMALLEST + 33L * power + 17L * Math.min(power, SMALL_PAGE);
            return scratch.size() + contexts * Math.min(largest, grown);
        }

        @Override
        public void close() {
            context.close();
        }
    }

    private static final class Decompressor implements BlockDecompressor {
        private final ZstdDecompressCtx context = new ZstdDecompressCtx();

        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
            return context.decompressByteArray(target, targetOffset, targetLength, source, sourceOffset, sourceLength);
        }

        @Override
        public long footprint() {
            return 96 << 10; // measured: 94 KiB
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
