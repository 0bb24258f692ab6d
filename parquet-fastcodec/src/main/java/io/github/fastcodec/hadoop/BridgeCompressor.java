// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.DoNotPool;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;

/**
 * What Hadoop keeps for a file between pages: the compressor that was made with the file's options. Its own methods do
 * nothing, the work is done by {@link BridgeOutputStream}.
 *
 * <p>Not for Hadoop's pool, which would give it to a file of another codec or with other options; there is nothing in it
 * that is worth pooling.
 */
@DoNotPool
final class BridgeCompressor implements Compressor {

    private final BytesInputCompressor pages;

    BridgeCompressor(BytesInputCompressor pages) {
        this.pages = pages;
    }

    BytesInputCompressor pages() {
        return pages;
    }

    @Override
    public void reset() {}

    @Override
    public void reinit(Configuration configuration) {}

    /** Does nothing: nothing is held, and a stream that is still open may go on. */
    @Override
    public void end() {}

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
