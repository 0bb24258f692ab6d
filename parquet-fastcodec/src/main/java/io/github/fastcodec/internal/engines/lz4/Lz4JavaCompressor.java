// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.lz4;

import io.github.fastcodec.engine.BlockCompressor;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/** A context that writes raw LZ4 blocks with LZ4's fast compressor. */
final class Lz4JavaCompressor implements BlockCompressor {

    /** LZ4_MAX_INPUT_SIZE of lz4.h, in bytes. */
    private static final int MAX_INPUT_SIZE = 0x7e000000;

    // not fastestInstance(), which silently falls back to pure Java outside the system class loader
    private final LZ4Compressor compressor = LZ4Factory.nativeInstance().fastCompressor();

    @Override
    public long maxCompressedLength(int sourceLength) {
        return bound(sourceLength);
    }

    /** Returns the largest number of bytes that LZ4's compressors make of {@code sourceLength} bytes. */
    static long bound(int sourceLength) {
        return sourceLength > MAX_INPUT_SIZE ? Long.MAX_VALUE : 16L + sourceLength + sourceLength / 255;
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
        return compressor.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
    }
}
