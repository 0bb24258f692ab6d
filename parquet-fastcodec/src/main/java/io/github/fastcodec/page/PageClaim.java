// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.page;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What a compressed page says of its uncompressed size, found out without decompressing and before memory is allocated or
 * native code is called: a range of sizes that it can have, or a problem that makes it no page of its codec at all.
 */
final class PageClaim {

    /** Deflate's limit (RFC 1951): 258 bytes for two bits. */
    private static final int MAX_RATIO_DEFLATE = 1032;

    /** An upper bound of Snappy's limit: a copy of 64 bytes takes three. */
    private static final int MAX_RATIO_SNAPPY = 22;

    /** The limit of LZ4 and LZO1X: each byte that extends a length adds at most 255. */
    private static final int MAX_RATIO_LZ = 255;

    /** A Brotli meta-block holds at most 16 MiB (RFC 7932 section 9.2), its header alone takes more than 3 bytes. */
    private static final int MAX_BROTLI_META_BLOCK = 1 << 24;

    private static final int MIN_BROTLI_META_BLOCK_HEADER = 4;

    private final long minimum;
    private final long maximum;
    private final String problem;

    private PageClaim(long minimum, long maximum, String problem) {
        this.minimum = minimum;
        this.maximum = maximum;
        this.problem = problem;
    }

    /** Returns the claim of a page that can have any size in {@code [minimum, maximum]}, in bytes. */
    static PageClaim between(long minimum, long maximum) {
        return new PageClaim(minimum, maximum, null);
    }

    /** Returns the claim of something that is no page of its codec, for the reason given as a clause. */
    static PageClaim malformed(String problem) {
        return new PageClaim(0, 0, problem);
    }

    /** Returns the claim of the page at {@code source[offset, offset + length)}, a checked range of at least one byte. */
    static PageClaim of(CompressionCodecName codec, byte[] source, int offset, int length) {
        switch (codec) {
            case SNAPPY:
                return ofSnappy(source, offset, length);
            case ZSTD:
                return ZstdFrames.claim(source, offset, length);
            case GZIP:
                return between(0, (long) length * MAX_RATIO_DEFLATE);
            case BROTLI:
                return between(0, ((long) length / MIN_BROTLI_META_BLOCK_HEADER + 1) * MAX_BROTLI_META_BLOCK);
            default: // LZ4_RAW, LZ4, LZO
                return between(0, (long) length * MAX_RATIO_LZ);
        }
    }

    /**
     * Reads the preamble of a Snappy block, its uncompressed size as a varint of at most five bytes (format_description.txt
     * of Snappy, section 1). The native decompressor believes it and writes that many bytes wherever they end.
     */
    private static PageClaim ofSnappy(byte[] source, int offset, int length) {
        long stated = 0;
        for (int i = 0; i < 5 && i < length; i++) {
            int value = source[offset + i];
            stated |= (value & 0x7fL) << (7 * i);
            if (value >= 0) {
                if (stated > 0xffff_ffffL) {
                    break;
                }
                return stated > (long) length * MAX_RATIO_SNAPPY
                        ? malformed("its Snappy preamble states " + stated + " bytes, more than its bytes can hold")
                        : between(stated, stated);
            }
        }
        return malformed("its Snappy preamble is truncated or longer than 32 bits");
    }

    /** Returns the smallest size that the page can have, in bytes. */
    long minimum() {
        return minimum;
    }

    /** Returns the largest size that the page can have, in bytes. */
    long maximum() {
        return maximum;
    }

    /** Returns why this is no page of its codec, as a clause, or null. */
    String problem() {
        return problem;
    }
}
