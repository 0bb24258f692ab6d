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
final class HeapSlices extends FrameStream {

    /** Holds nothing of a block, so that all threads share it. */
    static final HeapSlices ALL = new HeapSlices();

    /** The size of a slice, in bytes: what libzstd makes one block of. */
    private static final int SIZE = 128 << 10;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private HeapSlices() {}

    @Override
    void begin(ZstdCompressCtx context) {
        context.compressByteBufferStream(NOTHING, NOTHING, EndDirective.CONTINUE);
    }

    @Override
    int write(
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
                throw tooLarge(targetLength);
            }
        } while (!ended);
        return out.position() - targetOffset;
    }
}
