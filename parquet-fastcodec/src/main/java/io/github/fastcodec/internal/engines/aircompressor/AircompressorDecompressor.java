// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import io.airlift.compress.Decompressor;
import io.github.fastcodec.engine.BlockDecompressor;

/** A context over a decompressor of the library, which it owns. */
final class AircompressorDecompressor implements BlockDecompressor {

    private final Decompressor decompressor;

    AircompressorDecompressor(Decompressor decompressor) {
        this.decompressor = decompressor;
    }

    @Override
    public int decompress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
        return decompressor.decompress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
    }
}
