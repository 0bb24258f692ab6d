// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.LibraryVersion;
import java.io.IOException;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** ZSTD on the C library, by zstd-jni: one frame for each block, its content size stated, without a checksum. */
public final class ZstdJniEngine implements CodecEngine {

    private final DirectWindows windows;

    public ZstdJniEngine() {
        this(new DirectWindows());
    }

    ZstdJniEngine(DirectWindows windows) {
        this.windows = windows;
    }

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
    public boolean mayRevealTarget() {
        return false; // a match must lie within what the frame has produced
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        return new Compressor(settings, windows);
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return new Decompressor();
    }

    private static final class Compressor implements BlockCompressor {
        /**
         * The levels from which on every page, and below which only a page larger than {@link #LARGEST_IN_PLACE} bytes, is
         * compressed outside of the heap: on a heap array the library works in place, which keeps the garbage collector
         * waiting (G1 before Java 22). It may for about a millisecond.
         */
        private static final int SLOW_LEVEL = 7;

        private static final int LARGEST_IN_PLACE = 256 << 10;

        private final DirectWindows windows;
        private final boolean slow;
        private final ZstdFootprint footprint;
        private final ZstdCompressCtx context;
        private boolean streams = true;

        private Compressor(CompressionSettings settings, DirectWindows windows) {
            this.windows = windows;
            slow = settings.level() >= SLOW_LEVEL;
            footprint = new ZstdFootprint(settings);
            context = ZstdParameters.newContext(settings);
        }

        @Override
        public long maxCompressedLength(int sourceLength) {
            return Zstd.compressBound(sourceLength);
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            if (streams && (slow || sourceLength > LARGEST_IN_PLACE)) {
                DirectWindow window = windows.take();
                if (window != null) {
                    try {
                        footprint.noteGathered(sourceLength);
                        return window.compress(
                                context, source, sourceOffset, sourceLength, target, targetOffset, targetLength);
                    } catch (NoSuchMethodError | NoClassDefFoundError e) {
                        streams = false; // zstd-jni 1.5.2 and older; the call below starts the frame anew
                    } finally {
                        windows.giveBack(window);
                    }
                }
            }
            footprint.note(sourceLength);
            return context.compressByteArray(target, targetOffset, targetLength, source, sourceOffset, sourceLength);
        }

        @Override
        public long footprint() {
            return footprint.bytes();
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
