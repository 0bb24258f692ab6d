// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.format.StoredForm;
import java.io.IOException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * A context that stores the blocks from which its codec would gain less than {@link #LEAST_GAIN}: a reader then copies them. The codec's result tells; but where a look at the block tells before, the codec is spared the search.
 *
 * <p>The first look is at a few places and sends most blocks that shrink to the codec at once. Of a codec with an entropy coder
 * {@link GainProbe} looks at the rest of the block. The others, and ZSTD at its lowest levels, search noise about as fast as anything could look at it.
 */
public final class StoringCompressor implements BlockCompressor {

    /** What a stored block takes beside its content is less than a percent from here on, for every codec; in bytes. */
    private static final int MIN_BLOCK = 4 << 10;

    /** A block that gains less is stored; as a share of the block. */
    static final double LEAST_GAIN = 0.01;

    private final CompressionCodecName codec;
    private final BlockCompressor blocks;

    private final @Nullable NoiseLook look;

    /** Null if only the result tells: if the codec has no entropy coder, or is about as fast as a look. */
    private final @Nullable GainProbe probe;

    private StoringCompressor(CompressionCodecName codec, BlockCompressor blocks, CompressionSettings settings) {
        this.codec = codec;
        this.blocks = blocks;
        this.probe = GainProbe.of(codec, settings.level());
        this.look = probe == null ? null : new NoiseLook();
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
        if (probe != null
                && look != null
                && look.couldBeNoise(source, sourceOffset, sourceLength)
                && probe.isVain(source, sourceOffset, sourceLength)) {
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
        return blocks.footprint() + (probe == null ? 0 : NoiseLook.SIZE + probe.size());
    }

    @Override
    public void close() {
        blocks.close();
    }
}
