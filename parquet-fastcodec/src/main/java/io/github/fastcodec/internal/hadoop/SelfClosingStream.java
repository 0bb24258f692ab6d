// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.apache.hadoop.io.compress.CompressionInputStream;

/**
 * A stream of parquet-java's ZSTD codec that closes itself as soon as its last byte is read, because it holds memory off
 * the heap. parquet-java itself closes such a stream only if the codec is of parquet-java's ZSTD class, but here it is a
 * {@link HadoopCodec}.
 */
final class SelfClosingStream extends CompressionInputStream {

    /** The next byte, or -1 if there is none; in that case, the library's stream is already closed. */
    private int next;

    SelfClosingStream(InputStream stream) throws IOException {
        super(stream);
        advance();
    }

    private void advance() throws IOException {
        next = -1;
        try {
            next = in.read();
        } finally {
            if (next < 0) {
                in.close();
            }
        }
    }

    @Override
    public int read() throws IOException {
        int value = next;
        if (value >= 0) {
            advance();
        }
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        if (next < 0) {
            return -1;
        }
        target[offset] = (byte) next;
        int more = length == 1 ? 0 : Math.max(0, in.read(target, offset + 1, length - 1));
        advance();
        return 1 + more;
    }

    @Override
    public int available() {
        return next < 0 ? 0 : 1;
    }

    @Override
    public void resetState() {
        throw new UnsupportedOperationException("this stream is for one page only");
    }
}
