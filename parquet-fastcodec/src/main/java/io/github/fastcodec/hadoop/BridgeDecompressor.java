// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import io.github.fastcodec.page.PageDecompressor;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.DoNotPool;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;

/**
 * What Hadoop keeps for a file between pages: the decompressor that was made with the file's options. Serves
 * {@link BridgeInputStream}, and decompresses a page itself for parquet-java's factory for direct memory, which gives it a
 * whole page and asks for exactly its size.
 *
 * <p>Not for Hadoop's pool, which would give it to a file of another codec; there is nothing in it that is worth pooling.
 */
@DoNotPool
final class BridgeDecompressor implements Decompressor {

    private final PageDecompressor pages;
    private BytesInput input;

    BridgeDecompressor(BytesInputDecompressor pages) {
        this.pages = (PageDecompressor) pages;
    }

    PageDecompressor pages() {
        return pages;
    }

    /** Takes a whole compressed page, which stays the caller's. */
    @Override
    public void setInput(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        input = BytesInput.from(bytes, offset, length);
    }

    @Override
    public boolean needsInput() {
        return input == null;
    }

    /** Decompresses the page, which has exactly {@code length} bytes. */
    @Override
    public int decompress(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (input == null) {
            return 0;
        }
        BytesInput page = input;
        input = null;
        byte[] decompressed = new byte[length];
        pages.decompress(page, decompressed);
        System.arraycopy(decompressed, 0, target, offset, length);
        return length;
    }

    @Override
    public boolean finished() {
        return input == null;
    }

    @Override
    public int getRemaining() {
        return input == null ? 0 : (int) input.size();
    }

    @Override
    public boolean needsDictionary() {
        return false;
    }

    @Override
    public void setDictionary(byte[] bytes, int offset, int length) {
        throw new UnsupportedOperationException("pages are compressed without a preset dictionary");
    }

    @Override
    public void reset() {
        input = null;
    }

    /** Does nothing more than {@link #reset}: pages that parquet-java decompresses late may still come. */
    @Override
    public void end() {
        reset();
    }
}
