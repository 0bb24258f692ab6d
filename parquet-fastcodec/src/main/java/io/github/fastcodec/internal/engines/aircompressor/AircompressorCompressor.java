// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import io.airlift.compress.Compressor;
import io.github.fastcodec.engine.BlockCompressor;

/** A context that owns and calls one of the library's compressors. */
final class AircompressorCompressor implements BlockCompressor {

    private final Compressor compressor;

    AircompressorCompressor(Compressor compressor) {
        this.compressor = compressor;
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        // The library's own methods overflow near 2 GiB. This formula covers all its bounds: n + n / 255 + 16 for
        // LZO and LZ4, 32 + n + n / 6 for Snappy, n + n / 256 for ZSTD, and up to 64 more below 128 KiB.
        return 64L + sourceLength + sourceLength / 6;
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
        return compressor.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
    }

    @Override
    public long footprint() {
        return 32 << 10; // Snappy's hash table, the largest that is kept; the tables of ZSTD live for one page
    }
}
