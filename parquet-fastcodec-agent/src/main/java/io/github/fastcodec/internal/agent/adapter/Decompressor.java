// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.adapter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.CodecFactory.BytesDecompressor;

/** Has pages decompressed by the agent. For one thread at a time. */
@SuppressWarnings("deprecation") // what every parquet-java since 1.10 has
final class Decompressor extends BytesDecompressor {

    private final BiFunction<Object, Object, ByteBuffer> pages;

    /**
     * @param pages makes a page of its sizes in bytes, a {@code long[]} with the compressed one first, and its content; or has a
     *     page of those sizes go from the first to the second of two buffers
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

    /** Does nothing: a decompressor holds nothing, and its pages' contexts belong to the agent. */
    @Override
    public void release() {}
}
