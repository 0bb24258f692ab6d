// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A block of a codec that holds its content as it is. Every codec of Parquet has such a form, and every decoder reads it; it
 * costs the copy of the content, and of a GZIP block the checksum too.
 */
public final class StoredForm {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** RFC 1951 section 3.2.4: what a stored block holds at most. */
    private static final int DEFLATE_BLOCK = 65_535;

    private static final int DEFLATE_BLOCK_HEADER = 5;

    /** The bits of a block's type in its first byte, both 0 if it is stored. */
    private static final int DEFLATE_TYPE = 0b110;

    /**
     * RFC 8878 section 3.1.1.1: the magic number, a content size of four bytes, and the smallest window in which blocks may be as
     * large as they can be at all. A decoder that reserves a window needs no larger one.
     */
    private static final byte[] ZSTD_HEADER = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, (byte) 0x80, 7 << 3};

    private static final int ZSTD_BLOCK = 128 << 10;
    private static final int ZSTD_BLOCK_HEADER = 3;

    /** RFC 7932 section 9.1: the four bits of a window of 4 MiB, as brotli4j writes it. */
    private static final int BROTLI_WINDOW = 0b1011;

    private static final int BROTLI_WINDOW_BITS = 4;

    /** What a metablock holds whose length has four nibbles. */
    private static final int BROTLI_BLOCK = 64 << 10;

    private static final int BROTLI_BLOCK_HEADER = 3;

    /** The last metablock, without content. */
    private static final byte BROTLI_END = 0b11;

    private static final int LZ4_LONG = 15;
    private static final int LZ_CONTINUES = 255;

    /** The literals that LZO1X's shortest long run has, less one. */
    private static final int LZO_LONG = 18;

    private static final byte[] LZO_END = {0x11, 0, 0};

    /** The smallest content that {@link #write} takes, in bytes. */
    public static final int MIN_LENGTH = 32;

    private StoredForm() {}

    /** Returns the size of the block that holds {@code length} bytes, at least {@link #MIN_LENGTH}, in bytes. */
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
     * Writes the block that holds {@code source[offset, offset + length)}, at least {@link #MIN_LENGTH} bytes, to
     * {@code target} from {@code targetOffset} on, where there is room for {@link #size}; returns how many bytes it wrote, which
     * may be fewer. Of the codecs LZ4 and LZO it is a block as it stands in a frame.
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

    /** The size as a varint, and one literal whose length has four bytes (format_description.txt of Snappy, sections 1 and 2.1). */
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
     * Reads a gzip block whose content is stored. Any deflate encoder stores what does not shrink in this form (RFC 1951 section
     * 3.2.4); what else may stand in a gzip block is left to a library.
     *
     * @param trailer of the calling thread
     * @return how many bytes were written to {@code target[targetOffset, targetOffset + targetLength)}, or -1 if the block is
     *     anything but one whole member of stored blocks that fits, with a plain header and the right trailer; parts of it may be in
     *     the target then
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

    /** Metablocks that are not compressed, whose headers fill bytes: the first has the window's bits before it. */
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

    /** One run of literals and the mark of the end (LZO stream format as understood by Linux's decompressor). */
    private static int lzo(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        target[targetOffset] = 0;
        // the last byte of a length is not 0, which means that more follow
        int end = literals(source, offset, length, length - LZO_LONG - 1, 0, target, targetOffset + 1);
        target[end - length - 1]++;
        System.arraycopy(LZO_END, 0, target, end, LZO_END.length);
        return end + LZO_END.length - targetOffset;
    }

    /** Writes a length in steps of 255, of which each but the last is a byte of {@code more}, and the literals; returns their end. */
    private static int literals(
            byte[] source, int offset, int length, int lengthToWrite, int more, byte[] target, int targetOffset) {
        int at = targetOffset + lengthToWrite / LZ_CONTINUES;
        Arrays.fill(target, targetOffset, at, (byte) more);
        target[at++] = (byte) (lengthToWrite % LZ_CONTINUES);
        System.arraycopy(source, offset, target, at, length);
        return at + length;
    }
}
