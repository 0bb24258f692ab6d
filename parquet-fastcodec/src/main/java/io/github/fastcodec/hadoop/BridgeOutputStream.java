// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import io.github.fastcodec.context.ContextPool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;

/** Gathers one page, whose size nobody tells it, and compresses it in one step when it is finished. */
final class BridgeOutputStream extends CompressionOutputStream {

    private static final ContextPool<Gathered> POOL = ContextPool.of(Gathered.class, Gathered::new);

    private final BytesInputCompressor pages;

    /** Leased from the first byte to the end of the page, so that idle writers hold no memory. */
    private Gathered gathered;

    private boolean finished;

    BridgeOutputStream(OutputStream out, BytesInputCompressor pages) {
        super(out);
        this.pages = pages;
    }

    @Override
    public void write(int value) {
        gathered().write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        gathered().write(bytes, offset, length);
    }

    /** Compresses the page and writes it out; once, whether or not it succeeds. */
    @Override
    public void finish() throws IOException {
        if (finished) {
            return;
        }
        finished = true;
        Gathered page = gathered();
        gathered = null;
        try {
            pages.compress(page.bytes()).writeAllTo(out);
        } finally {
            page.giveBack();
        }
    }

    /** Starts another page. */
    @Override
    public void resetState() {
        finished = false;
        if (gathered != null) {
            gathered.reset();
        }
    }

    private Gathered gathered() {
        if (gathered == null) {
            gathered = POOL.lease();
        }
        return gathered;
    }

    /** The bytes of a page so far. */
    private static final class Gathered extends ByteArrayOutputStream {

        /** Memory that is kept between pages, in bytes; a larger page's is dropped after use. */
        private static final int MAX_KEPT = 4 << 20;

        Gathered() {
            super(64 << 10);
        }

        BytesInput bytes() {
            return BytesInput.from(buf, 0, count);
        }

        void giveBack() {
            if (buf.length <= MAX_KEPT) {
                reset();
                POOL.giveBack(this);
            } else {
                POOL.discard(this);
            }
        }
    }
}
