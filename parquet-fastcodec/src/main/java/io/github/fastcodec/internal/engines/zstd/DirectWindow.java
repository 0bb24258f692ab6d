// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Two small direct buffers through which a context takes a block and gives back the frame, so that native code never works
 * on a heap array. The block itself is gathered in memory that the library allocates and frees with its context. For one
 * thread at a time.
 */
final class DirectWindow extends FrameStream {

    /** The size of each of the two buffers, in bytes. */
    static final int SIZE = 16 << 10;

    /** Which of all windows this is. */
    final int number;

    private final ByteBuffer in;
    private final ByteBuffer out;

    /** Creates a window over a direct buffer of twice {@link #SIZE} bytes. */
    DirectWindow(int number, ByteBuffer memory) {
        this.number = number;
        in = memory.duplicate().limit(SIZE).slice();
        out = memory.duplicate().position(SIZE).slice();
    }

    @Override
    void begin(ZstdCompressCtx context) {
        context.compressDirectByteBufferStream(out.clear(), in.position(0).limit(0), EndDirective.CONTINUE);
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
        in.position(0).limit(0);
        int taken = 0;
        int written = 0;
        boolean ended;
        do {
            if (!in.hasRemaining()) {
                int length = Math.min(SIZE, sourceLength - taken);
                in.clear().put(source, sourceOffset + taken, length).flip();
                taken += length;
            }
            boolean last = taken == sourceLength;
            out.clear();
            boolean flushed =
                    context.compressDirectByteBufferStream(out, in, last ? EndDirective.END : EndDirective.CONTINUE);
            int produced = out.flip().remaining();
            if (produced > targetLength - written) {
                throw tooLarge(targetLength);
            }
            out.get(target, targetOffset + written, produced);
            written += produced;
            ended = last && flushed;
        } while (!ended);
        return written;
    }
}
