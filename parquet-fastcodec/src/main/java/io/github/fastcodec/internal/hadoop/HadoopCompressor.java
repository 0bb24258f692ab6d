// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.DoNotPool;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.jspecify.annotations.Nullable;

/**
 * The object that Hadoop keeps for a file between pages. Its own methods do not compress; its streams do. They are either
 * {@link PageOutput}s or the streams of parquet-java's codec.
 *
 * <p>Not pooled, because Hadoop's pool would give it to a file with another codec or other settings. It holds nothing worth
 * pooling.
 */
@DoNotPool
final class HadoopCompressor implements Compressor {

    private interface Streams {
        CompressionOutputStream open(OutputStream out) throws IOException;
    }

    private final Streams streams;
    private final @Nullable Compressor wrapped;

    /** Creates a compressor that uses this project's codec. */
    HadoopCompressor(BytesInputCompressor pages) {
        this(out -> new PageOutput(out, pages), null);
    }

    private HadoopCompressor(Streams streams, @Nullable Compressor wrapped) {
        this.streams = streams;
        this.wrapped = wrapped;
    }

    /** Creates a compressor that uses parquet-java's codec. */
    static HadoopCompressor of(CompressionCodec codec) {
        Compressor wrapped = codec.createCompressor();
        return new HadoopCompressor(out -> codec.createOutputStream(out, wrapped), wrapped);
    }

    /** Returns a stream for one page. */
    CompressionOutputStream stream(OutputStream out) throws IOException {
        return streams.open(out);
    }

    @Override
    public void reset() {
        if (wrapped != null) {
            wrapped.reset();
        }
    }

    /** Frees parquet-java's compressor, if there is one. This project's compressors hold no memory. */
    @Override
    public void end() {
        if (wrapped != null) {
            wrapped.end();
        }
    }

    @Override
    public void reinit(Configuration configuration) {}

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
                "parquet-fastcodec compresses whole pages; write to the stream that the codec's createOutputStream returns");
    }
}
