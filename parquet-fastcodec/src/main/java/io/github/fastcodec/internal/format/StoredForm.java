// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The form of block in which a codec stores its content uncompressed. Every compression codec of Parquet has such a form, and
 * every decoder reads it. Reading or writing it costs a copy of the content, and for GZIP also a checksum.
 */
public final class StoredForm {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** The largest content of a stored block, in bytes (RFC 1951, section 3.2.4). */
    private static final int DEFLATE_BLOCK = 65_535;

    private static final int DEFLATE_BLOCK_HEADER = 5;

    /** The bits of a block's first byte that hold the block's type; both are 0 if the block is stored. */
    private static final int DEFLATE_TYPE = 0b110;

    /**
     * The first bytes of a frame (RFC 8878, section 3.1.1.1): the magic number, a descriptor that announces a content size of
     * four bytes, and the smallest window that allows blocks of the largest size, so that decoders that reserve memory for
     * the window reserve no more than necessary.
     */
    private static final byte[] ZSTD_HEADER = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, (byte) 0x80, 7 << 3};

    private static final int ZSTD_BLOCK = 128 << 10;
    private static final int ZSTD_BLOCK_HEADER = 3;

    /** The four bits that encode a window of 4 MiB (RFC 7932, section 9.1), as in brotli4j's streams. */
    private static final int BROTLI_WINDOW = 0b1011;

    private static final int BROTLI_WINDOW_BITS = 4;

    /** The largest content of a metablock whose length has four nibbles, in bytes. */
    private static final int BROTLI_BLOCK = 64 << 10;

    private static final int BROTLI_BLOCK_HEADER = 3;

    /** An empty last metablock. */
    private static final byte BROTLI_END = 0b11;

    private static final int LZ4_LONG = 15;
    private static final int LZ_CONTINUES = 255;

    /** One less than the number of literals in LZO1X's shortest long run. */
    private static final int LZO_LONG = 18;

    private static final byte[] LZO_END = {0x11, 0, 0};

    /** The smallest content that {@link #write} accepts, in bytes. */
    public static final int MIN_LENGTH = 32;

    private StoredForm() {}

    /**
     * Returns the size, in bytes, of the block that holds {@code length} bytes; {@code length} must be at least
     * {@link #MIN_LENGTH}.
     */
    public static long size(CompressionCodecName codec, int length) {
        switch (codec) {
            case SNAPPY:
                return 10L + length;
            case GZIP:
                return GzipHeader.SIZE
                        + blocks(length, DEFLATE_BLOCK) * DEFLATE_BLOCK_HEADER
                        + length
                        + GzipTrailer.SIZE;
            case ZSTD:
                return ZSTD_HEADER.length + Integer.BYTES + blocks(length, ZSTD_BLOCK) * ZSTD_BLOCK_HEADER + length;
            case BROTLI:
                return blocks(length, BROTLI_BLOCK) * BROTLI_BLOCK_HEADER + length + 1;
            case LZ4:
            case LZ4_RAW:
                return 2L + length + (length - LZ4_LONG) / LZ_CONTINUES;
            case LZO:
                return 2L + length + (length - LZO_LONG - 1) / LZ_CONTINUES + LZO_END.length;
            default:
                throw new IllegalArgumentException(codec.name());
        }
    }

    private static long blocks(int length, int size) {
        return (length + (long) size - 1) / size;
    }

    /**
     * Writes a block that holds {@code source[offset, offset + length)} to {@code target} at {@code targetOffset};
     * {@code length} must be at least {@link #MIN_LENGTH}. The target must have room for {@link #size} bytes there, even if
     * the block is smaller. Returns the number of bytes written. For LZ4 and LZO, the block does not have Hadoop's framing.
     */
    public static int write(
            CompressionCodecName codec, byte[] source, int offset, int length, byte[] target, int targetOffset) {
        switch (codec) {
            case SNAPPY:
                return snappy(source, offset, length, target, targetOffset);
            case GZIP:
                return gzip(source, offset, length, target, targetOffset);
            case ZSTD:
                return zstd(source, offset, length, target, targetOffset);
            case BROTLI:
                return brotli(source, offset, length, target, targetOffset);
            case LZ4:
            case LZ4_RAW:
                target[targetOffset] = (byte) (LZ4_LONG << 4);
                return literals(source, offset, length, length - LZ4_LONG, LZ_CONTINUES, target, targetOffset + 1)
                        - targetOffset;
            case LZO:
                return lzo(source, offset, length, target, targetOffset);
            default:
                throw new IllegalArgumentException(codec.name());
        }
    }

    /**
     * Writes the size as a varint, and then a single literal with a four-byte length (format_description.txt of Snappy,
     * sections 1 and 2.1).
     */
    private static int snappy(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        int at = targetOffset;
        int rest = length;
        for (; rest > 0x7f; rest >>>= 7) {
            target[at++] = (byte) (rest | 0x80);
        }
        target[at++] = (byte) rest;
        target[at++] = (byte) (63 << 2);
        INT.set(target, at, length - 1);
        at += Integer.BYTES;
        System.arraycopy(source, offset, target, at, length);
        return at + length - targetOffset;
    }

    private static int gzip(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        GzipHeader.write(target, targetOffset);
        int at = targetOffset + GzipHeader.SIZE;
        for (int done = 0; done < length; ) {
            int size = Math.min(DEFLATE_BLOCK, length - done);
            target[at] = (byte) (done + size == length ? 1 : 0);
            SHORT.set(target, at + 1, (short) size);
            SHORT.set(target, at + 3, (short) ~size);
            at += DEFLATE_BLOCK_HEADER;
            System.arraycopy(source, offset + done, target, at, size);
            at += size;
            done += size;
        }
        new GzipTrailer().write(source, offset, length, target, at);
        return at + GzipTrailer.SIZE - targetOffset;
    }

    /**
     * Reads a gzip block whose content is stored. Deflate encoders use this form for content that does not shrink (RFC 1951,
     * section 3.2.4). All other gzip blocks are left to a library.
     *
     * @param trailer an instance that no other thread uses
     * @return the number of bytes written to {@code target[targetOffset, targetOffset + targetLength)}; -1 if the block is
     *     not one whole member of stored blocks with a plain header and the right trailer, or if its content does not fit. If
     *     the result is -1, the target may hold a part of the content
     */
    public static int readGzip(
            byte[] source,
            int offset,
            int length,
            byte[] target,
            int targetOffset,
            int targetLength,
            GzipTrailer trailer) {
        int end = offset + length - GzipTrailer.SIZE;
        int at = offset + GzipHeader.SIZE;
        if (end - at < DEFLATE_BLOCK_HEADER || !GzipHeader.isPlain(source, offset)) {
            return -1;
        }
        int out = targetOffset;
        boolean last = false;
        while (!last) {
            if (end - at < DEFLATE_BLOCK_HEADER || (source[at] & DEFLATE_TYPE) != 0) {
                return -1;
            }
            last = (source[at] & 1) != 0;
            int size = (short) SHORT.get(source, at + 1) & 0xffff;
            int complement = (short) SHORT.get(source, at + 3) & 0xffff;
            at += DEFLATE_BLOCK_HEADER;
            if (size + complement != 0xffff || size > end - at || size > targetOffset + targetLength - out) {
                return -1;
            }
            System.arraycopy(source, at, target, out, size);
            at += size;
            out += size;
        }
        return at == end && trailer.isOf(source, at, target, targetOffset, out - targetOffset)
                ? out - targetOffset
                : -1;
    }

    private static int zstd(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        System.arraycopy(ZSTD_HEADER, 0, target, targetOffset, ZSTD_HEADER.length);
        int at = targetOffset + ZSTD_HEADER.length;
        INT.set(target, at, length);
        at += Integer.BYTES;
        for (int done = 0; done < length; ) {
            int size = Math.min(ZSTD_BLOCK, length - done);
            at = putThree(target, at, size << 3 | (done + size == length ? 1 : 0)); // type 0, raw
            System.arraycopy(source, offset + done, target, at, size);
            at += size;
            done += size;
        }
        return at - targetOffset;
    }

    /** Writes uncompressed metablocks. Their headers fill whole bytes; the first header follows the window-size bits. */
    private static int brotli(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        int at = targetOffset;
        for (int done = 0; done < length; ) {
            int size = Math.min(BROTLI_BLOCK, length - done);
            int header = size - 1 << 3 | 1 << 19;
            at = putThree(target, at, done == 0 ? header << BROTLI_WINDOW_BITS | BROTLI_WINDOW : header);
            System.arraycopy(source, offset + done, target, at, size);
            at += size;
            done += size;
        }
        target[at++] = BROTLI_END;
        return at - targetOffset;
    }

    private static int putThree(byte[] target, int at, int value) {
        SHORT.set(target, at, (short) value);
        target[at + 2] = (byte) (value >>> 16);
        return at + 3;
    }

    /** Writes one run of literals and the end marker (LZO stream format as understood by Linux's decompressor). */
    private static int lzo(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        target[targetOffset] = 0;
        // in a length, a byte of 0 means that more bytes follow, so the last byte must not be 0
        int end = literals(source, offset, length, length - LZO_LONG - 1, 0, target, targetOffset + 1);
        target[end - length - 1]++;
        System.arraycopy(LZO_END, 0, target, end, LZO_END.length);
        return end + LZO_END.length - targetOffset;
    }

    /**
     * Writes a length and then the literals. The length is written as one byte {@code more} for each full 255, and a last
     * byte for the remainder. Returns the end of the literals.
     */
    private static int literals(
            byte[] source, int offset, int length, int lengthToWrite, int more, byte[] target, int targetOffset) {
        int at = targetOffset + lengthToWrite / LZ_CONTINUES;
        Arrays.fill(target, targetOffset, at, (byte) more);
        target[at++] = (byte) (lengthToWrite % LZ_CONTINUES);
        System.arraycopy(source, offset, target, at, length);
        return at + length;
    }
}
