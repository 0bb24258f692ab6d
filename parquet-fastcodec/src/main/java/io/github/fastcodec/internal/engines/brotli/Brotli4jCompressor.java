// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.brotli;

import com.aayushatharva.brotli4j.encoder.Encoder;
import com.aayushatharva.brotli4j.encoder.EncoderJNI;
import io.github.fastcodec.engine.BlockCompressor;
import java.io.IOException;

/** A context that writes one Brotli stream for each block. It holds no memory between two blocks. */
final class Brotli4jCompressor implements BlockCompressor {

    /** The base-2 logarithm of the window (RFC 7932, section 9.1). Every decoder accepts the library's default, 22. */
    private static final int WINDOW_LOG = 22;

    private final int quality;

    /** @param quality the level, 0 to 11; the library calls it quality */
    Brotli4jCompressor(int quality) {
        this.quality = quality;
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        // BrotliEncoderMaxCompressedSize adds 4 bytes for each 16 KiB, and another 6. The rest is slack;
        // Brotli4jOutput checks the bound.
        return 64L + sourceLength + 4L * (sourceLength >>> 14);
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        // The encoder's input buffer must not be empty, even if its input is.
        EncoderJNI.Wrapper encoder =
                new EncoderJNI.Wrapper(Math.max(1, sourceLength), quality, WINDOW_LOG, Encoder.Mode.GENERIC);
        try {
            encoder.getInputBuffer().put(source, sourceOffset, sourceLength);
            encoder.push(EncoderJNI.Operation.FINISH, sourceLength);
            int at = targetOffset;
            while (true) {
                if (!encoder.isSuccess()) {
                    throw new IOException("the brotli encoder failed");
                } else if (encoder.hasMoreOutput()) {
                    at = Brotli4jOutput.take(encoder.pull(), target, at, targetOffset + targetLength);
                } else if (!encoder.isFinished()) {
                    encoder.push(EncoderJNI.Operation.FINISH, 0);
                } else {
                    return at - targetOffset;
                }
            }
        } finally {
            encoder.destroy();
        }
    }
}
