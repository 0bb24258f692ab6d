// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.lz4;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import org.jspecify.annotations.Nullable;

/** A context that writes raw LZ4 blocks. If blocks may be stored, those that look incompressible get a fast search first. */
final class Lz4JavaCompressor implements BlockCompressor {

    /** LZ4_MAX_INPUT_SIZE of lz4.h, in bytes. */
    private static final int MAX_INPUT_SIZE = 0x7e000000;

    // not fastestInstance(): that turns to pure Java, and says nothing, outside the system class loader
    private final LZ4Compressor compressor = LZ4Factory.nativeInstance().fastCompressor();

    /** Null if all blocks are searched thoroughly: none may be stored, or the library has no fast search. */
    private @Nullable Lz4Probe probe;

    /** Null until a block needs it. */
    private @Nullable Lz4FastCompressor fast;

    Lz4JavaCompressor(CompressionSettings settings) {
        probe = settings.storeIncompressible() ? new Lz4Probe() : null;
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        return sourceLength > MAX_INPUT_SIZE ? Long.MAX_VALUE : 16L + sourceLength + sourceLength / 255;
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
        if (probe != null && probe.couldBeIncompressible(source, sourceOffset, sourceLength)) {
            try {
                if (fast == null) {
                    fast = new Lz4FastCompressor();
                }
                int written = fast.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
                if (written != Lz4FastCompressor.WORTH_MORE) {
                    return written;
                }
            } catch (NoSuchMethodError | NoClassDefFoundError e) {
                probe = null; // lz4-java before 1.11
            }
        }
        return compressor.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
    }

    @Override
    public long footprint() {
        return (probe == null ? 0L : Lz4Probe.SIZE) + (fast == null ? 0 : Lz4FastCompressor.SIZE);
    }

    @Override
    public void close() {
        if (fast != null) {
            fast.close();
        }
    }
}
