// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import io.airlift.compress.zstd.ZstdDecompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.internal.format.ZstdFrame;
import java.io.IOException;

/**
 * A context that passes one ZSTD frame at a time to the library and checks what the library does not check. By itself, the
 * library does not know skippable frames, does not check a frame's content size, does not read a frame if the target has no
 * room, and lets a frame refer to the content of the frame before it.
 */
final class ZstdAircompressorDecompressor implements BlockDecompressor {

    /**
     * The base-2 logarithm of the largest window that the library accepts. The library does not need a window, because all of
     * the content is in the target.
     */
    private static final int MAX_WINDOW_LOG = 23;

    /** The smallest window, in bytes, that libzstd rejects too. */
    private static final long NO_WINDOW = 1L << 32;

    private final ZstdDecompressor library = new ZstdDecompressor();
    private final ZstdFrame frame = new ZstdFrame();
    private final byte[] spare = new byte[1];

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

    private int decompressFrame(byte[] source, int at, byte[] target, int targetOffset, int room) throws IOException {
        if (frame.minimum() > room) {
            throw new IOException("a ZSTD frame states " + frame.minimum() + " bytes, but there is room for " + room);
        }
        if (frame.hasDictionaryField() && frame.dictionary(source) != 0) {
            throw new IOException("its ZSTD frame needs dictionary " + frame.dictionary(source)
                    + ", but Parquet does not use ZSTD dictionaries");
        }
        long window = frame.window(source);
        if (window >= NO_WINDOW) {
            throw new IOException("its ZSTD frame has a window of " + window + " bytes; the limit is 4 GiB");
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

    /** Calls the library with at least one byte of room, because without room it does not read the frame. */
    private int decompressWhole(byte[] source, int offset, int length, byte[] target, int targetOffset, int room)
            throws IOException {
        if (room > 0) {
            return library.decompress(source, offset, length, target, targetOffset, room);
        }
        if (library.decompress(source, offset, length, spare, 0, spare.length) > 0) {
            throw new IOException("a ZSTD frame exceeds the expected size");
        }
        return 0;
    }

    @Override
    public long footprint() {
        return 192 << 10; // the literals of a block, and the tables
    }
}
