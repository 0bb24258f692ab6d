// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import io.github.fastcodec.internal.context.ContextPool;
import io.github.fastcodec.internal.context.PooledContext;
import io.github.fastcodec.internal.format.PageClaim;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.memory.RecentNeed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one page as one range of one array. They are copied only if they are not already contiguous on the heap.
 * From a call of a {@code take} method until {@link #clear}, an instance refers to the caller's array or to leased
 * scratch memory; an idle instance holds nothing. Not thread-safe.
 */
final class PageSource extends OutputStream {

    private static final byte[] NOTHING = new byte[0];

    private @Nullable PooledContext<Scratch> scratch;
    private byte[] array = NOTHING;
    private int offset;
    private int length;
    private int expected;

    /** The claim of a compressed page; null before the first one. */
    private @Nullable PageClaim claim;

    /**
     * Returns the array that holds the page at {@code [offset(), offset() + length())}: either the caller's array or scratch
     * memory.
     */
    byte[] array() {
        return array;
    }

    /** Returns the offset of the page in the array, in bytes. */
    int offset() {
        return offset;
    }

    /** Returns the size of the page, in bytes. */
    int length() {
        return length;
    }

    /**
     * Takes a page to compress. A Parquet writer passes a sequence of slabs; other callers often pass a single array.
     *
     * @param size the size of the page, in bytes
     * @param content writes the page
     * @throws IOException if the input fails, or does not contain {@code size} bytes
     */
    void take(long size, PageWriter content) throws IOException {
        begin(arraySize(size));
        content.writeTo(this);
        if (length != expected) {
            throw new IOException("Page input gave " + length + " bytes, but its size is " + expected + " bytes");
        }
    }

    /**
     * Takes a compressed page. It is nearly always one slice of a reader's buffer. If it consists of several slices, or of
     * the next {@code bytes.size()} bytes of a stream, {@code bytes} joins them itself.
     *
     * @throws IOException if the input fails, or ends early
     */
    void takeCompressed(BytesInput bytes) throws IOException {
        int size = arraySize(bytes.size());
        take(bytes.toInputStream().slice(size));
    }

    /** Returns the size that a compressed page claims in its own bytes. The result is valid until the next call. */
    PageClaim claim(CompressionCodecName codec) {
        if (claim == null) {
            claim = new PageClaim();
        }
        claim.read(codec, array, offset, length);
        return claim;
    }

    /** Takes the bytes between the position and the limit of {@code buffer}, and changes neither. */
    void take(ByteBuffer buffer) {
        begin(buffer.remaining());
        if (buffer.hasArray()) {
            adopt(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        } else {
            copy(buffer.duplicate());
        }
    }

    /**
     * Checks the buffers of a page before anything is read or written.
     *
     * @throws ReadOnlyBufferException if {@code output} is read-only
     * @throws IllegalArgumentException if {@code input} has fewer than {@code compressedSize} bytes remaining, or
     *     {@code output} has fewer than {@code size}
     */
    static void requireRoom(ByteBuffer input, int compressedSize, ByteBuffer output, int size) {
        if (output.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (input.remaining() < compressedSize) {
            throw new IllegalArgumentException("The input buffer has " + input.remaining()
                    + " bytes remaining, but the compressed page has " + compressedSize + " bytes");
        }
        if (output.remaining() < size) {
            throw new IllegalArgumentException("The output buffer has room for " + output.remaining()
                    + " bytes, but the page has " + size + " bytes");
        }
    }

    /** Releases the page and its scratch memory. */
    void clear() {
        array = NOTHING;
        length = 0;
        if (scratch != null) {
            PooledContext<Scratch> lease = scratch;
            scratch = null; // cleared first, because another thread may lease the memory once it is returned
            lease.keep();
            lease.close();
        }
    }

    /** Receives a part of the page. A part that is the whole page is used in place, without a copy. */
    @Override
    public void write(byte[] part, int partOffset, int partLength) throws IOException {
        if (partLength == 0) {
            return; // otherwise, scratch memory would replace an array that was adopted
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
            throw new IOException("Page input gave more bytes than its size of " + expected + " bytes");
        }
        useScratch();
    }

    /** Leases scratch memory for the page if it has none yet. */
    private void useScratch() {
        if (scratch == null) {
            scratch = Scratch.POOL.lease();
            array = scratch.context().reserve(expected);
        }
    }

    private static int arraySize(long size) throws IOException {
        if (size < 0 || size > ByteArrays.MAX_LENGTH) {
            throw new IOException("Page of " + size + " bytes cannot be held in one array; the limit is "
                    + ByteArrays.MAX_LENGTH + " bytes; write smaller pages (parquet.page.size)");
        }
        return (int) size;
    }

    /** A reusable array in which the parts of a page are joined. */
    private static final class Scratch implements AutoCloseable {

        private static final ContextPool<Scratch> POOL =
                ContextPool.of(Scratch.class, Scratch::new, Scratch::footprint);

        private final RecentNeed need = new RecentNeed();
        private byte[] memory = NOTHING;

        /** Returns an array of {@code size} bytes or more, which the next call may return again. */
        private byte[] reserve(int size) {
            long capacity = need.capacity(size, memory.length);
            if (capacity != memory.length) {
                memory = new byte[(int) Math.min(ByteArrays.MAX_LENGTH, capacity)];
            }
            return memory;
        }

        private long footprint() {
            return memory.length;
        }

        @Override
        public void close() {
            // does nothing, because the memory is on the heap
        }
    }
}
