// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import io.github.fastcodec.page.PageDecompressor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.Objects;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;

/**
 * One page, decompressed in one step at the first read.
 *
 * <p>parquet-java knows the size of a page, but a Hadoop stream is not told. It reads in two ways: all of the page into an
 * array of its size, or through a JDK channel in chunks of a known size, of which the last is what remains. Either way the
 * last read tells the size, and it has to be that of the page.
 */
final class BridgeInputStream extends CompressionInputStream {

    /** What a channel over a stream asks for at most, in bytes, as the JDK at hand does it. */
    private static final int CHUNK = chunk();

    private final PageDecompressor pages;
    private byte[] page;
    private int position;

    BridgeInputStream(InputStream in, PageDecompressor pages) throws IOException {
        super(in);
        this.pages = pages;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        if (page == null) {
            if (length == CHUNK) {
                page = pages.decompressUnsized(compressed(), CHUNK);
            } else {
                page = length == target.length ? target : new byte[length];
                pages.decompress(compressed(), page);
            }
            if (page == target) {
                position = length;
                return length;
            }
        }
        int remaining = page.length - position;
        if (remaining == 0) {
            return -1;
        }
        if (length > remaining || length < CHUNK && length != remaining) {
            throw new IOException("A page of " + page.length + " bytes is read as if it had " + (position + length)
                    + " bytes: the size in its header is wrong, or it is not read by parquet-java");
        }
        System.arraycopy(page, position, target, offset, length);
        position += length;
        return length;
    }

    @Override
    public int read() throws IOException {
        if (page == null) {
            page = pages.decompressUnsized(compressed(), 1);
        }
        return position == page.length ? -1 : page[position++] & 0xff;
    }

    @Override
    public int available() {
        return page == null ? 0 : page.length - position;
    }

    /** Forgets the page; the next read takes what {@code in} holds then. */
    @Override
    public void resetState() {
        page = null;
        position = 0;
    }

    private BytesInput compressed() throws IOException {
        if (in instanceof ByteBufferInputStream) {
            return BytesInput.from(((ByteBufferInputStream) in).remainingBuffers());
        }
        // a relocated parquet's stream, which knows how much it holds
        byte[] bytes = new byte[in.available()];
        int length = in.readNBytes(bytes, 0, bytes.length);
        byte[] more = in.readAllBytes();
        if (more.length > 0) {
            bytes = Arrays.copyOf(bytes, length + more.length);
            System.arraycopy(more, 0, bytes, length, more.length);
            length = bytes.length;
        }
        return BytesInput.from(bytes, 0, length);
    }

    private static int chunk() {
        int[] asked = new int[1];
        InputStream probe = new InputStream() {
            @Override
            public int read() {
                return -1;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                asked[0] = length;
                return -1;
            }
        };
        try {
            Channels.newChannel(probe).read(ByteBuffer.allocate(1 << 20));
        } catch (IOException e) {
            throw new IllegalStateException("a stream that is at its end cannot fail", e);
        }
        return asked[0];
    }
}
