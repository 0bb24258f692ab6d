// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.context.ContextPool;
import io.github.fastcodec.internal.context.PooledContext;
import io.github.fastcodec.internal.format.CodecFacts;
import io.github.fastcodec.internal.format.HadoopFraming;
import io.github.fastcodec.internal.format.StoringCompressor;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.memory.RecentNeed;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Compresses pages of one codec at one level, each in one call to a context that is leased for the page.
 *
 * <p>Not thread-safe, like parquet-java's own compressors; different threads may use an instance in turn. An instance holds no
 * native memory. Between two pages it holds at most 16 KiB of the heap, unless its last output is still in use.
 */
public final class PageCompressor implements CompressionCodecFactory.BytesInputCompressor {

    private static final WeakReference<byte[]> NO_OUTPUT = new WeakReference<>(null);

    /**
     * The largest output array that stays referenced between pages, in bytes. Together with the instance itself, this is
     * below the 16 KiB that an open writer may cost.
     */
    private static final int MAX_KEPT_OUTPUT = 15 << 10;

    private final CompressionCodecName codec;
    private final CodecEngine engine;
    private final ContextPool<BlockCompressor> contexts;
    private final PageCall call;

    /**
     * The array of the last output, for reuse. While that output is read, its reader keeps the array reachable. After that,
     * the next garbage collection may free the array, so hundreds of open but idle writers cost nothing. A busy writer uses
     * one array for all pages between two collections.
     */
    private WeakReference<byte[]> lastOutput = NO_OUTPUT;

    /** The array of the last output if it is small, else null. */
    @SuppressWarnings("unused") // a strong reference keeps the array from being collected
    private byte @Nullable [] keptOutput;

    private final RecentNeed outputNeed = new RecentNeed();

    /**
     * Creates a compressor. The compressor leases a context for each page; the pool creates one if none is idle.
     *
     * @param codec a codec of {@code engine}
     * @param settings the compression settings; their level is within the codec's range
     * @param verifies whether each page is decompressed and compared before it is returned
     */
    public PageCompressor(
            CompressionCodecName codec, CodecEngine engine, CompressionSettings settings, boolean verifies) {
        this.codec = codec;
        this.engine = engine;
        this.contexts = ContextPool.of(
                List.of(engine, codec, settings, verifies),
                () -> verifies
                        ? VerifyingCompressor.around(
                                newContext(codec, engine, settings),
                                () -> PageDecompressor.newContext(codec, engine),
                                engine.mayRevealTarget())
                        : newContext(codec, engine, settings),
                BlockCompressor::footprint);
        this.call = new PageCall(PageCounters.ofCompression(codec), engine.name(), settings.level());
    }

    private static BlockCompressor newContext(
            CompressionCodecName codec, CodecEngine engine, CompressionSettings settings) {
        return HadoopFraming.around(codec, StoringCompressor.around(codec, engine.newCompressor(settings)));
    }

    /**
     * Compresses one page.
     *
     * @param bytes the page, consumed by this call; at most {@link ByteArrays#MAX_LENGTH} bytes minus the codec's overhead
     * @return the compressed page, in an array that this compressor owns and reuses. The page is valid until the next
     *     call of this compressor; other compressors do not touch the array
     * @throws IOException if the input fails or its size is wrong, if the page is too large to compress in one step, if
     *     the engine fails, or if verification finds that the compressed page does not decompress to the original
     * @throws IllegalStateException if this instance was released, or another thread is using it
     */
    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
        ByteBuffer compressed = compress(bytes.size(), bytes::writeAllTo);
        return BytesInput.from(compressed.array(), compressed.position(), compressed.remaining());
    }

    /**
     * Compresses one page. This method is like {@link #compress(BytesInput)}, but its callers may use another copy of
     * parquet-java, whose {@link BytesInput} is a different class.
     *
     * @param size the page's size, in bytes
     * @param content writes the page
     * @return the compressed page, from position to limit, in an array that this compressor owns
     */
    public ByteBuffer compress(long size, PageWriter content) throws IOException {
        try (PageCall page = call.begin()) {
            int limit = CodecFacts.of(codec).maxInput();
            if (size > limit) { // before the page is gathered
                throw new IOException("A " + codec + " page of " + size + " bytes cannot be compressed; the limit is "
                        + limit + " bytes; write smaller pages (parquet.page.size)");
            }
            PageSource source = page.source();
            source.take(size, content);
            ByteBuffer compressed = compress(source);
            page.done(compressed.remaining());
            return compressed;
        }
    }

    /** Compresses the page in a leased context, which returns to the pool unless something fails. */
    private ByteBuffer compress(PageSource source) throws IOException {
        try (PooledContext<BlockCompressor> lease = contexts.lease()) {
            BlockCompressor context = lease.context();
            int room = room(context.maxCompressedLength(source.length()), source.length());
            byte[] target = output(room);
            int written = run(context, source, target, room);
            if (written < 0 || written > room) {
                throw new IOException("Engine " + engine.name() + " reports that it wrote " + written + " bytes of a "
                        + codec + " page, but there is room for " + room + " bytes");
            }
            lease.keep();
            return ByteBuffer.wrap(target, 0, written);
        }
    }

    /** Returns the length of the array that the compressed page needs, in bytes. */
    private int room(long size, int sourceLength) throws IOException {
        if (size > ByteArrays.MAX_LENGTH) {
            throw new IOException("A " + codec + " page of " + sourceLength + " bytes may need " + size
                    + " bytes when compressed; the limit is " + ByteArrays.MAX_LENGTH
                    + " bytes; write smaller pages (parquet.page.size)");
        }
        return (int) size;
    }

    /** Returns an array for the compressed page; reuses the array of the last output if that is large enough. */
    private byte[] output(int size) {
        byte[] output = lastOutput.get();
        int length = output == null ? 0 : output.length;
        long capacity = outputNeed.capacity(size, length);
        if (output == null || capacity != length) {
            output = new byte[(int) Math.min(ByteArrays.MAX_LENGTH, capacity)];
            lastOutput = new WeakReference<>(output);
            keptOutput = output.length <= MAX_KEPT_OUTPUT ? output : null;
        }
        return output;
    }

    /** Calls the engine, and returns the number of bytes that it reports as written. */
    private int run(BlockCompressor context, PageSource source, byte[] target, int room) throws IOException {
        try {
            return context.compress(source.array(), source.offset(), source.length(), target, 0, room);
        } catch (IOException | RuntimeException e) {
            throw new IOException(
                    "Engine " + engine.name() + " failed to compress a " + codec + " page of " + source.length()
                            + " bytes: " + PageChecks.reason(e),
                    e);
        }
    }

    @Override
    public CompressionCodecName getCodecName() {
        return codec;
    }

    /** Makes later calls of this instance fail; other instances are not affected. Idempotent. */
    @Override
    public void release() {
        call.release();
    }
}
