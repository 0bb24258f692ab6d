// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.format.StoredForm;
import java.io.IOException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A context that stores a block if its codec shrinks it by less than {@link #LEAST_GAIN}, so that readers only copy it. */
public final class StoringCompressor implements BlockCompressor {

    /**
     * The smallest block that is stored, in bytes. From this size on, the headers of a stored block take less than 1 % of
     * the block in every codec.
     */
    private static final int MIN_BLOCK = 4 << 10;

    /** The smallest gain for which a block stays compressed, as a fraction of the block. */
    private static final double LEAST_GAIN = 0.01;

    private final CompressionCodecName codec;
    private final BlockCompressor blocks;

    private StoringCompressor(CompressionCodecName codec, BlockCompressor blocks) {
        this.codec = codec;
        this.blocks = blocks;
    }

    /**
     * If the settings ask for it, returns a context that compresses with {@code blocks}, which it owns from now on, and
     * stores blocks that hardly shrink; otherwise returns {@code blocks} itself.
     */
    public static BlockCompressor around(
            CompressionCodecName codec, BlockCompressor blocks, CompressionSettings settings) {
        if (!settings.storeIncompressible()) {
            return blocks;
        }
        try {
            return new StoringCompressor(codec, blocks);
        } catch (Throwable e) { // an OutOfMemoryError too: otherwise the library's memory leaks
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
        // A block that did not shrink at all has already been stored by the library.
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
