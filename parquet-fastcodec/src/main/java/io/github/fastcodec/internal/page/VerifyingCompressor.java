// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.memory.RecentNeed;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A context that decompresses each block after compressing it, as a reader would, and compares the result with the input. For
 * the comparison, it keeps one array that is at least as large as the input.
 */
final class VerifyingCompressor implements BlockCompressor {

    private static final byte[] NOTHING = new byte[0];

    private final BlockCompressor compressor;
    private final BlockDecompressor decompressor;
    private final boolean mayRevealTarget;
    private final RecentNeed need = new RecentNeed();
    private byte[] memory = NOTHING;

    private VerifyingCompressor(BlockCompressor compressor, BlockDecompressor decompressor, boolean mayRevealTarget) {
        this.compressor = compressor;
        this.decompressor = decompressor;
        this.mayRevealTarget = mayRevealTarget;
    }

    /**
     * Returns a context that verifies the blocks of {@code compressor}, and owns {@code compressor} and the context that
     * {@code decompressor} creates.
     *
     * @param decompressor creates the context that reads the blocks
     * @param mayRevealTarget whether a block may decompress to bytes that its target held before
     */
    static BlockCompressor around(
            BlockCompressor compressor, Supplier<BlockDecompressor> decompressor, boolean mayRevealTarget) {
        try {
            return new VerifyingCompressor(compressor, decompressor.get(), mayRevealTarget);
        } catch (Throwable e) { // catches an Error too; otherwise, the compressor's memory would leak
            compressor.close();
            throw e;
        }
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        return compressor.maxCompressedLength(sourceLength);
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        int written = compressor.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        if (written >= 0 && written <= targetLength) { // the caller rejects other numbers
            verify(source, sourceOffset, sourceLength, target, targetOffset, written);
        }
        return written;
    }

    private void verify(byte[] source, int sourceOffset, int sourceLength, byte[] block, int offset, int length)
            throws IOException {
        reserve(sourceLength);
        int produced = length == 0 ? 0 : decompress(block, offset, length, sourceLength);
        if (produced != sourceLength) {
            throw wrong(length, "decompress to " + produced + " bytes", null);
        }
        int different = Arrays.mismatch(source, sourceOffset, sourceOffset + sourceLength, memory, 0, sourceLength);
        if (different >= 0) {
            throw wrong(length, "decompress to another page, which differs first at byte " + different, null);
        }
    }

    private int decompress(byte[] block, int offset, int length, int size) throws IOException {
        try {
            return decompressor.decompress(block, offset, length, memory, 0, size);
        } catch (IOException | RuntimeException e) {
            throw wrong(length, "do not decompress (" + PageChecks.reason(e) + ")", e);
        }
    }

    private static IOException wrong(int length, String problem, @Nullable Exception cause) {
        return new IOException(
                "its " + length + " compressed bytes " + problem
                        + ". The library or the machine is faulty: try another engine (parquet.fastcodec.engine.<codec>), or"
                        + " another machine",
                cause);
    }

    /** Makes room for a block in {@link #memory}, and clears the previous block if the engine could expose it. */
    private void reserve(int size) {
        long capacity = need.capacity(size, memory.length);
        if (capacity != memory.length) {
            memory = NOTHING; // freed first, because the heap may not have room for both arrays
            memory = new byte[(int) Math.min(ByteArrays.MAX_LENGTH, capacity)];
        } else if (mayRevealTarget) {
            Arrays.fill(memory, 0, size, (byte) 0);
        }
    }

    @Override
    public long footprint() {
        return compressor.footprint() + decompressor.footprint() + memory.length;
    }

    @Override
    public void close() {
        try (decompressor) {
            compressor.close();
        }
    }
}
