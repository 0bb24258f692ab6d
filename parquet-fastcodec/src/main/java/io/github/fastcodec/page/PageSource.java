// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.page;

import io.github.fastcodec.context.ContextPool;
import io.github.fastcodec.engine.RecentNeed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;

/**
 * The bytes of one page as one range of one array, gathered only if they do not lie so already.
 *
 * <p>A source is leased from {@link #POOL} for one call: it holds on to the caller's array until {@link #clear}, and its
 * own scratch memory serves the next page.
 */
final class PageSource extends OutputStream {

    static final ContextPool<PageSource> POOL =
            ContextPool.of(PageSource.class, PageSource::new, PageSource::footprint);

    private static final byte[] NO_SCRATCH = new byte[0];

    private final RecentNeed scratchNeed = new RecentNeed();
    private byte[] scratch = NO_SCRATCH;
    private byte[] array;
    private int offset;
    private int length;
    private int expected;

    private PageSource() {}

    /** Returns the array that holds the page at {@code [offset(), offset() + length())}; the caller's own, or scratch. */
    byte[] array() {
        return array;
    }

    int offset() {
        return offset;
    }

    int length() {
        return length;
    }

    /**
     * Takes a page to compress: a sequence of slabs in a writer, often a single array elsewhere.
     *
     * @throws IOException if the input fails, or gives another number of bytes than its size says
     */
    void take(BytesInput bytes) throws IOException {
        begin(arraySize(bytes.size()));
        bytes.writeAllTo(this);
        if (length != expected) {
            throw new IOException("Page input gave " + length + " bytes, but its size is " + expected + " bytes");
        }
    }

    /**
     * Takes a compressed page: nearly always a slice of a reader's buffer; or several, or the next {@code bytes.size()} bytes
     * of a stream, which the input itself brings together.
     *
     * @throws IOException if the input fails, or ends early
     */
    void takeCompressed(BytesInput bytes) throws IOException {
        int size = arraySize(bytes.size());
        take(bytes.toInputStream().slice(size));
    }

    /** Takes the bytes from {@code buffer}'s position to its limit, neither of which changes. */
    void take(ByteBuffer buffer) {
        begin(buffer.remaining());
        if (buffer.hasArray()) {
            adopt(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        } else {
            copy(buffer.duplicate());
        }
    }

    /** Lets go of the caller's array. */
    void clear() {
        array = null;
        length = 0;
    }

    /** Returns the size of the scratch memory, in bytes. */
    long footprint() {
        return scratch.length;
    }

    /** Receives a part of the page; one that is all of it is used where it lies. */
    @Override
    public void write(byte[] part, int partOffset, int partLength) throws IOException {
        if (partLength == 0) {
            return; // and leave an adopted array alone
        }
        if (length == 0 && partLength == expected) {
            adopt(part, partOffset, partLength);
        } else {
            requireRoom(partLength);
            System.arraycopy(part, partOffset, array, length, partLength);
            length += partLength;
        }
    }

    @Override
    public void write(int value) throws IOException {
        requireRoom(1);
        array[length++] = (byte) value;
    }

    private void begin(int size) {
        expected = size;
        length = 0;
        offset = 0;
        array = NO_SCRATCH;
    }

    private void adopt(byte[] source, int sourceOffset, int sourceLength) {
        array = source;
        offset = sourceOffset;
        length = sourceLength;
    }

    private void copy(ByteBuffer part) {
        int partLength = part.remaining();
        useScratch();
        part.get(array, length, partLength);
        length += partLength;
    }

    private void requireRoom(int partLength) throws IOException {
        if (partLength > expected - length) {
            throw new IOException("Page input gives more than the " + expected + " bytes that its size says");
        }
        useScratch();
    }

    /** Makes sure of scratch memory for the page, at its first part. */
    private void useScratch() {
        if (length == 0) {
            long size = scratchNeed.capacity(expected, scratch.length);
            if (size != scratch.length) {
                scratch = new byte[(int) Math.min(Limits.MAX_ARRAY_SIZE, size)];
            }
            array = scratch;
        }
    }

    private static int arraySize(long size) throws IOException {
        if (size < 0 || size > Limits.MAX_ARRAY_SIZE) {
            throw new IOException("Page of " + size + " bytes cannot be held in one array, the limit is "
                    + Limits.MAX_ARRAY_SIZE + " bytes; write smaller pages (parquet.page.size)");
        }
        return (int) size;
    }
}
