// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Compresses a block on the heap through libzstd's streaming API, one slice in each call, so that the garbage collector never
 * waits for more than one slice. The library buffers the block in memory that it allocates and frees with its context.
 */
final class HeapSlices {

    /** The size of a slice, in bytes. libzstd compresses this much into one block of the frame. */
    static final int SIZE = 128 << 10;

    private HeapSlices() {}

    /**
     * Compresses a block into one frame that states its size. The ranges are those of {@code BlockCompressor.compress}.
     *
     * @return the number of bytes written
     * @throws IOException if the frame needs more than {@code targetLength} bytes
     * @throws LinkageError if zstd-jni is older than 1.5.7-28, in which case nothing has been written
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
        ByteBuffer in = ByteBuffer.wrap(source, sourceOffset, 0);
        ByteBuffer out = ByteBuffer.wrap(target, targetOffset, targetLength);
        int end = sourceOffset + sourceLength;
        context.setPledgedSrcSize(sourceLength);
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
