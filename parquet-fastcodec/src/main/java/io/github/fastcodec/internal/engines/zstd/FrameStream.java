// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;

/**
 * Compresses a block into one frame through libzstd's streaming API, in several short calls. The library collects the block in memory
 * that it allocates and frees with its context. One thread at a time, unless the subclass says otherwise.
 */
abstract class FrameStream {

    /** The shortest block, in bytes, that may be hidden from the library: a size of two bytes counts from here. */
    static final int SMALLEST_UNSIZED = 256;

    /** A frame header descriptor: two bytes for the size of the content, which is the window, and nothing else. */
    private static final byte SIZE_OF_TWO_BYTES_NO_WINDOW = 0x60;

    /**
     * Compresses a block into one frame, which states its size. The ranges are those of {@code BlockCompressor.compress}.
     *
     * @param unsized whether to hide the block's length from the library; the block then has at least {@link #SMALLEST_UNSIZED} bytes,
     *     and less than 64 KiB more
     * @return the number of bytes written
     * @throws IOException if the frame needs more than {@code targetLength} bytes
     */
    final int compress(
            ZstdCompressCtx context,
            boolean unsized,
            byte[] source,
            int sourceOffset,
            int sourceLength,
            byte[] target,
            int targetOffset,
            int targetLength)
            throws IOException {
        if (!unsized) {
            context.setPledgedSrcSize(sourceLength);
            return write(context, source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        }
        begin(context);
        int written = write(context, source, sourceOffset, sourceLength, target, targetOffset + 1, targetLength - 1);
        stateSize(target, targetOffset, sourceLength);
        return written + 1;
    }

    /**
     * Rewrites the header of a frame so that it states the size, as decoders of blocks expect. The library wrote the frame from the
     * target's second byte on.
     */
    private static void stateSize(byte[] target, int targetOffset, int sourceLength) {
        // RFC 8878 section 3.1.1.1: the library wrote one byte for the window; two bytes for the size replace it
        int size = sourceLength - SMALLEST_UNSIZED;
        System.arraycopy(target, targetOffset + 1, target, targetOffset, 4);
        target[targetOffset + 4] = SIZE_OF_TWO_BYTES_NO_WINDOW;
        target[targetOffset + 5] = (byte) size;
        target[targetOffset + 6] = (byte) (size >>> 8);
    }

    /** Begins a frame without a byte of its content: a first call that ended the frame as well would tell how long it is. */
    abstract void begin(ZstdCompressCtx context);

    /** Writes the frame, whatever was begun; the parameters are those of {@link #compress}. */
    abstract int write(
            ZstdCompressCtx context,
            byte[] source,
            int sourceOffset,
            int sourceLength,
            byte[] target,
            int targetOffset,
            int targetLength)
            throws IOException;

    static IOException tooLarge(int targetLength) {
        return new IOException("libzstd needs more than the " + targetLength + " bytes that should suffice");
    }
}
