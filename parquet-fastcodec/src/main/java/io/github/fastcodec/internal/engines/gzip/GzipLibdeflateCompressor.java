// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.internal.engines.NativeScratch;
import java.io.IOException;

/** A context that writes one gzip member for each block. The library stays mapped until the context is closed. */
final class GzipLibdeflateCompressor implements BlockCompressor {

    private final NativeScratch scratch = new NativeScratch();
    private final int level;
    private final long compressor;

    /**
     * Creates a context.
     *
     * @param level libdeflate's level, 0 to 12; docs/engines.md describes how the sizes differ from zlib's
     */
    GzipLibdeflateCompressor(int level) {
        this.level = level;
        Libdeflate.acquire();
        compressor = Libdeflate.libdeflate_alloc_compressor(level);
        if (compressor == 0) {
            Libdeflate.release();
            throw new OutOfMemoryError("libdeflate could not allocate a compressor of level " + level);
        }
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        return Libdeflate.libdeflate_gzip_compress_bound(compressor, sourceLength);
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        long in = scratch.reserve((long) sourceLength + targetLength);
        scratch.put(0, source, sourceOffset, sourceLength);
        long written =
                Libdeflate.libdeflate_gzip_compress(compressor, in, sourceLength, in + sourceLength, targetLength);
        if (written == 0) {
            throw new IOException("libdeflate needs more than the " + targetLength + " bytes that should suffice");
        }
        scratch.get(sourceLength, target, targetOffset, (int) written);
        return (int) written;
    }

    @Override
    public long footprint() {
        int library = level == 0 ? 8 : level == 1 ? 200 : level < 10 ? 656 : 8808; // KiB, measured
        return ((long) library << 10) + scratch.size();
    }

    @Override
    public void close() {
        try (scratch) {
            Libdeflate.libdeflate_free_compressor(compressor);
            Libdeflate.release();
        }
    }
}
