// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.internal.page.UnsizedPages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.jspecify.annotations.Nullable;

/**
 * One page, decompressed in one step on the first read.
 *
 * <p>parquet-java knows the size of a page, but does not pass it to a Hadoop stream. It reads either the whole page into an
 * array of the page's size, or chunks through a JDK channel; the last chunk is the remainder. If the first read has the
 * length of a full chunk, the page's size is unknown. Any other length must be the page's size. After a failure, every
 * further read fails too.
 */
final class PageInput extends CompressionInputStream {

    /** The largest read of a JDK channel, in bytes. In newer JDKs it is twice as large. */
    private static final int CHUNK = 8 << 10;

    private static final int LARGER_CHUNK = 2 * CHUNK;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final PageDecompressor pages;
    private final UnsizedPages unsizedPages;

    private boolean isDecompressed;

    /** The length of the first read if that read may be a chunk of the page; otherwise 0. */
    private int chunk;

    /** The unread rest of the decompressed page. */
    private ByteBuffer page = NOTHING;

    private @Nullable Throwable failure;

    PageInput(InputStream in, PageDecompressor pages, UnsizedPages unsizedPages) throws IOException {
        super(in);
        this.pages = pages;
        this.unsizedPages = unsizedPages;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        requireIntact();
        try {
            return readPage(target, offset, length);
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            throw e;
        }
    }

    private int readPage(byte[] target, int offset, int length) throws IOException {
        if (!isDecompressed) {
            if (length == CHUNK || length == LARGER_CHUNK) {
                chunk = length;
                decompress();
            } else if (length == target.length) {
                pages.decompressTo(compressed(in), target);
                isDecompressed = true;
                return length;
            } else {
                byte[] whole = new byte[length];
                pages.decompressTo(compressed(in), whole);
                isDecompressed = true;
                page = ByteBuffer.wrap(whole);
            }
        }
        int remaining = page.remaining();
        if (remaining == 0) {
            return -1;
        }
        if (length > remaining || length < remaining && length != chunk) {
            throw new IOException("A page of " + page.limit() + " bytes is read as one of "
                    + (page.position() + length)
                    + " bytes: the size in its header is wrong, or the reader is not parquet-java");
        }
        page.get(target, offset, length);
        releaseIfRead();
        return length;
    }

    @Override
    public int read() throws IOException {
        requireIntact();
        try {
            if (!isDecompressed) {
                decompress();
            }
            if (!page.hasRemaining()) {
                return -1;
            }
            int value = page.get() & 0xff;
            releaseIfRead();
            return value;
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            throw e;
        }
    }

    /** Decompresses the page without knowing its size. */
    private void decompress() throws IOException {
        page = unsizedPages.decompress(compressed(in));
        isDecompressed = true;
    }

    /** Returns all remaining bytes of a stream. */
    static BytesInput compressed(InputStream in) throws IOException {
        if (in instanceof ByteBufferInputStream) {
            return BytesInput.from(((ByteBufferInputStream) in).remainingBuffers());
        }
        // the stream of a relocated parquet-java, whose available() returns the stream's size
        byte[] bytes = new byte[in.available()];
        int length = in.readNBytes(bytes, 0, bytes.length);
        byte[] more = in.readAllBytes();
        BytesInput known = BytesInput.from(bytes, 0, length);
        return more.length == 0 ? known : BytesInput.concat(known, BytesInput.from(more));
    }

    /** Frees the page once it is read. */
    private void releaseIfRead() {
        if (!page.hasRemaining()) {
            page = NOTHING;
        }
    }

    private void fail(Throwable e) {
        failure = e;
        page = NOTHING;
    }

    private void requireIntact() throws IOException {
        if (failure instanceof IOException) {
            throw (IOException) failure;
        }
        if (failure != null) {
            throw new IOException("This page failed to decompress before and is not tried again: " + failure, failure);
        }
    }

    @Override
    public int available() {
        return page.remaining();
    }

    /** Discards the page. The next read decompresses the page that {@code in} contains at that time. */
    @Override
    public void resetState() {
        page = NOTHING;
        chunk = 0;
        isDecompressed = false;
        failure = null;
    }
}
