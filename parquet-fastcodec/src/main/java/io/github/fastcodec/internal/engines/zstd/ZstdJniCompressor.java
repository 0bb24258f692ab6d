// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import java.io.IOException;

/**
 * A context that writes one frame for each block: on the heap in one piece or in slices, or through a window outside it. The
 * sizes are about the same, but for short blocks of high levels, which get smaller as a stream.
 */
final class ZstdJniCompressor implements BlockCompressor {

    private final DirectWindows windows;
    private final HeapPinning pinning;
    private final int level;
    private final ZstdFootprint footprint;
    private final ZstdParameters parameters;

    /** Whether the library can compress a heap array as a stream. */
    private boolean slices = true;

    /** Whether the library can compress from one half of a window to the other. */
    private boolean windowed = true;

    /** @param windows shared by all contexts of the engine */
    ZstdJniCompressor(CompressionSettings settings, DirectWindows windows, HeapPinning pinning) {
        this.windows = windows;
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
        boolean unsized = parameters.isBetterUnsized(sourceLength);
        boolean tooLong = pinning.isTooLong(level, sourceLength);
        if (slices && (unsized || tooLong) && !pinning.isTooSlow(level)) {
            try {
                return HeapSlices.ALL.compress(
                        contextForStream(unsized, sourceLength),
                        unsized,
                        source,
                        sourceOffset,
                        sourceLength,
                        target,
                        targetOffset,
                        targetLength);
            } catch (NoSuchMethodError | NoClassDefFoundError e) {
                slices = false; // an older zstd-jni; what follows starts the frame anew
            }
        }
        // zstd-jni before 1.5.7-28 cannot stream from the heap: a short block of a slow level then goes through a
        // window
        boolean outside = tooLong || unsized && HeapPinning.isSlow(level);
        DirectWindow window = outside && windowed ? windows.take() : null;
        if (window != null) {
            try {
                return window.compress(
                        contextForStream(unsized, sourceLength),
                        unsized,
                        source,
                        sourceOffset,
                        sourceLength,
                        target,
                        targetOffset,
                        targetLength);
            } catch (NoSuchMethodError | NoClassDefFoundError e) {
                windowed = false; // zstd-jni 1.5.2 and older; the call below starts the frame anew
            } finally {
                windows.giveBack(window);
            }
        }
        parameters.fit(sourceLength);
        footprint.note(sourceLength);
        return parameters
                .context()
                .compressByteArray(target, targetOffset, targetLength, source, sourceOffset, sourceLength);
    }

    /** Returns the context with what is right for a block that the library gathers. */
    private ZstdCompressCtx contextForStream(boolean unsized, int sourceLength) {
        if (unsized) {
            parameters.fitUnsized();
            footprint.noteUnsized(parameters.unsizedTables(), parameters.unsizedWindow());
        } else {
            parameters.fit(sourceLength);
            footprint.noteGathered(sourceLength);
        }
        return parameters.context();
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
