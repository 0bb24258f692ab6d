// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** The size of what gzip members hold, found by the JDK's zlib without keeping it. Trailers are skipped, not verified. */
public final class GzipLength {

    private static final int TRAILER_SIZE = 8;

    private GzipLength() {}

    /**
     * Returns the size of the content of all members of {@code source[offset, offset + length)}, in bytes, or something above
     * {@code limit}.
     *
     * @throws IOException if a member is malformed or truncated
     */
    public static long of(byte[] source, int offset, int length, int limit) throws IOException {
        byte[] nowhere = new byte[16 << 10];
        Inflater inflater = new Inflater(true);
        try {
            long size = 0;
            int in = offset;
            int end = offset + length;
            while (in < end && size <= limit) {
                in = GzipHeader.skip(source, in, end);
                inflater.reset();
                inflater.setInput(source, in, end - in);
                while (!inflater.finished() && size <= limit) {
                    int produced = inflater.inflate(nowhere);
                    if (produced == 0 && !inflater.finished()) {
                        throw new IOException("deflate stream is truncated");
                    }
                    size += produced;
                }
                in = end - inflater.getRemaining() + TRAILER_SIZE;
            }
            return size;
        } catch (DataFormatException e) {
            throw new IOException("deflate stream is malformed: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }
}
