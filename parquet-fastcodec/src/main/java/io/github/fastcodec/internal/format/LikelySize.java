// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Guesses the uncompressed size of a page from its own bytes, for a reader that does not know the size. The guess is
 * right for every undamaged page of the usual form: one gzip member, or one block in each frame. For LZ4_RAW the size is
 * exact.
 */
public final class LikelySize {

    /** The result of {@link #of} if the bytes do not show the size. */
    public static final long UNKNOWN = -1;

    private static final int GZIP_ISIZE = Integer.BYTES;
    private static final int LZ4_MIN_MATCH = 4;
    private static final int LZ4_OFFSET = 2;
    private static final int LZ4_LONG = 15;

    private LikelySize() {}

    /** Returns the size of the page at {@code source[offset, offset + length)} in bytes, or {@link #UNKNOWN}. */
    public static long of(CompressionCodecName codec, byte[] source, int offset, int length) {
        switch (codec) {
            case GZIP:
                return gzip(source, offset, length);
            case LZ4_RAW:
                return lz4(source, offset, length);
            case LZO:
                return HadoopFraming.likelySize(source, offset, length);
            case LZ4:
                long framed = HadoopFraming.likelySize(source, offset, length);
                return framed == UNKNOWN ? lz4(source, offset, length) : framed;
            default:
                return UNKNOWN;
        }
    }

    /** Reads the last field of a gzip member, the size of its content modulo 2^32 (RFC 1952 section 2.3.1). */
    private static long gzip(byte[] source, int offset, int length) {
        if (length < GZIP_ISIZE) {
            return UNKNOWN;
        }
        long size = 0;
        for (int i = 1; i <= GZIP_ISIZE; i++) {
            size = size << 8 | source[offset + length - i] & 0xff;
        }
        return size;
    }

    /**
     * Adds up the lengths in an LZ4 block (lz4_Block_format.md). The block consists of sequences, each with a token,
     * literals and a match; the last sequence has no match. Returns a size only if every match refers to earlier bytes of
     * the page.
     */
    private static long lz4(byte[] source, int offset, int length) {
        int at = offset;
        int end = offset + length;
        long size = 0;
        while (at < end) {
            int token = source[at++] & 0xff;
            long literals = (long) token >>> 4; // an int could not hold the sum of all length bytes
            if (literals == LZ4_LONG) {
                int more;
                do {
                    if (at == end) {
                        return UNKNOWN;
                    }
                    more = source[at++] & 0xff;
                    literals += more;
                } while (more == 255);
            }
            if (literals > end - at) {
                return UNKNOWN;
            }
            at += (int) literals;
            size += literals;
            if (at == end) {
                return size;
            }
            if (end - at < LZ4_OFFSET) {
                return UNKNOWN;
            }
            int distance = source[at] & 0xff | (source[at + 1] & 0xff) << 8;
            if (distance == 0 || distance > size) {
                return UNKNOWN;
            }
            at += LZ4_OFFSET;
            long match = token & LZ4_LONG;
            if (match == LZ4_LONG) {
                int more;
                do {
                    if (at == end) {
                        return UNKNOWN;
                    }
                    more = source[at++] & 0xff;
                    match += more;
                } while (more == 255);
            }
            size += match + LZ4_MIN_MATCH;
        }
        return UNKNOWN;
    }
}
