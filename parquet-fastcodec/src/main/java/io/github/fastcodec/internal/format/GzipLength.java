// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Determines the uncompressed size of gzip members with the JDK's zlib. Keeps no output, and does not verify trailers. */
public final class GzipLength {

    private GzipLength() {}

    /**
     * Returns the uncompressed size of all members in {@code source[offset, offset + length)}, in bytes. If that is
     * larger than {@code limit}, the result is any number above {@code limit}.
     *
     * @throws IOException if a member is malformed or truncated
     */
    public static long of(byte[] source, int offset, int length, int limit) throws IOException {
        byte[] discarded = new byte[16 << 10];
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
                    int produced = inflater.inflate(discarded);
                    if (produced == 0 && !inflater.finished()) {
                        throw new IOException("deflate stream is truncated");
                    }
                    size += produced;
                }
                in = end - inflater.getRemaining() + GzipTrailer.SIZE;
            }
            return size;
        } catch (DataFormatException e) {
            throw new IOException("deflate stream is malformed: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }
}
