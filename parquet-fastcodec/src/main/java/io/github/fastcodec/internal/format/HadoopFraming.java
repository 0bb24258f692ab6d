// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The framing that Hadoop's block streams put around LZ4 and LZO blocks. Parquet's codecs LZ4 and LZO inherit it.
 *
 * <p>A page is a sequence of frames. A frame starts with its uncompressed size. One or more blocks follow, each preceded
 * by its compressed size. Their uncompressed sizes add up to the size of the frame. All sizes are big-endian and take
 * four bytes. A frame of size 0 has no block and ends the page (Hadoop's {@code BlockCompressorStream} and
 * {@code BlockDecompressorStream}). parquet-rs gives it LZ4's empty block, one byte of 0.
 */
public final class HadoopFraming {

    private static final int SIZE_FIELD = Integer.BYTES;
    /** The size of LZ4's empty block, and the block. */
    private static final byte[] EMPTY_BLOCK = {0, 0, 0, 1, 0};

    private static final VarHandle SIZE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private HadoopFraming() {}

    /**
     * Returns a context that owns {@code blocks}, compresses blocks with it, and frames them. If the codec is not framed,
     * returns {@code blocks} itself.
     */
    public static BlockCompressor around(CompressionCodecName codec, BlockCompressor blocks) {
        int blockSize = CodecFacts.of(codec).hadoopBlockSize();
        return blockSize == 0 ? blocks : new Compressor(blocks, blockSize);
    }

    /**
     * Returns a context that owns {@code blocks}, reads frames, and decompresses their blocks with it. If the codec is not
     * framed, returns {@code blocks} itself.
     */
    public static BlockDecompressor around(CompressionCodecName codec, BlockDecompressor blocks) {
        // Before parquet-cpp used the framing, each of its LZ4 pages was one raw block (PARQUET-1878).
        return CodecFacts.of(codec).hadoopBlockSize() == 0
                ? blocks
                : new Decompressor(blocks, codec == CompressionCodecName.LZ4);
    }

    /** Writes one block into each frame: the only form that Hadoop, parquet-java and parquet-cpp all read. */
    private static final class Compressor implements BlockCompressor {
        private final BlockCompressor blocks;
        private final int blockSize;

        private Compressor(BlockCompressor blocks, int blockSize) {
            this.blocks = blocks;
            this.blockSize = blockSize;
        }

        @Override
        public long maxCompressedLength(int sourceLength) {
            int full = sourceLength / blockSize;
            return full * (2L * SIZE_FIELD + blocks.maxCompressedLength(blockSize))
                    + 2L * SIZE_FIELD
                    + blocks.maxCompressedLength(sourceLength - full * blockSize);
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            if (sourceLength == 0) {
                SIZE.set(target, targetOffset, 0);
                return SIZE_FIELD;
            }
            int at = targetOffset;
            int end = targetOffset + targetLength;
            for (int done = 0; done < sourceLength; ) {
                int size = Math.min(blockSize, sourceLength - done);
                int block = at + 2 * SIZE_FIELD;
                int written = blocks.compress(source, sourceOffset + done, size, target, block, end - block);
                if (written <= 0 || written > end - block) {
                    throw new IOException("The engine reports " + written + " bytes for a compressed block of " + size
                            + " bytes, expected 1 to " + (end - block));
                }
                SIZE.set(target, at, size);
                SIZE.set(target, at + SIZE_FIELD, written);
                at = block + written;
                done += size;
            }
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

    private static final class Decompressor implements BlockDecompressor {
        private final BlockDecompressor blocks;
        private final boolean acceptsRaw;

        private Decompressor(BlockDecompressor blocks, boolean acceptsRaw) {
            this.blocks = blocks;
            this.acceptsRaw = acceptsRaw;
        }

        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            try {
                return framed(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
            } catch (IOException | RuntimeException framed) {
                if (!acceptsRaw) {
                    throw framed;
                }
                // a hostile raw block could copy bytes that it did not write, and so expose those left by the
                // attempt to read frames
                Arrays.fill(target, targetOffset, targetOffset + targetLength, (byte) 0);
                try {
                    return blocks.decompress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
                } catch (IOException | RuntimeException raw) {
                    framed.addSuppressed(raw);
                    throw framed;
                }
            }
        }

        private int framed(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            int in = sourceOffset;
            int inEnd = sourceOffset + sourceLength;
            int out = targetOffset;
            int outEnd = targetOffset + targetLength;
            while (in < inEnd) {
                int frameSize = getSize(source, in, inEnd, "frame");
                in += SIZE_FIELD;
                if (frameSize > outEnd - out) {
                    throw new IOException(
                            "a frame claims " + frameSize + " bytes, but " + (outEnd - out) + " are expected");
                }
                if (frameSize == 0) {
                    if (in < inEnd && !Arrays.equals(source, in, inEnd, EMPTY_BLOCK, 0, EMPTY_BLOCK.length)) {
                        throw new IOException((inEnd - in) + " bytes follow the frame that ends the page");
                    }
                    break;
                }
                int frameEnd = out + frameSize;
                while (out < frameEnd) {
                    int blockSize = getSize(source, in, inEnd, "block");
                    in += SIZE_FIELD;
                    if (blockSize == 0 || blockSize > inEnd - in) {
                        throw new IOException(
                                "a block claims " + blockSize + " compressed bytes, but " + (inEnd - in) + " are left");
                    }
                    int produced = blocks.decompress(source, in, blockSize, target, out, frameEnd - out);
                    if (produced <= 0 || produced > frameEnd - out) {
                        throw new IOException("a block holds " + produced + " bytes, but " + (frameEnd - out)
                                + " are left of its frame");
                    }
                    in += blockSize;
                    out += produced;
                }
            }
            return out - targetOffset;
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

    private static int getSize(byte[] source, int offset, int end, String of) throws IOException {
        if (end - offset < SIZE_FIELD) {
            throw new IOException("the size of a " + of + " is truncated");
        }
        int size = (int) SIZE.get(source, offset);
        if (size < 0) {
            throw new IOException("the size of a " + of + " is negative: " + size);
        }
        return size;
    }
}
