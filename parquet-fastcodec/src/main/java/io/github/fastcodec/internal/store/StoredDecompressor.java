// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.internal.format.GzipTrailer;
import io.github.fastcodec.internal.format.StoredForm;
import java.io.IOException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A context that copies the content of stored GZIP blocks itself and passes all other blocks, including damaged ones, to
 * the library. zlib would copy a stored block in pieces, and libdeflate would copy it through native memory. The libraries
 * of other codecs copy such blocks in one step.
 */
public final class StoredDecompressor implements BlockDecompressor {

    private final BlockDecompressor blocks;
    private final GzipTrailer trailer = new GzipTrailer();

    private StoredDecompressor(BlockDecompressor blocks) {
        this.blocks = blocks;
    }

    /**
     * For GZIP, returns a context that passes blocks that are not stored to {@code blocks}, which it owns from now on;
     * otherwise returns {@code blocks} itself.
     */
    public static BlockDecompressor around(CompressionCodecName codec, BlockDecompressor blocks) {
        if (codec != CompressionCodecName.GZIP) {
            return blocks;
        }
        try {
            return new StoredDecompressor(blocks);
        } catch (Throwable e) { // an OutOfMemoryError too: otherwise the library's memory leaks
            blocks.close();
            throw e;
        }
    }

    @Override
    public int decompress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        int stored =
                StoredForm.readGzip(source, sourceOffset, sourceLength, target, targetOffset, targetLength, trailer);
        return stored >= 0
                ? stored
                : blocks.decompress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
    }

    @Override
    public long decompressedLength(byte[] source, int sourceOffset, int sourceLength, int limit) throws IOException {
        return blocks.decompressedLength(source, sourceOffset, sourceLength, limit);
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
