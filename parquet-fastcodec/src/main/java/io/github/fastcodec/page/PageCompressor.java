// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.page;

import io.github.fastcodec.context.ContextPool;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.observe.Direction;
import io.github.fastcodec.observe.PageCounters;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compresses pages of one codec at one level, each in one call to an engine, with a context that belongs to the thread.
 *
 * <p>For one thread at a time, as parquet-java has it; different threads may use an instance one after the other. An
 * instance holds no native memory, and no heap memory beyond its last output.
 */
public final class PageCompressor implements CompressionCodecFactory.BytesInputCompressor {

    private static final WeakReference<byte[]> NO_OUTPUT = new WeakReference<>(null);

    private final CompressionCodecName codec;
    private final CodecEngine engine;
    private final ContextPool<BlockCompressor> contexts;
    private final InstanceGuard guard;
    private final PageCounters counters;

    /**
     * The last output's array. Who still reads that output holds the array through it; otherwise the collector may have
     * it, so that hundreds of open but idle writers cost nothing.
     */
    private WeakReference<byte[]> lastOutput = NO_OUTPUT;

    /**
     * Creates a compressor; contexts are created at its first page, if the pool has none.
     *
     * @param codec a codec of {@code engine}
     * @param settings what is asked for; its level is within the codec's range
     */
    public PageCompressor(CompressionCodecName codec, CodecEngine engine, CompressionSettings settings) {
        this.codec = codec;
        this.engine = engine;
        this.contexts = ContextPool.of(
                List.of(engine, codec, settings), () -> HadoopFraming.around(codec, engine.newCompressor(settings)));
        this.guard = new InstanceGuard(codec + " compressor");
        this.counters = PageCounters.of(codec, Direction.COMPRESS);
    }

    /**
     * Compresses one page.
     *
     * @param bytes the page, consumed by this call; up to {@link Limits#MAX_ARRAY_SIZE} bytes, less the codec's overhead
     * @return the compressed page in an array of this compressor's, valid until its next call; other compressors do not
     *     touch it
     * @throws IOException if the input fails or its size is wrong, if the page is too large to compress in one step, or if
     *     the engine fails
     * @throws IllegalStateException if this instance was released, or another thread is using it
     */
    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
        long started = System.nanoTime();
        guard.enter();
        boolean done = false;
        try {
            PageSource source = PageSource.POOL.lease();
            try {
                source.take(bytes);
                BytesInput compressed = compress(source);
                counters.add(source.length(), compressed.size(), started);
                done = true;
                return compressed;
            } finally {
                source.clear();
                PageSource.POOL.giveBack(source);
            }
        } finally {
            if (!done) {
                counters.addFailure();
            }
            guard.exit();
        }
    }

    private BytesInput compress(PageSource source) throws IOException {
        BlockCompressor context = contexts.lease();
        boolean intact = false;
        try {
            byte[] target = output(context.maxCompressedLength(source.length()), source.length());
            int written;
            try {
                written = context.compress(source.array(), source.offset(), source.length(), target, 0, target.length);
            } catch (IOException | RuntimeException e) {
                throw new IOException(
                        "Engine " + engine.name() + " failed to compress a " + codec + " page of " + source.length()
                                + " bytes",
                        e);
            }
            if (written < 0 || written > target.length) {
                throw new IOException("Engine " + engine.name() + " says that it wrote " + written + " bytes of a "
                        + codec + " page where there is room for " + target.length + " bytes");
            }
            intact = true;
            return BytesInput.from(target, 0, written);
        } finally {
            if (intact) {
                contexts.giveBack(context);
            } else {
                contexts.discard(context);
            }
        }
    }

    private byte[] output(long size, int sourceLength) throws IOException {
        if (size > Limits.MAX_ARRAY_SIZE) {
            throw new IOException("A " + codec + " page of " + sourceLength + " bytes may need " + size
                    + " bytes when compressed, the limit is " + Limits.MAX_ARRAY_SIZE
                    + " bytes; write smaller pages (parquet.page.size)");
        }
        byte[] output = lastOutput.get();
        // A far too large array is let go, or one large page (a dictionary) would be paid for to the end of the file.
        if (output == null || output.length < size || output.length / 8 > size) {
            output = new byte[(int) size];
            lastOutput = new WeakReference<>(output);
        }
        return output;
    }

    @Override
    public CompressionCodecName getCodecName() {
        return codec;
    }

    /** Ends the use of this instance, and of no other. Idempotent. */
    @Override
    public void release() {
        guard.release();
    }
}
