// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.lz4;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.internal.engines.NativeScratch;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import org.jspecify.annotations.Nullable;

/**
 * A context that writes raw LZ4 blocks with LZ4's HC compressor, which makes smaller blocks and takes several times as long.
 * Most garbage collectors wait while native code works on a heap array, so the library works on a copy outside the heap.
 * Without JNA, which provides that memory, the library works on the arrays in place.
 */
final class Lz4JavaHcCompressor implements BlockCompressor {

    private final LZ4Compressor compressor;
    private @Nullable NativeScratch scratch;
    private boolean hasJna = true;

    /** @param level LZ4 HC's level, 3 to 12 */
    Lz4JavaHcCompressor(int level) {
        compressor = LZ4Factory.nativeInstance().highCompressor(level);
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        return Lz4JavaCompressor.bound(sourceLength);
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
        NativeScratch memory = hasJna ? reserve((long) sourceLength + targetLength) : null;
        ByteBuffer view = memory == null ? null : memory.view();
        if (memory == null || view == null) { // view is null if the block has 1 GiB or more
            return compressor.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        }
        memory.put(0, source, sourceOffset, sourceLength);
        int written = compressor.compress(view, 0, sourceLength, view, sourceLength, targetLength);
        memory.get(sourceLength, target, targetOffset, written);
        return written;
    }

    /** Provides memory of at least {@code size} bytes; returns null without JNA. */
    private @Nullable NativeScratch reserve(long size) {
        try {
            if (scratch == null) {
                scratch = new NativeScratch();
            }
            scratch.reserve(size);
            return scratch;
        } catch (LinkageError e) {
            hasJna = false;
            return null;
        }
    }

    @Override
    public long footprint() {
        return scratch == null ? 0 : scratch.size(); // the library frees its tables after each block
    }

    @Override
    public void close() {
        if (scratch != null) {
            scratch.close();
        }
    }
}
