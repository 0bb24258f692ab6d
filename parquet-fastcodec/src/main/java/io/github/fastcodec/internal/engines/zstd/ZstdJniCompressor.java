// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import java.io.IOException;

/** A context that writes one frame for each block: on the heap, or through a window outside it. The bytes are the same. */
final class ZstdJniCompressor implements BlockCompressor {

    private final DirectWindows windows;
    private final int level;
    private final ZstdFootprint footprint;
    private final ZstdCompressCtx context;

    /** Whether the library can compress from one window to the other. */
    private boolean streams = true;

    /** @param windows shared by all contexts of the engine */
    ZstdJniCompressor(CompressionSettings settings, DirectWindows windows) {
        this.windows = windows;
        level = settings.level();
        footprint = new ZstdFootprint(settings);
        context = ZstdParameters.newContext(settings);
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        return Zstd.compressBound(sourceLength);
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        if (streams && HeapPinning.isTooLong(level, sourceLength)) {
            DirectWindow window = windows.take();
            if (window != null) {
                try {
                    footprint.noteGathered(sourceLength);
                    return window.compress(
                            context, source, sourceOffset, sourceLength, target, targetOffset, targetLength);
                } catch (NoSuchMethodError | NoClassDefFoundError e) {
                    streams = false; // zstd-jni 1.5.2 and older; the call below starts the frame anew
                } finally {
                    windows.giveBack(window);
                }
            }
        }
        footprint.note(sourceLength);
        return context.compressByteArray(target, targetOffset, targetLength, source, sourceOffset, sourceLength);
    }

    @Override
    public long footprint() {
        return footprint.bytes();
    }

    @Override
    public void close() {
        context.close();
    }
}
