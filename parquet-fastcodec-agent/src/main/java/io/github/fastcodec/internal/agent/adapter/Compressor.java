// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.adapter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.CodecFactory.BytesCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Passes pages to the agent, which compresses them. Not thread-safe. */
@SuppressWarnings("deprecation") // deprecated, but the only compressor type in every parquet-java since 1.10
final class Compressor extends BytesCompressor {

    private final CompressionCodecName codec;
    private final BiFunction<Object, Object, ByteBuffer> pages;

    /** @param pages takes a page's size in bytes (a {@code Long}) and its content, and returns the compressed page */
    Compressor(CompressionCodecName codec, BiFunction<Object, Object, ByteBuffer> pages) {
        this.codec = codec;
        this.pages = pages;
    }

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
        ByteBuffer compressed;
        try {
            compressed = pages.apply(bytes.size(), new PageContent(bytes));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return BytesInput.from(
                compressed.array(), compressed.arrayOffset() + compressed.position(), compressed.remaining());
    }

    @Override
    public CompressionCodecName getCodecName() {
        return codec;
    }

    /** Does nothing: a compressor holds nothing, and the contexts belong to the agent. */
    @Override
    public void release() {}
}
