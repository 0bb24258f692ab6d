// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/**
 * A stream that closes itself as soon as its last byte is read. parquet-java closes the streams of its own ZSTD codec, which
 * hold memory outside the heap, but knows them by the codec's type and leaves all others open.
 */
final class SelfClosingStream extends PushbackInputStream {

    private boolean ended;

    SelfClosingStream(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        if (ended) {
            return -1;
        }
        int value = super.read();
        lookAhead();
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (ended) {
            return -1;
        }
        int count = super.read(target, offset, length);
        lookAhead();
        return count;
    }

    private void lookAhead() throws IOException {
        int next = -1;
        try {
            next = super.read();
        } finally {
            if (next < 0) {
                close();
            } else {
                unread(next);
            }
        }
    }

    @Override
    public int available() throws IOException {
        return ended ? 0 : super.available();
    }

    @Override
    public synchronized void close() throws IOException {
        ended = true;
        super.close();
    }
}
