// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.internal.engines.NativeScratch;
import io.github.fastcodec.internal.format.GzipHeader;
import io.github.fastcodec.internal.format.GzipLength;
import java.io.IOException;

/** A context that reads the gzip members of a block. The library verifies the CRC32 and ISIZE of each member. */
final class GzipLibdeflateDecompressor implements BlockDecompressor {

    /** The size, in bytes, of the two results that the library writes to the start of the scratch memory. */
    private static final int RESULTS_SIZE = 16;

    private final NativeScratch scratch = new NativeScratch();
    private final long decompressor;

    GzipLibdeflateDecompressor() {
        Libdeflate.acquire();
        decompressor = Libdeflate.libdeflate_alloc_decompressor();
        if (decompressor == 0) {
            Libdeflate.release();
            throw new OutOfMemoryError("libdeflate could not allocate a decompressor");
        }
    }

    @Override
    public int decompress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        long results = scratch.reserve((long) RESULTS_SIZE + sourceLength + targetLength);
        long in = results + RESULTS_SIZE;
        long out = in + sourceLength;
        scratch.put(RESULTS_SIZE, source, sourceOffset, sourceLength);
        int consumed = 0;
        int produced = 0;
        do {
            // The library does not verify header checksums; this call does.
            GzipHeader.skip(source, sourceOffset + consumed, sourceOffset + sourceLength);
            int result = Libdeflate.libdeflate_gzip_decompress_ex(
                    decompressor,
                    in + consumed,
                    sourceLength - consumed,
                    out + produced,
                    targetLength - produced,
                    results,
                    results + 8);
            if (result != Libdeflate.SUCCESS) {
                throw new IOException(
                        result == Libdeflate.INSUFFICIENT_SPACE
                                ? "deflate stream exceeds the expected size"
                                : result == Libdeflate.BAD_DATA
                                        ? "gzip member is malformed, truncated, or fails its CRC32 or ISIZE"
                                        : "libdeflate failed with result " + result);
            }
            consumed += (int) scratch.getLong(0);
            produced += (int) scratch.getLong(8);
        } while (consumed < sourceLength);
        scratch.get(RESULTS_SIZE + (long) sourceLength, target, targetOffset, produced);
        return produced;
    }

    /** Uses the JDK's zlib, because libdeflate can only decompress a whole member to memory. */
    @Override
    public long decompressedLength(byte[] source, int sourceOffset, int sourceLength, int limit) throws IOException {
        return GzipLength.of(source, sourceOffset, sourceLength, limit);
    }

    @Override
    public long footprint() {
        return (12 << 10) + scratch.size(); // measured
    }

    @Override
    public void close() {
        try (scratch) {
            Libdeflate.libdeflate_free_decompressor(decompressor);
            Libdeflate.release();
        }
    }
}
