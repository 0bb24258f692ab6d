// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.internal.format.GzipHeader;
import io.github.fastcodec.internal.format.GzipLength;
import io.github.fastcodec.internal.format.GzipTrailer;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A context that reads and verifies the gzip members of a block, and reuses one zlib inflate state. */
final class GzipJdkDecompressor implements BlockDecompressor {

    private final Inflater inflater = new Inflater(true);
    private final GzipTrailer trailer = new GzipTrailer();
    private final byte[] beyond = new byte[1];

    @Override
    public int decompress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        int in = sourceOffset;
        int inEnd = sourceOffset + sourceLength;
        int out = targetOffset;
        int outEnd = targetOffset + targetLength;
        do {
            in = GzipHeader.skip(source, in, inEnd);
            int start = out;
            try {
                inflater.setInput(source, in, inEnd - in);
                out = inflate(target, out, outEnd);
                in = inEnd - inflater.getRemaining();
            } finally {
                inflater.reset(); // also drops the reference to the source array
            }
            trailer.verify(source, in, inEnd, target, start, out - start);
            in += GzipTrailer.SIZE;
        } while (in < inEnd);
        return out - targetOffset;
    }

    /** Inflates the deflate stream of one member, and returns the end of its output in {@code target}. */
    private int inflate(byte[] target, int from, int end) throws IOException {
        int at = from;
        try {
            while (!inflater.finished()) {
                boolean full = at == end;
                // If the target is full, the end-of-block symbol may still follow: read on, into a spare byte.
                int produced = full
                        ? inflater.inflate(beyond, 0, 1)
                        : inflater.inflate(target, at, Math.min(ZlibSlices.INFLATE_OUTPUT, end - at));
                if (produced > 0 && full) {
                    throw new IOException("deflate stream exceeds the expected size");
                }
                if (produced == 0 && !inflater.finished()) {
                    throw new IOException(
                            inflater.needsDictionary()
                                    ? "deflate stream needs a preset dictionary"
                                    : "deflate stream is truncated");
                }
                at += produced;
            }
        } catch (DataFormatException e) {
            throw new IOException("deflate stream is malformed: " + e.getMessage(), e);
        }
        return at;
    }

    @Override
    public long decompressedLength(byte[] source, int sourceOffset, int sourceLength, int limit) throws IOException {
        return GzipLength.of(source, sourceOffset, sourceLength, limit);
    }

    @Override
    public long footprint() {
        return 40 << 10; // zlib's state, and its window of 32 KiB if one is needed
    }

    @Override
    public void close() {
        inflater.end();
    }
}
