// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.format.StoredForm;
import java.io.IOException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * A context that stores the blocks that its codec would shrink by less than {@link #LEAST_GAIN}, so that readers only copy them.
 * {@link GainProbe} finds most of them before the codec searches them. The codec's result decides about the others. Codecs without an
 * entropy coder, and ZSTD at its lowest levels, have no probe: they search noise about as fast as a probe would.
 */
public final class StoringCompressor implements BlockCompressor {

    /** What a stored block takes beside its content is less than a percent from here on, for every codec; in bytes. */
    private static final int MIN_BLOCK = 4 << 10;

    /** A block that gains less is stored; as a share of the block. */
    static final double LEAST_GAIN = 0.01;

    private final CompressionCodecName codec;
    private final BlockCompressor blocks;

    /** Null if only the codec's result tells. */
    private final @Nullable GainProbe probe;

    private StoringCompressor(CompressionCodecName codec, BlockCompressor blocks, CompressionSettings settings) {
        this.codec = codec;
        this.blocks = blocks;
        this.probe = GainProbe.of(codec, settings.level());
    }

    /** Returns a context that stores blocks as the settings say and leaves the others to {@code blocks}, which it owns. */
    public static BlockCompressor around(
            CompressionCodecName codec, BlockCompressor blocks, CompressionSettings settings) {
        if (!settings.storeIncompressible()) {
            return blocks;
        }
        try {
            return new StoringCompressor(codec, blocks, settings);
        } catch (Throwable e) { // an Error too: nobody else would free what the library holds
            blocks.close();
            throw e;
        }
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        long compressed = blocks.maxCompressedLength(sourceLength);
        return sourceLength < MIN_BLOCK ? compressed : Math.max(compressed, StoredForm.size(codec, sourceLength));
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        if (sourceLength < MIN_BLOCK) {
            return blocks.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        }
        if (probe != null && probe.isIncompressible(source, sourceOffset, sourceLength)) {
            return StoredForm.write(codec, source, sourceOffset, sourceLength, target, targetOffset);
        }
        int written = blocks.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        // what has not shrunk at all is stored in effect
        return written > (int) (sourceLength * (1 - LEAST_GAIN)) && written < sourceLength
                ? StoredForm.write(codec, source, sourceOffset, sourceLength, target, targetOffset)
                : written;
    }

    @Override
    public long footprint() {
        return blocks.footprint() + (probe == null ? 0 : probe.size());
    }

    @Override
    public void close() {
        blocks.close();
    }
}
