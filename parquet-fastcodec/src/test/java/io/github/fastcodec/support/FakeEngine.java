// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import java.io.IOException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** An engine that does what a test specifies, and counts its calls. By default it copies. */
public final class FakeEngine implements CodecEngine {

    /** The action of a context when it is called. */
    public interface Call {
        int run(byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException;
    }

    private final CompressionCodecName codec;
    private final Queue<AtomicInteger> contexts = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    private Call compression = FakeEngine::copy;
    private Call decompression = FakeEngine::copy;
    private Supplier<BlockCompressor> compressors = Context::new;
    private Supplier<BlockDecompressor> decompressors = Context::new;

    public FakeEngine(CompressionCodecName codec) {
        this.codec = codec;
    }

    /** Copies all of the source. */
    public static int copy(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int room) {
        System.arraycopy(source, sourceOffset, target, targetOffset, sourceLength);
        return sourceLength;
    }

    /** Never returns: throws any throwable, even a checked one that is not declared. */
    @SuppressWarnings("unchecked") // the cast is erased
    public static <T extends Throwable> RuntimeException unchecked(Throwable throwable) throws T {
        throw (T) throwable;
    }

    public FakeEngine compressing(Call call) {
        compression = call;
        return this;
    }

    public FakeEngine decompressing(Call call) {
        decompression = call;
        return this;
    }

    /** Uses the given contexts, which are not counted. */
    public FakeEngine creating(Supplier<BlockCompressor> newCompressors, Supplier<BlockDecompressor> newDecompressors) {
        compressors = newCompressors;
        decompressors = newDecompressors;
        return this;
    }

    /** Returns how often a context was called to compress or decompress. */
    public int calls() {
        return calls.get();
    }

    /** Returns how often each context was closed, in the order of their creation, e.g. "1, 0". */
    public String closed() {
        return contexts.stream().map(AtomicInteger::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(codec);
    }

    @Override
    public int priority() {
        return 0;
    }

    @Override
    public String howToFix() {
        return "ask the test";
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        return compressors.get();
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return decompressors.get();
    }

    private final class Context implements BlockCompressor, BlockDecompressor {
        private final AtomicInteger timesClosed = new AtomicInteger();

        private Context() {
            contexts.add(timesClosed);
        }

        @Override
        public long maxCompressedLength(int sourceLength) {
            return sourceLength;
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int room)
                throws IOException {
            calls.incrementAndGet();
            return compression.run(source, sourceOffset, sourceLength, target, targetOffset, room);
        }

        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int room)
                throws IOException {
            calls.incrementAndGet();
            return decompression.run(source, sourceOffset, sourceLength, target, targetOffset, room);
        }

        @Override
        public long footprint() {
            return 0;
        }

        @Override
        public void close() {
            timesClosed.incrementAndGet();
        }
    }
}
