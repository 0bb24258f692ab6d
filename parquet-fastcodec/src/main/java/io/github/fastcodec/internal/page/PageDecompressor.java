// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.context.ContextPool;
import io.github.fastcodec.internal.context.PooledContext;
import io.github.fastcodec.internal.format.HadoopFraming;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses pages of one codec, each in one call to a context that is leased for the page.
 *
 * <p>Thread-safe, because parquet-java gives one decompressor to all threads that share a codec factory. Between two pages
 * an instance holds no memory.
 */
public final class PageDecompressor implements CompressionCodecFactory.BytesInputDecompressor {

    static final byte[] NO_MEMORY = new byte[0];

    private final CodecEngine engine;
    private final ContextPool<BlockDecompressor> contexts;
    final PageChecks checks;
    private final PageCall call;

    /**
     * Creates a decompressor. The decompressor leases a context for each page; the pool creates one if none is idle.
     *
     * @param codec a codec of {@code engine}
     * @param maxPageBytes the largest compressed and uncompressed size of a page, in bytes
     * @param corruption creates the exception for a damaged page from a description of the damage and the engine's own exception,
     *     if there is one
     */
    public PageDecompressor(
            CompressionCodecName codec,
            CodecEngine engine,
            int maxPageBytes,
            BiFunction<String, @Nullable Throwable, IOException> corruption) {
        this.engine = engine;
        this.contexts =
                ContextPool.of(List.of(engine, codec), () -> newContext(codec, engine), BlockDecompressor::footprint);
        this.checks = new PageChecks(codec, engine.name(), maxPageBytes, corruption);
        this.call = new PageCall(PageCounters.ofDecompression(codec), engine.name(), 0);
    }

    /** Creates a context that decompresses pages. The caller owns it. */
    static BlockDecompressor newContext(CompressionCodecName codec, CodecEngine engine) {
        return HadoopFraming.around(codec, engine.newDecompressor());
    }

    /**
     * Decompresses one page.
     *
     * @param bytes the compressed page, consumed by this call
     * @param size the exact uncompressed size that the page's header claims, in bytes
     * @return the page in a heap array of its own, which this project never touches again
     * @throws IOException created by {@code corruption} if the page does not decompress to exactly {@code size} bytes, or if a
     *     claimed size is negative, beyond the limit, or larger than the page's bytes can decompress to; another
     *     {@code IOException} if the input fails or ends early
     * @throws IllegalStateException if this instance was released
     */
    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
        return BytesInput.from(decompress(bytes, size, NO_MEMORY));
    }

    /**
     * Decompresses one page, as {@link #decompress(BytesInput, int)} does, into the caller's array if possible. The array
     * is used if it is large enough and if, with this engine, a hostile page cannot expose the array's old content.
     *
     * @return {@code memory} or a new array, with the page in {@code [0, size)}
     */
    public byte[] decompress(BytesInput bytes, int size, byte[] memory) throws IOException {
        return page(bytes, size, engine.mayRevealTarget() ? NO_MEMORY : memory);
    }

    /**
     * Decompresses one page, as {@link #decompress(BytesInput, int)} does, into an array of exactly the page's size. A
     * hostile page may expose the old content of the array. If the page passes the size checks but does not decompress,
     * the array is filled with zeros.
     */
    public void decompressTo(BytesInput bytes, byte[] page) throws IOException {
        page(bytes, page.length, page);
    }

    private byte[] page(BytesInput bytes, int size, byte[] memory) throws IOException {
        try (PageCall page = begin()) {
            take(bytes, size, page.source());
            byte[] decompressed = decompressed(page.source(), size, memory);
            page.done(size);
            return decompressed;
        }
    }

    /**
     * Decompresses one page. This method is like {@link #decompress(BytesInput, int)}, but its callers may use another copy
     * of parquet-java, whose {@link BytesInput} is a different class.
     *
     * @param content called once, after the sizes have been checked; returns a buffer that holds the compressed page between
     *     its position and its limit; neither changes
     * @param compressedSize size of the compressed page, in bytes
     * @param size the exact uncompressed size that the page's header claims, in bytes
     * @return the page, in an array that this project never touches again
     */
    public byte[] decompress(Supplier<ByteBuffer> content, int compressedSize, int size) throws IOException {
        try (PageCall page = begin()) {
            checks.requireLegalSizes(compressedSize, size);
            page.source().take(content.get());
            byte[] decompressed = decompressed(page.source(), size, NO_MEMORY);
            page.done(size);
            return decompressed;
        }
    }

    /**
     * Decompresses {@code input[position, position + compressedSize)} to {@code output} at its position, and advances both
     * positions. If this fails, neither buffer changes.
     *
     * @param input a heap or direct buffer, which may be read-only
     * @param compressedSize size of the compressed page, in bytes
     * @param output a heap or direct buffer
     * @param size the exact uncompressed size that the page's header claims, in bytes
     * @throws IOException created by {@code corruption} under the conditions of {@link #decompress(BytesInput, int)}
     * @throws IllegalArgumentException if {@code input} has fewer than {@code compressedSize} bytes remaining, or
     *     {@code output} has fewer than {@code size}
     * @throws ReadOnlyBufferException if {@code output} is read-only
     * @throws IllegalStateException if this instance was released
     */
    @Override
    public void decompress(ByteBuffer input, int compressedSize, ByteBuffer output, int size) throws IOException {
        try (PageCall page = begin()) {
            checks.requireLegalSizes(compressedSize, size);
            PageSource.requireRoom(input, compressedSize, output, size);
            ByteBuffer slice = input.duplicate();
            slice.limit(slice.position() + compressedSize);
            page.source().take(slice);
            // If decompressing straight into the output failed, part of a page would remain there. Some older
            // libraries would also copy old bytes of the output into the result of a hostile page.
            output.put(decompressed(page.source(), size, NO_MEMORY));
            input.position(slice.limit());
            page.done(size);
        }
    }

    // The steps of a call, in order. UnsizedPages uses them too. Until the call is closed, its source holds the page.

    /**
     * Begins a call, which the caller must close.
     *
     * @throws IllegalStateException if this instance was released
     */
    PageCall begin() {
        return call.begin();
    }

    /**
     * Takes the page's bytes.
     *
     * @param bytes the compressed page, consumed by this call
     * @param size the claimed size of the uncompressed page, in bytes
     * @throws IOException created by {@code corruption} if a size is negative or beyond the limit; another {@code IOException}
     *     if the input fails or ends early
     */
    void take(BytesInput bytes, int size, PageSource source) throws IOException {
        checks.requireLegalSizes(bytes.size(), size);
        source.takeCompressed(bytes);
    }

    /**
     * Decompresses the page that was taken.
     *
     * @param size the exact size of the page, in bytes
     * @param memory an array for the page, used if it is large enough. With an engine that may reveal its target, a hostile
     *     page exposes the array's old content
     * @return {@code memory} or a new array, with the page in {@code [0, size)}
     * @throws IOException under the conditions of {@link #decompress(BytesInput, int)}. If the page passes the size checks
     *     but does not decompress, {@code memory[0, size)} holds zeros
     */
    byte[] decompressed(PageSource source, int size, byte[] memory) throws IOException {
        if (!checks.requireCredible(source, size)) {
            return memory;
        }
        if (memory.length >= size) {
            fill(source, memory, size);
            return memory;
        }
        if (size > checks.sizeOnTrust(source)) {
            requireLength(source, size);
        }
        byte[] page = new byte[size];
        fill(source, page, size);
        return page;
    }

    /**
     * Checks a suspiciously large size before memory is allocated for the page: decompresses the page without keeping the
     * output, if the engine can do so.
     */
    private void requireLength(PageSource source, int size) throws IOException {
        try (PooledContext<BlockDecompressor> lease = contexts.lease()) {
            long length = lengthIn(lease.context(), source, size);
            if (length != size && length != BlockDecompressor.UNKNOWN_LENGTH) {
                throw checks.anotherSize(source, size, length);
            }
            lease.keep();
        }
    }

    private long lengthIn(BlockDecompressor context, PageSource source, int limit) throws IOException {
        try {
            return context.decompressedLength(source.array(), source.offset(), source.length(), limit);
        } catch (IOException | RuntimeException e) {
            throw checks.refused(source, limit, e);
        }
    }

    /** Decompresses to {@code page[0, size)}, and fills that range with zeros on failure. */
    private void fill(PageSource source, byte[] page, int size) throws IOException {
        try {
            run(source, page, size, true);
        } catch (Throwable e) { // catches an Error too, so that no caller reads half a page
            Arrays.fill(page, 0, size, (byte) 0);
            throw e;
        }
    }

    /**
     * Decompresses the page that was taken, without knowing its size, and returns the size in bytes.
     *
     * @throws IOException created by {@code corruption} if this fails. The exception has a cause if the engine rejected the page;
     *     the engine also rejects a page for which {@code target} is too small
     */
    int decompressUpTo(PageSource source, byte[] target) throws IOException {
        return run(source, target, target.length, false);
    }

    /** Decompresses in a leased context, which returns to the pool unless something fails. */
    private int run(PageSource source, byte[] page, int size, boolean exact) throws IOException {
        try (PooledContext<BlockDecompressor> lease = contexts.lease()) {
            int produced = runIn(lease.context(), source, page, size);
            if (produced != size && (exact || produced < 0 || produced > size)) {
                throw checks.anotherSize(source, size, produced);
            }
            lease.keep();
            return produced;
        }
    }

    private int runIn(BlockDecompressor context, PageSource source, byte[] page, int size) throws IOException {
        try {
            return context.decompress(source.array(), source.offset(), source.length(), page, 0, size);
        } catch (IOException | RuntimeException e) {
            throw checks.refused(source, size, e);
        }
    }

    /** Makes later calls of this instance fail; other instances are not affected. Idempotent. */
    @Override
    public void release() {
        call.release();
    }
}
