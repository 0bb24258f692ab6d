// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Compresses a block on the heap as a stream: a long one a slice at a time, so that the garbage collector waits for no more than a
 * slice, or a short one without telling the library how long it is. The block is gathered in memory that the library allocates and
 * frees with its context.
 */
final class HeapSlices {

    /** The size of a slice, in bytes: what libzstd makes one block of. */
    private static final int SIZE = 128 << 10;

    private HeapSlices() {}

    /**
     * Compresses a block into one frame, which states its size. The ranges are those of {@code BlockCompressor.compress}.
     *
     * @return the number of bytes written
     * @throws IOException if the frame needs more than {@code targetLength} bytes
     */
    static int compress(
            ZstdCompressCtx context,
            byte[] source,
            int sourceOffset,
            int sourceLength,
            byte[] target,
            int targetOffset,
            int targetLength)
            throws IOException {
        context.setPledgedSrcSize(sourceLength);
        return stream(context, source, sourceOffset, sourceLength, target, targetOffset, targetLength);
    }

    /**
     * The same without telling the library how long the block is.
     *
     * @param sourceLength as in {@link UntoldFrame#stateSize}
     */
    static int compressUntold(
            ZstdCompressCtx context,
            byte[] source,
            int sourceOffset,
            int sourceLength,
            byte[] target,
            int targetOffset,
            int targetLength)
            throws IOException {
        // a first call that ended the frame as well would tell how long it is
        context.compressByteBufferStream(
                ByteBuffer.wrap(target, targetOffset, 0),
                ByteBuffer.wrap(source, sourceOffset, 0),
                EndDirective.CONTINUE);
        int written = stream(context, source, sourceOffset, sourceLength, target, targetOffset + 1, targetLength - 1);
        UntoldFrame.stateSize(target, targetOffset, sourceLength);
        return written + 1;
    }

    private static int stream(
            ZstdCompressCtx context,
            byte[] source,
            int sourceOffset,
            int sourceLength,
            byte[] target,
            int targetOffset,
            int targetLength)
            throws IOException {
        ByteBuffer in = ByteBuffer.wrap(source, sourceOffset, 0);
        ByteBuffer out = ByteBuffer.wrap(target, targetOffset, targetLength);
        int end = sourceOffset + sourceLength;
        boolean ended;
        do {
            in.limit(Math.min(end - in.position(), SIZE) + in.position());
            boolean last = in.limit() == end;
            boolean flushed =
                    context.compressByteBufferStream(out, in, last ? EndDirective.END : EndDirective.CONTINUE);
            ended = last && flushed;
            if (!ended && !out.hasRemaining()) {
                throw new IOException("libzstd needs more than the " + targetLength + " bytes that should suffice");
            }
        } while (!ended);
        return out.position() - targetOffset;
    }
}
