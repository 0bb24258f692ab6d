// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.aircompressor.AircompressorEngine;
import io.github.fastcodec.internal.format.ZstdFrame;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ZSTD in pure Java, by aircompressor: one frame for each block, its content size stated, with a checksum. It compresses at
 * one level, whatever level and number of workers are asked for, and says so once.
 */
public final class ZstdAircompressorEngine extends AircompressorEngine {

    private static final Logger LOG = LoggerFactory.getLogger(ZstdAircompressorEngine.class);

    /** The only level of the library. */
    static final int LEVEL = 3;

    private final AtomicBoolean warned = new AtomicBoolean();

    public ZstdAircompressorEngine() {
        super(50, CompressionCodecName.ZSTD);
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        BlockCompressor compressor = Library.newCompressor();
        if (settings.level() != LEVEL && !warned.getAndSet(true)) {
            LOG.warn(
                    "ZSTD is compressed by aircompressor, which has level {} only: level {} is ignored."
                            + " zstd-jni has all levels; the Doctor says why it does not work here",
                    LEVEL,
                    settings.level());
        }
        return compressor;
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return Library.newDecompressor();
    }

    /** A class of its own, because the JVM loads what a class converts when it verifies that class. */
    private static final class Library {
        static BlockCompressor newCompressor() {
            return over(new ZstdCompressor());
        }

        static BlockDecompressor newDecompressor() {
            requireSafe();
            return new Decompressor();
        }
    }

    /**
     * Gives the library one frame at a time. It knows no skippable frames, looks at no content size, takes a target without
     * room for a frame without content, and lets a frame refer to the content of the one before.
     */
    private static final class Decompressor implements BlockDecompressor {
        /** The library refuses larger windows, though it makes no use of them: all of the content is in the target. */
        private static final int MAX_WINDOW_LOG = 23;

        /** The first size, in bytes, that is no window to libzstd either. */
        private static final long NO_WINDOW = 1L << 32;

        private final ZstdDecompressor library = new ZstdDecompressor();
        private final ZstdFrame frame = new ZstdFrame();
        private final byte[] noRoom = new byte[1];

        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            int limit = sourceOffset + sourceLength;
            int produced = 0;
            for (int at = sourceOffset; at < limit; at = frame.end()) {
                if (!frame.read(source, at, limit)) {
                    throw new IOException(frame.problem());
                }
                if (!frame.isSkippable()) {
                    produced += decompressFrame(source, at, target, targetOffset + produced, targetLength - produced);
                }
            }
            return produced;
        }

        private int decompressFrame(byte[] source, int at, byte[] target, int targetOffset, int room)
                throws IOException {
            if (frame.minimum() > room) {
                throw new IOException("a ZSTD frame states " + frame.minimum() + " bytes, there is room for " + room);
            }
            if (frame.hasDictionaryField() && frame.dictionary(source) != 0) {
                throw new IOException("its ZSTD frame needs a dictionary, number " + frame.dictionary(source)
                        + ", which Parquet does not know of");
            }
            long window = frame.window(source);
            if (window >= NO_WINDOW) {
                throw new IOException("its ZSTD frame has a window of " + window + " bytes, the limit is 4 GiB");
            }
            int most = frame.statesSize() ? (int) frame.maximum() : room;
            int produced;
            if (window > 1 << MAX_WINDOW_LOG || frame.hasDictionaryField()) {
                byte[] copy = frame.withWindow(source, MAX_WINDOW_LOG);
                produced = decompressWhole(copy, 0, copy.length, target, targetOffset, most);
            } else {
                produced = decompressWhole(source, at, frame.end() - at, target, targetOffset, most);
            }
            if (produced < frame.minimum()) {
                throw new IOException("a ZSTD frame states " + frame.minimum() + " bytes and holds " + produced);
            }
            return produced;
        }

        /** Calls the library, which with no room at all would not look at the frame. */
        private int decompressWhole(byte[] source, int offset, int length, byte[] target, int targetOffset, int room)
                throws IOException {
            if (room > 0) {
                return library.decompress(source, offset, length, target, targetOffset, room);
            }
            if (library.decompress(source, offset, length, noRoom, 0, noRoom.length) > 0) {
                throw new IOException("a ZSTD frame goes on after the expected size");
            }
            return 0;
        }

        @Override
        public long footprint() {
            return 192 << 10; // literals of a block, and tables
        }
    }
}
