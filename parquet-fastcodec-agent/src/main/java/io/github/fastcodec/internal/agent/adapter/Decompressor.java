// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.adapter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.CodecFactory.BytesDecompressor;

/** Passes pages to the agent, which decompresses them. Thread-safe. */
@SuppressWarnings("deprecation") // deprecated, but the only decompressor type in every parquet-java since 1.10
final class Decompressor extends BytesDecompressor {

    private final BiFunction<Object, Object, ByteBuffer> pages;

    /**
     * @param pages takes a page's compressed and uncompressed sizes in bytes (a {@code long[]}) and its compressed
     *     content, and returns the decompressed page; if it gets two buffers instead of the content, it decompresses from
     *     the first into the second
     */
    Decompressor(BiFunction<Object, Object, ByteBuffer> pages) {
        this.pages = pages;
    }

    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
        ByteBuffer page = apply(new long[] {bytes.size(), size}, new PageContent(bytes));
        return BytesInput.from(page.array(), page.arrayOffset() + page.position(), page.remaining());
    }

    @Override
    public void decompress(ByteBuffer input, int compressedSize, ByteBuffer output, int size) throws IOException {
        apply(new long[] {compressedSize, size}, new ByteBuffer[] {input, output});
    }

    private ByteBuffer apply(long[] sizes, Object content) throws IOException {
        try {
            return pages.apply(sizes, content);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Does nothing: a decompressor holds nothing, and the contexts belong to the agent. */
    @Override
    public void release() {}
}
