// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.page;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.context.ContextPool;
import io.github.fastcodec.context.Lease;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Decompresses pages of one codec, each in one call to an engine, with a context that belongs to the thread. The bytes and
 * the claimed sizes of a page are untrusted; every check of them that does not depend on the engine stands here.
 *
 * <p>For one thread at a time, as parquet-java has it; different threads may use an instance one after the other. An
 * instance holds no memory.
 */
public final class PageDecompressor implements CompressionCodecFactory.BytesInputDecompressor {

    private static final byte[] NOTHING = new byte[0];

    private final CompressionCodecName codec;
    private final CodecEngine engine;
    private final int maxPageBytes;
    private final ContextPool<BlockDecompressor> contexts;
    private final InstanceGuard guard;

    /**
     * Creates a decompressor; contexts are created at its first page, if the pool has none.
     *
     * @param codec a codec of {@code engine}
     * @param maxPageBytes the largest size that a page may claim, compressed or not, in bytes
     */
    public PageDecompressor(CompressionCodecName codec, CodecEngine engine, int maxPageBytes) {
        this.codec = codec;
        this.engine = engine;
        this.maxPageBytes = maxPageBytes;
        this.contexts = ContextPool.of(
                List.of(engine, codec),
                () -> HadoopFraming.around(codec, engine.newDecompressor()),
                BlockDecompressor::footprint);
        this.guard = new InstanceGuard(codec + " decompressor");
    }

    /**
     * Decompresses one page.
     *
     * @param bytes the compressed page, consumed by this call
     * @param decompressedSize the exact size of the page, in bytes, as its header claims
     * @return the page in a heap array of its own, which nobody else will touch
     * @throws CorruptPageException if the page does not decompress to exactly {@code decompressedSize} bytes, or claims a
     *     size that is negative, beyond the limit, or beyond what the codec can make of its bytes
     * @throws IOException if the input fails or ends early
     * @throws IllegalStateException if this instance was released, or another thread is using it
     */
    @Override
    public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
        guard.enter();
        try {
            requireLegalSizes(bytes.size(), decompressedSize);
            Lease<PageSource> lease = PageSource.POOL.lease();
            PageSource source = lease.context();
            try {
                source.takeSlices(bytes);
                return BytesInput.from(decompress(source, decompressedSize));
            } finally {
                source.clear();
                lease.giveBack();
            }
        } finally {
            guard.exit();
        }
    }

    /**
     * Decompresses {@code input[position, position + compressedSize)} to {@code output}, from its position on, and moves
     * both positions behind what was read and written. If it fails, neither buffer is changed.
     *
     * @param input a heap buffer, read-only or not, or a direct one
     * @param compressedSize size of the compressed page, in bytes
     * @param output a heap or direct buffer
     * @param decompressedSize the exact size of the page, in bytes, as its header claims
     * @throws CorruptPageException under the conditions of {@link #decompress(BytesInput, int)}
     * @throws IllegalArgumentException if {@code input} has fewer than {@code compressedSize} bytes remaining, or
     *     {@code output} less room than {@code decompressedSize} bytes
     * @throws ReadOnlyBufferException if {@code output} is read-only
     * @throws IllegalStateException if this instance was released, or another thread is using it
     */
    @Override
    public void decompress(ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize)
            throws IOException {
        guard.enter();
        try {
            requireLegalSizes(compressedSize, decompressedSize);
            if (output.isReadOnly()) {
                throw new ReadOnlyBufferException();
            }
            if (input.remaining() < compressedSize) {
                throw new IllegalArgumentException("The input buffer has " + input.remaining()
                        + " bytes remaining, the compressed page is said to have " + compressedSize);
            }
            if (output.remaining() < decompressedSize) {
                throw new IllegalArgumentException("The output buffer has room for " + output.remaining()
                        + " bytes, the page is said to have " + decompressedSize);
            }
            Lease<PageSource> lease = PageSource.POOL.lease();
            PageSource source = lease.context();
            try {
                ByteBuffer slice = input.duplicate();
                slice.limit(slice.position() + compressedSize);
                source.take(slice);
                // Not straight into the output: some older libraries copy what lies in their target into the result of
                // a hostile page, and a page that fails would be left there in part.
                output.put(decompress(source, decompressedSize));
                input.position(slice.limit());
            } finally {
                source.clear();
                lease.giveBack();
            }
        } finally {
            guard.exit();
        }
    }

    private byte[] decompress(PageSource source, int size) throws IOException {
        if (source.length() == 0) {
            if (size != 0) {
                throw corrupt("there are no compressed bytes", source.length(), size, 0, null);
            }
            return NOTHING;
        }
        PageClaim claim = PageClaim.of(codec, source.array(), source.offset(), source.length());
        if (claim.problem() != null) {
            throw corrupt(claim.problem(), source.length(), size, CorruptPageException.UNKNOWN_SIZE, null);
        }
        if (size < claim.minimum() || size > claim.maximum()) {
            boolean exact = claim.minimum() == claim.maximum();
            throw corrupt(
                    exact ? "it states another size itself" : "its bytes cannot hold the expected size",
                    source.length(),
                    size,
                    exact ? claim.minimum() : CorruptPageException.UNKNOWN_SIZE,
                    null);
        }
        byte[] page = new byte[size];
        Lease<BlockDecompressor> lease = contexts.lease();
        boolean intact = false;
        try {
            int produced;
            try {
                produced = lease.context().decompress(source.array(), source.offset(), source.length(), page, 0, size);
            } catch (IOException | RuntimeException e) {
                throw corrupt(reason(e), source.length(), size, CorruptPageException.UNKNOWN_SIZE, e);
            }
            if (produced != size) {
                throw corrupt("it decompresses to another size", source.length(), size, produced, null);
            }
            intact = true;
            return page;
        } finally {
            if (intact) {
                lease.giveBack();
            } else {
                lease.discard();
            }
        }
    }

    private void requireLegalSizes(long compressedSize, int decompressedSize) throws CorruptPageException {
        if (compressedSize < 0 || decompressedSize < 0) {
            throw corrupt(
                    "its header claims a negative size",
                    compressedSize,
                    decompressedSize,
                    CorruptPageException.UNKNOWN_SIZE,
                    null);
        }
        if (compressedSize > maxPageBytes || decompressedSize > maxPageBytes) {
            throw corrupt(
                    "it is larger than the limit of " + maxPageBytes
                            + " bytes; if the file is to be trusted, raise parquet.fastcodec.max.page.bytes",
                    compressedSize,
                    decompressedSize,
                    CorruptPageException.UNKNOWN_SIZE,
                    null);
        }
    }

    private CorruptPageException corrupt(
            String reason, long compressedSize, int expectedSize, long actualSize, Exception cause) {
        return new CorruptPageException(reason, codec, engine.name(), compressedSize, expectedSize, actualSize, cause);
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** Ends the use of this instance, and of no other. Idempotent. */
    @Override
    public void release() {
        guard.release();
    }
}
