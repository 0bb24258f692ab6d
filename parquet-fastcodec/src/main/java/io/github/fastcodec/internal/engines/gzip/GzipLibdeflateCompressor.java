// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.BlockCompressor;
import java.io.IOException;

/** A context that writes one gzip member for each block. */
final class GzipLibdeflateCompressor implements BlockCompressor {

    private final NativeScratch scratch = new NativeScratch();
    private final LibdeflateCompressor compressor;

    /** @param level a level of libdeflate, 0 to 12 */
    GzipLibdeflateCompressor(int level) {
        compressor = new LibdeflateCompressor(level);
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        return compressor.bound(sourceLength);
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        long in = scratch.reserve((long) sourceLength + targetLength);
        scratch.put(0, source, sourceOffset, sourceLength);
        long written = compressor.compress(in, sourceLength, in + sourceLength, targetLength);
        if (written == 0) {
            throw new IOException("libdeflate needs more than the " + targetLength + " bytes that should suffice");
        }
        scratch.get(sourceLength, target, targetOffset, (int) written);
        return (int) written;
    }

    @Override
    public long footprint() {
        return compressor.footprint() + scratch.size();
    }

    @Override
    public void close() {
        try (scratch) {
            compressor.close();
        }
    }
}
