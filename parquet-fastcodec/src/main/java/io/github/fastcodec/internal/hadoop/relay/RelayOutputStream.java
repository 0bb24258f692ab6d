// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.relay;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.apache.hadoop.io.compress.CompressionOutputStream;

/** Gathers one page of unknown size, in {@link IdleMemory}, and compresses it in one step when it is finished. */
final class RelayOutputStream extends CompressionOutputStream {

    private static final int SMALLEST = 64 << 10;

    /** The longest byte array that every common JVM allocates, in bytes. */
    private static final int MAX_ARRAY_SIZE = Integer.MAX_VALUE - 8;

    private static final byte[] NONE = new byte[0];

    private final RelayCompressor compressor;
    private boolean finished;

    /** The page so far is in {@code [0, length)}. */
    private byte[] page = NONE;

    private int length;

    RelayOutputStream(OutputStream out, RelayCompressor compressor) {
        super(out);
        this.compressor = compressor;
    }

    @Override
    public void write(int value) {
        reserve(1);
        page[length++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        reserve(count);
        System.arraycopy(bytes, offset, page, length, count);
        length += count;
    }

    private void reserve(int count) {
        if (page.length == 0) {
            page = IdleMemory.take();
            if (page.length < SMALLEST) {
                page = new byte[SMALLEST];
            }
        }
        if (count > page.length - length) {
            if (count > MAX_ARRAY_SIZE - length) {
                throw new OutOfMemoryError("A page of " + ((long) length + count)
                        + " bytes cannot be held in one array; write smaller pages (parquet.page.size)");
            }
            long doubled = Math.max(2L * page.length, (long) length + count);
            page = Arrays.copyOf(page, (int) Math.min(MAX_ARRAY_SIZE, doubled));
        }
    }

    /** Compresses the page and writes it out; once, whether or not it succeeds. */
    @Override
    public void finish() throws IOException {
        if (finished) {
            return;
        }
        finished = true;
        try {
            compress();
        } finally {
            clear();
        }
    }

    private void compress() throws IOException {
        BiConsumer<ByteBuffer, OutputStream> pages = compressor.pages();
        if (pages != null) {
            try {
                pages.accept(ByteBuffer.wrap(page, 0, length), out);
                return;
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } catch (LinkageError e) {
                compressor.lost(e); // nothing was written yet
            }
        }
        try (CompressionOutputStream own = compressor.ownStream(new Unclosed(out))) {
            own.write(page, 0, length);
            own.finish();
        }
    }

    /** Starts another page. */
    @Override
    public void resetState() {
        finished = false;
        clear();
    }

    /** Forgets the page and gives its memory back. */
    private void clear() {
        length = 0;
        IdleMemory.give(page);
        page = NONE;
    }

    /** Keeps parquet-java's own stream, which has to be closed, from closing what it writes to. */
    private static final class Unclosed extends FilterOutputStream {
        private Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
