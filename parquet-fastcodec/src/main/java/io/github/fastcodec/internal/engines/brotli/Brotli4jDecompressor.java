// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.brotli;

import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import io.github.fastcodec.engine.BlockDecompressor;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A context that reads the Brotli stream of a block. It holds no memory between two blocks. */
final class Brotli4jDecompressor implements BlockDecompressor {

    @Override
    public int decompress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        return decode(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
    }

    @Override
    public long decompressedLength(byte[] source, int sourceOffset, int sourceLength, int limit) throws IOException {
        return decode(source, sourceOffset, sourceLength, null, 0, limit);
    }

    /** Decodes into {@code target} and returns the number of decoded bytes. If {@code target} is null, keeps no output. */
    private static int decode(
            byte[] source,
            int sourceOffset,
            int sourceLength,
            byte @Nullable [] target,
            int targetOffset,
            int targetLength)
            throws IOException {
        DecoderJNI.Wrapper decoder = new DecoderJNI.Wrapper(sourceLength);
        try {
            decoder.getInputBuffer().put(source, sourceOffset, sourceLength);
            decoder.push(sourceLength);
            int at = targetOffset;
            while (true) {
                switch (decoder.getStatus()) {
                    case DONE:
                        return at - targetOffset;
                    case OK:
                        decoder.push(0);
                        break;
                    case NEEDS_MORE_OUTPUT:
                        at = Brotli4jOutput.take(decoder.pull(), target, at, targetOffset + targetLength);
                        break;
                    case NEEDS_MORE_INPUT:
                        // The library also reports this if its output buffer was full at the end of the input.
                        // A second call finds the end of the stream in the bits that it has already read.
                        decoder.push(0);
                        if (decoder.getStatus() == DecoderJNI.Status.NEEDS_MORE_INPUT) {
                            throw new IOException("brotli stream is truncated");
                        }
                        break;
                    default:
                        throw new IOException("brotli stream is malformed, or more bytes follow it");
                }
            }
        } finally {
            decoder.destroy();
        }
    }
}
