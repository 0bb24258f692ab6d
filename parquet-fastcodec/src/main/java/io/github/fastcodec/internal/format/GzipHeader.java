// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import java.io.IOException;
import java.util.zip.CRC32;

/** The header of a gzip member (RFC 1952, section 2.3). */
public final class GzipHeader {

    /** The size of a header without optional fields, in bytes. */
    public static final int SIZE = 10;

    private static final int MAGIC_1 = 0x1f;
    private static final int MAGIC_2 = 0x8b;
    private static final int METHOD_DEFLATE = 8;
    private static final int OS_UNKNOWN = 255;

    private static final int FLAG_HEADER_CRC = 1 << 1;
    private static final int FLAG_EXTRA = 1 << 2;
    private static final int FLAG_NAME = 1 << 3;
    private static final int FLAG_COMMENT = 1 << 4;
    private static final int FLAGS_RESERVED = 0xe0;

    private GzipHeader() {}

    /** Writes a header without optional fields and without a modification time to {@code target[offset, offset + SIZE)}. */
    public static void write(byte[] target, int offset) {
        target[offset] = (byte) MAGIC_1;
        target[offset + 1] = (byte) MAGIC_2;
        target[offset + 2] = METHOD_DEFLATE;
        for (int i = 3; i < 9; i++) {
            target[offset + i] = 0;
        }
        target[offset + 9] = (byte) OS_UNKNOWN;
    }

    /**
     * Checks the header that starts at {@code offset}.
     *
     * @param end the end of the input, exclusive
     * @return the start of the deflate data, at most {@code end}
     * @throws IOException if the bytes are not a gzip member with deflate data, use reserved flags, are truncated, or fail the
     *     header checksum
     */
    public static int skip(byte[] source, int offset, int end) throws IOException {
        if (end - offset < SIZE) {
            throw truncated();
        }
        if ((source[offset] & 0xff) != MAGIC_1 || (source[offset + 1] & 0xff) != MAGIC_2) {
            throw new IOException("expected a gzip member, but the magic bytes 1f 8b are missing");
        }
        if (source[offset + 2] != METHOD_DEFLATE) {
            throw new IOException(
                    "gzip compression method is " + (source[offset + 2] & 0xff) + ", expected 8 (deflate)");
        }
        int flags = source[offset + 3];
        if ((flags & FLAGS_RESERVED) != 0) {
            throw new IOException("reserved gzip flags are set");
        }
        int at = offset + SIZE;
        if ((flags & FLAG_EXTRA) != 0) {
            if (end - at < 2) {
                throw truncated();
            }
            int extra = source[at] & 0xff | (source[at + 1] & 0xff) << 8;
            if (end - at - 2 < extra) {
                throw truncated();
            }
            at += 2 + extra;
        }
        if ((flags & FLAG_NAME) != 0) {
            at = skipText(source, at, end);
        }
        if ((flags & FLAG_COMMENT) != 0) {
            at = skipText(source, at, end);
        }
        if ((flags & FLAG_HEADER_CRC) != 0) {
            if (end - at < 2) {
                throw truncated();
            }
            CRC32 crc = new CRC32();
            crc.update(source, offset, at - offset);
            if ((crc.getValue() & 0xffff) != (source[at] & 0xff | (source[at + 1] & 0xff) << 8)) {
                throw new IOException("gzip header checksum differs");
            }
            at += 2;
        }
        return at;
    }

    private static int skipText(byte[] source, int offset, int end) throws IOException {
        for (int at = offset; at < end; at++) {
            if (source[at] == 0) {
                return at + 1;
            }
        }
        throw truncated();
    }

    private static IOException truncated() {
        return new IOException("gzip header is truncated");
    }
}
