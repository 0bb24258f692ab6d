// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.context.ContextPool;
import io.github.fastcodec.internal.context.PooledContext;
import io.github.fastcodec.internal.format.HadoopFraming;
import io.github.fastcodec.internal.store.StoredDecompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Decompresses pages of one codec, each in one call to an engine, in a context that is leased for the page.
 *
 * <p>For one thread at a time, as parquet-java has it; different threads may use an instance one after the other. An
 * instance holds no memory.
 */
public final class PageDecompressor implements CompressionCodecFactory.BytesInputDecompressor {

    private static final byte[] NO_MEMORY = new byte[0];

    private final CodecEngine engine;
    private final ContextPool<BlockDecompressor> contexts;
    final PageChecks checks;
    private final PageCall call;
    private final PageSource source;

    /**
     * Creates a decompressor; contexts are created at its first page, if the pool has none.
     *
     * @param codec a codec of {@code engine}
     * @param maxPageBytes the largest size that a page may claim, compressed or not, in bytes
     * @param corruption creates the exception for a damaged page
     */
    public PageDecompressor(CompressionCodecName codec, CodecEngine engine, int maxPageBytes, Corruption corruption) {
        this.engine = engine;
        this.contexts =
                ContextPool.of(List.of(engine, codec), () -> newContext(codec, engine), BlockDecompressor::footprint);
        this.checks = new PageChecks(codec, engine.name(), maxPageBytes, corruption);
        this.call = new PageCall(PageCounters.ofDecompression(codec), engine.name(), 0);
        this.source = call.source();
    }

    /** Creates a context that decompresses pages, owned by the caller. */
    static BlockDecompressor newContext(CompressionCodecName codec, CodecEngine engine) {
        return StoredDecompressor.around(codec, HadoopFraming.around(codec, engine.newDecompressor()));
    }

    /**
     * Decompresses one page.
     *
     * @param bytes the compressed page, consumed by this call
     * @param size the exact size of the page, in bytes, as its header claims
     * @return the page in a heap array of its own, which this project never touches again
     * @throws IOException from {@link Corruption} if the page does not decompress to exactly {@code size} bytes, or claims a
     *     size that is negative, beyond the limit, or beyond what the codec can make of its bytes; else if the input fails or
     *     ends early
     * @throws IllegalStateException if this instance was released, or another thread is using it
     */
    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
        return BytesInput.from(decompress(bytes, size, NO_MEMORY));
    }

    /**
     * Decompresses one page to memory of the caller, if that is large enough, and if no hostile page may get to see what it
     * holds. Otherwise like {@link #decompress(BytesInput, int)}.
     *
     * @return {@code memory} or a new array, with the page in {@code [0, size)}
     */
    public byte[] decompress(BytesInput bytes, int size, byte[] memory) throws IOException {
        return page(bytes, size, mayRevealTarget() ? NO_MEMORY : memory);
    }

    /**
     * Decompresses one page to fill an array. What the array held before may reach the result of a hostile page. Otherwise like
     * {@link #decompress(BytesInput, int)}; if it fails, the array has zeros.
     */
    public void decompressTo(BytesInput bytes, byte[] page) throws IOException {
        page(bytes, page.length, page);
    }

    private byte[] page(BytesInput bytes, int size, byte[] memory) throws IOException {
        try (PageCall page = begin()) {
            take(bytes, size);
            byte[] decompressed = decompressed(size, memory);
            page.done(size);
            return decompressed;
        }
    }

    /**
     * Decompresses one page, whose content need not be a {@link BytesInput} of the parquet-java that this class sees. Otherwise
     * like {@link #decompress(BytesInput, int)}.
     *
     * @param content called once, after the sizes were found legal; returns a buffer with the compressed page from its position
     *     to its limit, which stay as they are
     * @param compressedSize the compressed page's size, in bytes
     * @return the page, in an array that this project never touches again
     */
    public byte[] decompress(Supplier<ByteBuffer> content, int compressedSize, int size) throws IOException {
        try (PageCall page = begin()) {
            checks.requireLegalSizes(compressedSize, size);
            source.take(content.get());
            byte[] decompressed = decompressed(size, NO_MEMORY);
            page.done(size);
            return decompressed;
        }
    }

    /**
     * Decompresses {@code input[position, position + compressedSize)} to {@code output}, from its position on, and moves
     * both positions behind what was read and written. If it fails, neither buffer is changed.
     *
     * @param input a heap buffer, read-only or not, or a direct one
     * @param compressedSize size of the compressed page, in bytes
     * @param output a heap or direct buffer
     * @param size the exact size of the page, in bytes, as its header claims
     * @throws IOException from {@link Corruption} under the conditions of {@link #decompress(BytesInput, int)}
     * @throws IllegalArgumentException if {@code input} has fewer than {@code compressedSize} bytes remaining, or
     *     {@code output} less room than {@code size} bytes
     * @throws ReadOnlyBufferException if {@code output} is read-only
     * @throws IllegalStateException if this instance was released, or another thread is using it
     */
    @Override
    public void decompress(ByteBuffer input, int compressedSize, ByteBuffer output, int size) throws IOException {
        try (PageCall page = begin()) {
            checks.requireLegalSizes(compressedSize, size);
            PageSource.requireRoom(input, compressedSize, output, size);
            ByteBuffer slice = input.duplicate();
            slice.limit(slice.position() + compressedSize);
            source.take(slice);
            // Not straight into the output: some older libraries copy old bytes of their target into the result of a
            // hostile page, and a page that fails would be left there in part.
            output.put(decompressed(size, NO_MEMORY));
            input.position(slice.limit());
            page.done(size);
        }
    }

    // The steps, in their order. UnsizedPages takes them too.

    /**
     * Begins a call, which closing must end. The methods below are for the time between.
     *
     * @throws IllegalStateException if this instance was released, or another thread is using it
     */
    PageCall begin() {
        return call.begin();
    }

    /**
     * Takes the page's bytes.
     *
     * @param bytes the compressed page, consumed by this call
     * @param size the size that is claimed for it, in bytes
     * @throws IOException from {@link Corruption} if a size is negative or beyond the limit; else if the input fails or ends early
     */
    void take(BytesInput bytes, int size) throws IOException {
        checks.requireLegalSizes(bytes.size(), size);
        source.takeCompressed(bytes);
    }

    /**
     * Decompresses the page that was taken.
     *
     * @param size the exact size of the page, in bytes
     * @param memory an array for the page, used if it is large enough. What it holds may reach the result of a hostile page if
     *     {@link #mayRevealTarget}
     * @return {@code memory} or a new array, with the page in {@code [0, size)}
     * @throws IOException under the conditions of {@link #decompress(BytesInput, int)}; {@code memory} has zeros there then
     */
    byte[] decompressed(int size, byte[] memory) throws IOException {
        if (!checks.requireCredible(source, size)) {
            return memory;
        }
        if (memory.length >= size) {
            fill(memory, size);
            return memory;
        }
        if (size > checks.sizeOnTrust(source)) {
            requireLength(size);
        }
        byte[] page = new byte[size];
        fill(page, size);
        return page;
    }

    /** Decompresses a page whose claim is out of proportion once without keeping the output, if its engine can. */
    private void requireLength(int size) throws IOException {
        long length = length(size);
        if (length != size && length != BlockDecompressor.UNKNOWN_LENGTH) {
            throw checks.anotherSize(source, size, length);
        }
    }

    /**
     * Decompresses the page to nowhere, and returns its size in bytes: any number above {@code limit} if it is larger than that,
     * {@link BlockDecompressor#UNKNOWN_LENGTH} if the engine cannot tell.
     *
     * @throws IOException from {@link Corruption} if the page does not decompress
     */
    long length(int limit) throws IOException {
        try (PooledContext<BlockDecompressor> lease = contexts.lease()) {
            long length = lengthIn(lease.context(), limit);
            if (length <= limit) {
                lease.keep();
            }
            return length;
        }
    }

    private long lengthIn(BlockDecompressor context, int limit) throws IOException {
        try {
            return context.decompressedLength(source.array(), source.offset(), source.length(), limit);
        } catch (IOException | RuntimeException e) {
            throw checks.refused(source, limit, e);
        }
    }

    /** Decompresses to {@code page[0, size)}, or leaves zeros there. */
    private void fill(byte[] page, int size) throws IOException {
        try {
            run(page, size, true);
        } catch (Throwable e) { // an Error too: nobody may read half a page
            Arrays.fill(page, 0, size, (byte) 0);
            throw e;
        }
    }

    /**
     * Decompresses the page that was taken, whose size is unknown, and returns that size in bytes.
     *
     * @throws IOException from {@link Corruption}, with an unknown actual size if a larger target might do
     */
    int decompressUpTo(byte[] target) throws IOException {
        return run(target, target.length, false);
    }

    /** Has the engine decompress in a leased context, which the pool keeps unless something is wrong. */
    private int run(byte[] page, int size, boolean exact) throws IOException {
        try (PooledContext<BlockDecompressor> lease = contexts.lease()) {
            int produced = runIn(lease.context(), page, size);
            if (produced != size && (exact || produced < 0 || produced > size)) {
                throw checks.anotherSize(source, size, produced);
            }
            lease.keep();
            return produced;
        }
    }

    private int runIn(BlockDecompressor context, byte[] page, int size) throws IOException {
        try {
            return context.decompress(source.array(), source.offset(), source.length(), page, 0, size);
        } catch (IOException | RuntimeException e) {
            throw checks.refused(source, size, e);
        }
    }

    /** Returns whether a hostile page may get to see what its target held before. */
    boolean mayRevealTarget() {
        return engine.mayRevealTarget();
    }

    /** Ends the use of this instance, and of no other. Idempotent. */
    @Override
    public void release() {
        call.release();
    }
}
