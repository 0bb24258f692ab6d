// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.format.StoredForm;
import java.io.IOException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A context that stores blocks that its codec shrinks by less than {@link #LEAST_GAIN}, so that readers only copy them. */
public final class StoringCompressor implements BlockCompressor {

    /** From this size on, in bytes, the headers of a stored block take less than a percent of it in every codec. */
    private static final int MIN_BLOCK = 4 << 10;

    /** The smallest gain for which a block stays compressed, as a share of the block. */
    private static final double LEAST_GAIN = 0.01;

    private final CompressionCodecName codec;
    private final BlockCompressor blocks;

    private StoringCompressor(CompressionCodecName codec, BlockCompressor blocks) {
        this.codec = codec;
        this.blocks = blocks;
    }

    /** Returns a context that stores blocks as the settings say and leaves the others to {@code blocks}, which it owns. */
    public static BlockCompressor around(
            CompressionCodecName codec, BlockCompressor blocks, CompressionSettings settings) {
        if (!settings.storeIncompressible()) {
            return blocks;
        }
        try {
            return new StoringCompressor(codec, blocks);
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
        int written = blocks.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        boolean hardlyShrinks = sourceLength >= MIN_BLOCK && written > (int) (sourceLength * (1 - LEAST_GAIN));
        // A library has already stored a block that did not shrink at all.
        return hardlyShrinks && written < sourceLength
                ? StoredForm.write(codec, source, sourceOffset, sourceLength, target, targetOffset)
                : written;
    }

    @Override
    public long footprint() {
        return blocks.footprint();
    }

    @Override
    public void close() {
        blocks.close();
    }
}
