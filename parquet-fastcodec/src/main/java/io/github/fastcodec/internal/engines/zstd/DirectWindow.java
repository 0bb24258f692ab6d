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
final class DirectWindow {

    /** The size of each of the two buffers, in bytes. */
    static final int SIZE = 16 << 10;

    /** From this size on a frame may state its content's size in two bytes, which count from here. */
    private static final int TWO_BYTES_FROM = 256;

    /** A frame header descriptor: two bytes for the size of the content, which is the window, and nothing else. */
    private static final byte SIZE_OF_TWO_BYTES_NO_WINDOW = 0x60;

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

    /**
     * Compresses a block into one frame, which states its size. The ranges are those of {@code BlockCompressor.compress}.
     *
     * @return the number of bytes written
     * @throws IOException if the frame needs more than {@code targetLength} bytes
     */
    int compress(
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
     * The same without telling the library how long the block is; the frame states its size nevertheless, so that it is what
     * decoders expect of a block.
     *
     * @param sourceLength at least {@value #TWO_BYTES_FROM}, and less than 64 KiB more
     */
    int compressUntold(
            ZstdCompressCtx context,
            byte[] source,
            int sourceOffset,
            int sourceLength,
            byte[] target,
            int targetOffset,
            int targetLength)
            throws IOException {
        // a first call that ended the frame as well would tell how long it is
        context.compressDirectByteBufferStream(out.clear(), in.position(0).limit(0), EndDirective.CONTINUE);
        // RFC 8878 section 3.1.1.1: the header written has a byte for the window, that wanted has two for the size
        // instead
        int written = stream(context, source, sourceOffset, sourceLength, target, targetOffset + 1, targetLength - 1);
        int size = sourceLength - TWO_BYTES_FROM;
        System.arraycopy(target, targetOffset + 1, target, targetOffset, 4);
        target[targetOffset + 4] = SIZE_OF_TWO_BYTES_NO_WINDOW;
        target[targetOffset + 5] = (byte) size;
        target[targetOffset + 6] = (byte) (size >>> 8);
        return written + 1;
    }

    private int stream(
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
                throw new IOException("libzstd needs more than the " + targetLength + " bytes that should suffice");
            }
            out.get(target, targetOffset + written, produced);
            written += produced;
            ended = last && flushed;
        } while (!ended);
        return written;
    }
}
