// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.relay;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.DoNotPool;
import org.jspecify.annotations.Nullable;

/**
 * What Hadoop keeps for a file between pages. Its own methods do nothing, the work is done by {@link RelayOutputStream}.
 *
 * <p>Not for Hadoop's pool, which would give it to a file of another codec or with other settings; there is nothing in it
 * that is worth pooling.
 */
@DoNotPool
final class RelayCompressor implements Compressor {

    private final CodecRelay relay;
    private final Map<String, String> settings;

    /** Whose pages these are. */
    private final WeakReference<BiFunction<Object, Map<String, String>, Object>> service;

    /** Refers to null once parquet-java's own codec serves. */
    private WeakReference<BiConsumer<ByteBuffer, OutputStream>> pages;

    private @Nullable CompressionCodec own;
    private @Nullable Compressor ownCompressor;

    @SuppressWarnings("unchecked") // by the protocol
    RelayCompressor(CodecRelay relay, @Nullable OpenedFile file) {
        this.relay = relay;
        this.settings = file == null ? Map.of() : file.settings();
        BiFunction<Object, Map<String, String>, Object> serving = relay.service(file);
        this.service = new WeakReference<>(serving);
        this.pages = new WeakReference<>(
                (BiConsumer<ByteBuffer, OutputStream>) relay.pages(serving, this, file, CodecRelay.COMPRESS));
        if (pages.get() == null) {
            var unused = own(); // now, so that a codec that is missing shows when the file is opened
        }
    }

    /** Returns what compresses a page; null if that is parquet-java's own codec. */
    @Nullable
    BiConsumer<ByteBuffer, OutputStream> pages() {
        return pages.get();
    }

    /** Goes over to parquet-java's own codec, for good. */
    void lost(LinkageError error) {
        pages.clear();
        relay.lost(service.get(), error);
    }

    /** Returns a stream of parquet-java's own codec. */
    CompressionOutputStream ownStream(OutputStream out) throws IOException {
        CompressionCodec codec = own();
        if (ownCompressor != null) {
            ownCompressor.reset();
        }
        return codec.createOutputStream(out, ownCompressor);
    }

    private CompressionCodec own() {
        CompressionCodec codec = own;
        if (codec == null) {
            codec = relay.own(settings);
            own = codec;
            ownCompressor = codec.createCompressor();
        }
        return codec;
    }

    @Override
    public void reset() {}

    @Override
    public void reinit(Configuration configuration) {}

    /** Frees parquet-java's own compressor, if it came to that. Of ours nothing is held, and a stream may go on. */
    @Override
    public void end() {
        if (ownCompressor != null) {
            ownCompressor.end();
        }
        own = null;
        ownCompressor = null;
    }

    @Override
    public void setInput(byte[] bytes, int offset, int length) {
        throw onlyStreams();
    }

    @Override
    public boolean needsInput() {
        throw onlyStreams();
    }

    @Override
    public void setDictionary(byte[] bytes, int offset, int length) {
        throw onlyStreams();
    }

    @Override
    public long getBytesRead() {
        throw onlyStreams();
    }

    @Override
    public long getBytesWritten() {
        throw onlyStreams();
    }

    @Override
    public void finish() {
        throw onlyStreams();
    }

    @Override
    public boolean finished() {
        throw onlyStreams();
    }

    @Override
    public int compress(byte[] bytes, int offset, int length) {
        throw onlyStreams();
    }

    private static UnsupportedOperationException onlyStreams() {
        return new UnsupportedOperationException(
                "parquet-fastcodec compresses whole pages; write to a stream of the codec's createOutputStream");
    }
}
