// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;

/**
 * Compresses a block into one frame through libzstd's streaming API, in several short calls. The library collects the block in memory
 * that it allocates and frees with its context. One thread at a time, unless the subclass says otherwise.
 */
abstract class FrameStream {

    /**
     * Compresses a block into one frame, which states its size. The ranges are those of {@code BlockCompressor.compress}.
     *
     * @param untold whether to hide the block's length from the library; the length is then limited as in {@link UntoldFrame#stateSize}
     * @return the number of bytes written
     * @throws IOException if the frame needs more than {@code targetLength} bytes
     */
    final int compress(
            ZstdCompressCtx context,
            boolean untold,
            byte[] source,
            int sourceOffset,
            int sourceLength,
            byte[] target,
            int targetOffset,
            int targetLength)
            throws IOException {
        if (!untold) {
            context.setPledgedSrcSize(sourceLength);
            return write(context, source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        }
        begin(context);
        int written = write(context, source, sourceOffset, sourceLength, target, targetOffset + 1, targetLength - 1);
        UntoldFrame.stateSize(target, targetOffset, sourceLength);
        return written + 1;
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
