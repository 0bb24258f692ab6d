// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.internal.memory.ByteArrays;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;

/**
 * Collects one page of unknown size in memory from {@link IdleMemory}, and compresses it in one step when it is complete.
 */
final class PageOutput extends CompressionOutputStream {

    private static final int SMALLEST = 64 << 10;

    private static final byte[] NONE = new byte[0];

    private final BytesInputCompressor pages;
    private boolean finished;

    /** The part of the page that has been written so far is in {@code [0, length)}. */
    private byte[] page = NONE;

    private int length;

    PageOutput(OutputStream out, BytesInputCompressor pages) {
        super(out);
        this.pages = pages;
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
            if (count > ByteArrays.MAX_LENGTH - length) {
                throw new OutOfMemoryError("A page of " + ((long) length + count)
                        + " bytes cannot be held in one array; write smaller pages (parquet.page.size)");
            }
            long doubled = Math.max(2L * page.length, (long) length + count);
            page = Arrays.copyOf(page, (int) Math.min(ByteArrays.MAX_LENGTH, doubled));
        }
    }

    /** Compresses the page and writes it out. Only the first call has an effect, even if that call fails. */
    @Override
    public void finish() throws IOException {
        if (finished) {
            return;
        }
        finished = true;
        try {
            pages.compress(BytesInput.from(page, 0, length)).writeAllTo(out);
        } finally {
            clear();
        }
    }

    /** Starts another page. */
    @Override
    public void resetState() {
        finished = false;
        clear();
    }

    /** Discards the page and gives its memory back. */
    private void clear() {
        length = 0;
        IdleMemory.give(page);
        page = NONE;
    }
}
