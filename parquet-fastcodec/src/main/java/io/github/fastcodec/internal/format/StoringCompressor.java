// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import io.github.fastcodec.engine.BlockCompressor;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A context that stores a block of GZIP or BROTLI if compression would shrink it by less than {@link #LEAST_GAIN}. Readers only
 * copy such a block; otherwise they would decode a Huffman code for each of its bytes. The other codecs are as fast without.
 */
public final class StoringCompressor implements BlockCompressor {

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

    /** The largest content of a Brotli metablock whose length has four nibbles, in bytes (RFC 7932, section 9.2). */
    private static final int BROTLI_BLOCK = 64 << 10;

    private static final int BROTLI_BLOCK_HEADER = 3;

    /** The four bits that encode a window of 4 MiB (RFC 7932, section 9.1), as in brotli4j's streams. */
    private static final int BROTLI_WINDOW = 0b1011;

    private static final int BROTLI_WINDOW_BITS = 4;

    /** An empty last metablock. */
    private static final byte BROTLI_END = 0b11;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private final boolean isGzip;
    private final BlockCompressor blocks;
    private final GzipTrailer trailer = new GzipTrailer();

    private StoringCompressor(CompressionCodecName codec, BlockCompressor blocks) {
        this.isGzip = codec == CompressionCodecName.GZIP;
        this.blocks = blocks;
    }

    /**
     * For GZIP and BROTLI, returns a context that compresses with {@code blocks}, which it owns from now on, and stores blocks that hardly
     * shrink; otherwise returns {@code blocks} itself.
     */
    public static BlockCompressor around(CompressionCodecName codec, BlockCompressor blocks) {
        if (codec != CompressionCodecName.GZIP && codec != CompressionCodecName.BROTLI) {
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
        return Math.max(blocks.maxCompressedLength(sourceLength), storedLength(sourceLength));
    }

    /** Returns the size of the stored form of {@code length} bytes, in bytes. */
    private long storedLength(int length) {
        return isGzip
                ? GzipHeader.SIZE + pieces(length, DEFLATE_BLOCK) * DEFLATE_BLOCK_HEADER + length + GzipTrailer.SIZE
                : pieces(length, BROTLI_BLOCK) * BROTLI_BLOCK_HEADER + length + 1;
    }

    private static long pieces(int length, int size) {
        return (length + (long) size - 1) / size;
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        int written = blocks.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        boolean hardlyShrinks = sourceLength >= MIN_BLOCK && written > (int) (sourceLength * (1 - LEAST_GAIN));
        // A block that did not shrink at all has already been stored by the library.
        if (!hardlyShrinks || written >= sourceLength) {
            return written;
        }
        return isGzip
                ? storeGzip(source, sourceOffset, sourceLength, target, targetOffset)
                : storeBrotli(source, sourceOffset, sourceLength, target, targetOffset);
    }

    /** Writes one member of stored blocks, and returns its length. */
    private int storeGzip(byte[] source, int offset, int length, byte[] target, int targetOffset) {
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

    /**
     * Writes uncompressed metablocks, and returns their length. Their headers fill whole bytes; the first header follows the
     * window-size bits.
     */
    private static int storeBrotli(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        int at = targetOffset;
        for (int done = 0; done < length; ) {
            int size = Math.min(BROTLI_BLOCK, length - done);
            int header = size - 1 << 3 | 1 << 19;
            int bits = done == 0 ? header << BROTLI_WINDOW_BITS | BROTLI_WINDOW : header;
            SHORT.set(target, at, (short) bits);
            target[at + 2] = (byte) (bits >>> 16);
            at += BROTLI_BLOCK_HEADER;
            System.arraycopy(source, offset + done, target, at, size);
            at += size;
            done += size;
        }
        target[at++] = BROTLI_END;
        return at - targetOffset;
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
