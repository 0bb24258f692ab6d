// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.relay;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import org.apache.hadoop.io.compress.CompressionOutputStream;

/** Gathers one page of unknown size, and compresses it in one step when it is finished. */
final class RelayOutputStream extends CompressionOutputStream {

    private final RelayCompressor compressor;
    private final GatheredPage page = new GatheredPage();
    private boolean finished;

    RelayOutputStream(OutputStream out, RelayCompressor compressor) {
        super(out);
        this.compressor = compressor;
    }

    @Override
    public void write(int value) {
        page.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        page.write(bytes, offset, length);
    }

    /** Compresses the page and writes it out; once, whether or not it succeeds. */
    @Override
    public void finish() throws IOException {
        if (finished) {
            return;
        }
        finished = true;
        try {
            compress(page.bytes());
        } finally {
            page.clear();
        }
    }

    private void compress(ByteBuffer bytes) throws IOException {
        BiConsumer<ByteBuffer, OutputStream> pages = compressor.pages();
        if (pages != null) {
            try {
                pages.accept(bytes.duplicate(), out);
                return;
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } catch (LinkageError e) {
                compressor.lost(e); // nothing was written yet
            }
        }
        try (CompressionOutputStream own = compressor.ownStream(new Unclosed(out))) {
            own.write(bytes.array(), bytes.arrayOffset(), bytes.remaining());
            own.finish();
        }
    }

    /** Starts another page. */
    @Override
    public void resetState() {
        finished = false;
        page.clear();
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
