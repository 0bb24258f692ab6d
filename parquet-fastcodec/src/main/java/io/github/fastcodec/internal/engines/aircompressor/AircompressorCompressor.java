// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import io.airlift.compress.Compressor;
import io.github.fastcodec.engine.BlockCompressor;

/** A context over a compressor of the library, which it owns. */
final class AircompressorCompressor implements BlockCompressor {

    private final Compressor compressor;

    AircompressorCompressor(Compressor compressor) {
        this.compressor = compressor;
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        // The library's own methods overflow near 2 GiB. This covers the largest of its bounds: LZO's and LZ4's
        // n + n / 255 + 16, Snappy's 32 + n + n / 6, and ZSTD's n + n / 256, and 64 below 128 KiB.
        return 64L + sourceLength + sourceLength / 6;
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
        return compressor.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
    }

    @Override
    public long footprint() {
        return 32 << 10; // the largest hash table that is kept, Snappy's; ZSTD's live for one page
    }
}
