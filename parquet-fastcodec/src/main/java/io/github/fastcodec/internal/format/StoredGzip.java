// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import io.github.fastcodec.engine.BlockCompressor;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A context that stores a GZIP block if compression would shrink it by less than {@link #LEAST_GAIN}. Readers only copy such
 * a block; otherwise they would decode a Huffman code for each of its bytes. Decoders of the other codecs copy literals.
 */
public final class StoredGzip implements BlockCompressor {

    /**
     * The smallest block that is stored, in bytes. From this size on, the headers of a stored block take less than 1 % of the
     * block.
     */
    private static final int MIN_BLOCK = 4 << 10;

    /** The smallest gain for which a block stays compressed, as a fraction of the block. */
    private static final double LEAST_GAIN = 0.01;

    /** The largest content of a stored deflate block, in bytes (RFC 1951, section 3.2.4). */
    private static final int DEFLATE_BLOCK = 65_535;

    private static final int DEFLATE_BLOCK_HEADER = 5;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private final BlockCompressor blocks;
    private final GzipTrailer trailer = new GzipTrailer();

    private StoredGzip(BlockCompressor blocks) {
        this.blocks = blocks;
    }

    /**
     * For GZIP, returns a context that compresses with {@code blocks}, which it owns from now on, and stores blocks that hardly
     * shrink; otherwise returns {@code blocks} itself.
     */
    public static BlockCompressor around(CompressionCodecName codec, BlockCompressor blocks) {
        if (codec != CompressionCodecName.GZIP) {
            return blocks;
        }
        try {
            return new StoredGzip(blocks);
        } catch (Throwable e) { // an OutOfMemoryError too: otherwise the library's memory leaks
            blocks.close();
            throw e;
        }
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        return Math.max(blocks.maxCompressedLength(sourceLength), storedLength(sourceLength));
    }

    private static long storedLength(int length) {
        long deflateBlocks = (length + (long) DEFLATE_BLOCK - 1) / DEFLATE_BLOCK;
        return GzipHeader.SIZE + deflateBlocks * DEFLATE_BLOCK_HEADER + length + GzipTrailer.SIZE;
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        int written = blocks.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        boolean hardlyShrinks = sourceLength >= MIN_BLOCK && written > (int) (sourceLength * (1 - LEAST_GAIN));
        // A block that did not shrink at all has already been stored by the library.
        return hardlyShrinks && written < sourceLength
                ? store(source, sourceOffset, sourceLength, target, targetOffset)
                : written;
    }

    /** Writes one member of stored blocks, which has {@link #storedLength} bytes. */
    private int store(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        GzipHeader.write(target, targetOffset);
        int at = targetOffset + GzipHeader.SIZE;
        for (int done = 0; done < length; ) {
            int size = Math.min(DEFLATE_BLOCK, length - done);
            target[at] = (byte) (done + size == length ? 1 : 0);
            SHORT.set(target, at + 1, (short) size);
            SHORT.set(target, at + 3, (short) ~size);
            at += DEFLATE_BLOCK_HEADER;
            System.arraycopy(source, offset + done, target, at, size);
            at += size;
            done += size;
        }
        trailer.write(source, offset, length, target, at);
        return at + GzipTrailer.SIZE - targetOffset;
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
