// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import io.github.fastcodec.page.PageDecompressor;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.DoNotPool;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What Hadoop keeps for a file between pages: the decompressor that was made with the file's options. Serves
 * {@link BridgeInputStream}, and decompresses a page itself for parquet-java's factory for direct memory, which gives it a
 * whole page and asks for exactly its size.
 *
 * <p>Not for Hadoop's pool, which would give it to a file of another codec; there is nothing in it that is worth pooling.
 */
@DoNotPool
class BridgeDecompressor implements Decompressor {

    private final PageDecompressor pages;
    private BytesInput input;

    private BridgeDecompressor(BytesInputDecompressor pages) {
        this.pages = (PageDecompressor) pages;
    }

    /** Returns a decompressor of the type that the codec has for itself. */
    static BridgeDecompressor of(CompressionCodecName codec, BytesInputDecompressor pages) {
        switch (codec) {
            case SNAPPY:
                return new OfSnappy(pages);
            case GZIP:
                return new OfGzip(pages);
            case LZO:
                return new OfLzo(pages);
            case BROTLI:
                return new OfBrotli(pages);
            case LZ4:
                return new OfLz4(pages);
            case ZSTD:
                return new OfZstd(pages);
            case LZ4_RAW:
                return new OfLz4Raw(pages);
            default:
                return new BridgeDecompressor(pages);
        }
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

    // parquet-java's factory for direct memory pools what it is done with by its type, whatever Hadoop's annotation
    // says:
    // of one type for all, a codec would be given the decompressor of another.

    @DoNotPool
    private static final class OfSnappy extends BridgeDecompressor {
        private OfSnappy(BytesInputDecompressor pages) {
            super(pages);
        }
    }

    @DoNotPool
    private static final class OfGzip extends BridgeDecompressor {
        private OfGzip(BytesInputDecompressor pages) {
            super(pages);
        }
    }

    @DoNotPool
    private static final class OfLzo extends BridgeDecompressor {
        private OfLzo(BytesInputDecompressor pages) {
            super(pages);
        }
    }

    @DoNotPool
    private static final class OfBrotli extends BridgeDecompressor {
        private OfBrotli(BytesInputDecompressor pages) {
            super(pages);
        }
    }

    @DoNotPool
    private static final class OfLz4 extends BridgeDecompressor {
        private OfLz4(BytesInputDecompressor pages) {
            super(pages);
        }
    }

    @DoNotPool
    private static final class OfZstd extends BridgeDecompressor {
        private OfZstd(BytesInputDecompressor pages) {
            super(pages);
        }
    }

    @DoNotPool
    private static final class OfLz4Raw extends BridgeDecompressor {
        private OfLz4Raw(BytesInputDecompressor pages) {
            super(pages);
        }
    }
}
