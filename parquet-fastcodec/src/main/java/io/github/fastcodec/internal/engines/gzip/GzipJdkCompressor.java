// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.internal.format.GzipHeader;
import io.github.fastcodec.internal.format.GzipTrailer;
import java.io.IOException;
import java.util.zip.Deflater;

/** A context that writes one gzip member for each block and reuses one zlib deflate state. */
final class GzipJdkCompressor implements BlockCompressor {

    private final Deflater deflater;
    private final GzipTrailer trailer = new GzipTrailer();

    /** @param level zlib's level, 0 to 9 */
    GzipJdkCompressor(int level) {
        deflater = new Deflater(level, true);
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        // zlib expands its input by less than 1/1000; zlib-ng, which some JDKs link, by up to 1/8 at level 1
        return GzipHeader.SIZE + GzipTrailer.SIZE + 64L + sourceLength + (sourceLength >>> 3);
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        GzipHeader.write(target, targetOffset);
        int at = targetOffset + GzipHeader.SIZE;
        int end = targetOffset + targetLength - GzipTrailer.SIZE;
        try {
            int in = sourceOffset;
            int inEnd = sourceOffset + sourceLength;
            while (!deflater.finished()) {
                if (deflater.needsInput()) {
                    int slice = Math.min(ZlibSlices.DEFLATE_INPUT, inEnd - in);
                    deflater.setInput(source, in, slice);
                    in += slice;
                    if (in == inEnd) {
                        deflater.finish();
                    }
                }
                at += deflater.deflate(target, at, end - at);
                if (at == end && !deflater.finished()) {
                    throw new IOException("zlib needs more than the " + targetLength + " bytes that should suffice");
                }
            }
        } finally {
            deflater.reset(); // also drops the reference to the source array
        }
        trailer.write(source, sourceOffset, sourceLength, target, at);
        return at + GzipTrailer.SIZE - targetOffset;
    }

    @Override
    public long footprint() {
        return 265 << 10; // measured: zlib's windows, hash chains and pending output
    }

    @Override
    public void close() {
        deflater.end();
    }
}
