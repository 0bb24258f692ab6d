// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.lz4;

import io.github.fastcodec.engine.BlockCompressor;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.util.ByteBufferUtils;

/** A context that writes raw LZ4 blocks with LZ4's fast compressor. */
final class Lz4JavaCompressor implements BlockCompressor {

    /**
     * A class that LZ4's HC compressor needs for its first page. It is loaded with this class, which the test of the engine uses:
     * later, the jar of the library may be gone.
     */
    @SuppressWarnings("unused")
    private static final Class<?> NEEDED_BY_HC = ByteBufferUtils.class;

    // not fastestInstance(), which silently falls back to pure Java outside the system class loader
    private final LZ4Compressor compressor = LZ4Factory.nativeInstance().fastCompressor();

    @Override
    public long maxCompressedLength(int sourceLength) {
        return bound(sourceLength);
    }

    /** Returns the largest number of bytes that LZ4's compressors make of {@code sourceLength} bytes. */
    static long bound(int sourceLength) {
        return 16L + sourceLength + sourceLength / 255;
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
        return compressor.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
    }
}
