// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.github.luben.zstd.Zstd;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import java.io.IOException;

/**
 * A context that writes one frame for each block: in one call, or in slices if the garbage collector would wait too long for
 * one call.
 */
final class ZstdJniCompressor implements BlockCompressor {

    private final HeapPinning pinning;
    private final int level;
    private final ZstdFootprint footprint;
    private final ZstdParameters parameters;

    /** Whether the library can compress a heap array in slices. */
    private boolean slices = true;

    ZstdJniCompressor(CompressionSettings settings, HeapPinning pinning) {
        this.pinning = pinning;
        level = settings.level();
        footprint = new ZstdFootprint(settings);
        parameters = ZstdParameters.newContext(settings);
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        return Zstd.compressBound(sourceLength);
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        parameters.fit(sourceLength);
        if (slices && pinning.isTooLong(level, sourceLength)) {
            try {
                int written = HeapSlices.compress(
                        parameters.context(), source, sourceOffset, sourceLength, target, targetOffset, targetLength);
                footprint.recordBuffered(sourceLength);
                return written;
            } catch (NoSuchMethodError | NoClassDefFoundError e) {
                slices = false; // zstd-jni before 1.5.7-28; the call below starts the frame again
            }
        }
        footprint.record(sourceLength);
        return parameters
                .context()
                .compressByteArray(target, targetOffset, targetLength, source, sourceOffset, sourceLength);
    }

    @Override
    public long footprint() {
        return footprint.bytes();
    }

    @Override
    public void close() {
        parameters.context().close();
    }
}
