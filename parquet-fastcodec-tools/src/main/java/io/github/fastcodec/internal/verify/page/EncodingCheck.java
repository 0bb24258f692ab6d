// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.verify.footer.ChunkStatistics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Checks the bytes of encoded values before parquet-java decodes them, because its decoders require less than other readers do,
 * and allocate memory according to numbers that they do not check. The layouts are those of the format's Encodings.md.
 */
public final class EncodingCheck {

    /** Writers use blocks of at most a few thousand values. A block of equal deltas takes two bytes, whatever its size. */
    private static final int MAX_BLOCK = 1 << 16;

    private static final int BLOCK_MULTIPLE = 128;
    private static final int MINIBLOCK_MULTIPLE = 32;

    private EncodingCheck() {}

    /**
     * Checks the values of a data page.
     *
     * @param values the part of the page after the levels; its position does not change
     * @param present the number of values that the page must hold
     * @return whether deltas of 32-bit numbers, or of lengths, have more than 32 bits
     * @throws FileDefect if a reader refuses the values, or reads different values
     */
    static boolean check(Encoding encoding, PrimitiveType type, ByteBuffer values, int present) throws IOException {
        boolean isWithoutHeader = encoding == Encoding.PLAIN || encoding == Encoding.BYTE_STREAM_SPLIT;
        if (present == 0 && !values.hasRemaining() && !isWithoutHeader) {
            throw new FileDefect("it has no bytes for values; " + encoding
                    + " has a header even if all values are null, and readers refuse the page without it");
        }
        switch (encoding) {
            case PLAIN -> requireRoom(type, values, present);
            case BYTE_STREAM_SPLIT -> requireStreams(type, values, present);
            case DELTA_BINARY_PACKED -> {
                if (type.getPrimitiveTypeName() == PrimitiveTypeName.INT32) {
                    return areWide(values, present);
                }
                header(values.duplicate(), present);
            }
            case DELTA_LENGTH_BYTE_ARRAY -> {
                return checkLengths(values, present);
            }
            case DELTA_BYTE_ARRAY -> {
                return checkPrefixes(type, values, present);
            }
            default -> {}
        }
        return false;
    }

    /** Requires enough bytes for values in the encoding PLAIN, such as those of a dictionary. */
    static void requireRoom(PrimitiveType type, ByteBuffer values, int count) throws FileDefect {
        if (type.getPrimitiveTypeName() == PrimitiveTypeName.BOOLEAN) {
            return; // the decoder reads booleans bit by bit
        }
        int length = ChunkStatistics.lengthOf(type);
        if (length >= 0) {
            if (count > values.remaining() / Math.max(1, length)) {
                throw tooFew(count, values, length);
            }
            return;
        }
        ByteBuffer rest = values.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (count > rest.remaining() / Integer.BYTES) {
            throw tooFew(count, values, Integer.BYTES);
        }
        for (int i = 0; i < count; i++) {
            int next = rest.remaining() < Integer.BYTES ? -1 : rest.getInt();
            if (next < 0 || next > rest.remaining()) {
                throw new FileDefect("value " + i + " of " + count + " is a byte array of " + next
                        + " bytes, expected at most " + rest.remaining());
            }
            rest.position(rest.position() + next);
        }
    }

    /**
     * Requires one byte of each stream per value. Some readers compute where a stream begins from the number of values, others from
     * the number of bytes.
     */
    private static void requireStreams(PrimitiveType type, ByteBuffer values, int present) throws FileDefect {
        int length = ChunkStatistics.lengthOf(type);
        long expected = (long) length * present;
        if (length >= 0 && values.remaining() != expected) { // the decoder refuses other types
            throw new FileDefect("its streams of " + present + " values have " + values.remaining()
                    + " bytes, expected " + expected + ": readers return different values");
        }
    }

    private static FileDefect tooFew(int count, ByteBuffer values, int length) {
        return new FileDefect("it claims " + count + " values, but its " + values.remaining() + " bytes hold at most "
                + values.remaining() / Math.max(1, length));
    }

    /** Returns whether a number in deltas has more than 32 bits. The decoder finds missing bytes, not this method. */
    private static boolean areWide(ByteBuffer section, int present) throws FileDefect {
        ByteBuffer values = section.duplicate();
        Deltas deltas = header(values, present);
        long size = deltas.block / deltas.miniblocks;
        boolean isWide = deltas.first != (int) deltas.first;
        for (long done = 1; done < present && values.remaining() > deltas.miniblocks; ) {
            long least = zigzag(values);
            isWide |= least != (int) least;
            ByteBuffer widths = values.slice();
            values.position(Math.min(values.limit(), values.position() + (int) deltas.miniblocks));
            for (int i = 0; i < deltas.miniblocks && i < widths.limit() && done < present; i++) {
                int width = widths.get(i) & 0xff;
                isWide |= width > Integer.SIZE;
                values.position((int) Math.min(values.limit(), values.position() + size * width / Byte.SIZE));
                done += size;
            }
        }
        return isWide;
    }

    /** The header of deltas. */
    private record Deltas(long block, long miniblocks, long claimed, long first) {}

    /** Reads a delta header that readers accept. It must claim the page's values, and no more than the bytes can hold. */
    private static Deltas header(ByteBuffer values, int present) throws FileDefect {
        long block = varint(values);
        long miniblocks = varint(values);
        long claimed = varint(values);
        long first = zigzag(values);
        if (block > MAX_BLOCK || claimed < present) {
            throw new FileDefect("its deltas claim " + claimed + " values in blocks of " + block + ", expected "
                    + present + " in blocks of at most " + MAX_BLOCK);
        }
        if (block <= 0
                || block % BLOCK_MULTIPLE != 0
                || miniblocks <= 0
                || block % miniblocks != 0
                || block / miniblocks % MINIBLOCK_MULTIPLE != 0) {
            throw new FileDefect("its deltas are in blocks of " + block + " values in " + miniblocks
                    + " miniblocks, expected a multiple of " + BLOCK_MULTIPLE + " in miniblocks of a multiple of "
                    + MINIBLOCK_MULTIPLE);
        }
        // Each block begins with its least delta and one byte per miniblock.
        long max = 1 + values.remaining() / (1 + miniblocks) * block;
        if (claimed > max) {
            throw new FileDefect("its deltas claim " + claimed + " values, but its bytes hold at most " + max);
        }
        return new Deltas(block, miniblocks, claimed, first);
    }

    private static long zigzag(ByteBuffer bytes) throws FileDefect {
        long number = varint(bytes);
        return number >>> 1 ^ -(number & 1);
    }

    private static long varint(ByteBuffer bytes) throws FileDefect {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE && bytes.hasRemaining(); shift += 7) {
            int next = bytes.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new FileDefect("its deltas have no header");
    }

    /** Requires lengths of 0 or more, and enough bytes after them. Returns whether the lengths have wide deltas. */
    private static boolean checkLengths(ByteBuffer values, int present) throws IOException {
        ByteBuffer rest = values.duplicate();
        long sum = 0;
        boolean isWide = areWide(rest, present);
        int[] lengths = deltas(rest, present);
        for (int i = 0; i < present; i++) {
            sum += requireLength("length", i, lengths[i], Integer.MAX_VALUE);
        }
        requireBytes(sum, rest);
        return isWide;
    }

    /**
     * Requires that no prefix is longer than the previous value, and checks the suffixes as in {@link #checkLengths}. Returns
     * whether one of the two has wide deltas.
     */
    private static boolean checkPrefixes(PrimitiveType type, ByteBuffer values, int present) throws IOException {
        ByteBuffer rest = values.duplicate();
        boolean isWide = areWide(rest, present);
        int[] prefixes = deltas(rest, present);
        isWide |= areWide(rest, present);
        int[] suffixes = deltas(rest, present);
        int fixed = ChunkStatistics.lengthOf(type);
        long whole = 0;
        long sum = 0;
        long before = 0;
        for (int i = 0; i < present; i++) {
            requireLength("prefix", i, prefixes[i], before);
            sum += requireLength("suffix", i, suffixes[i], Integer.MAX_VALUE);
            before = (long) prefixes[i] + suffixes[i];
            whole += before;
            if (fixed >= 0 && before != fixed) {
                throw new FileDefect("value " + i + " has " + before + " bytes, expected " + fixed);
            }
        }
        requireBytes(sum, rest);
        if (whole > Integer.MAX_VALUE) { // a few bytes can claim this much
            throw new FileDefect("its values have " + whole + " bytes with their prefixes, but a page has at most "
                    + Integer.MAX_VALUE);
        }
        return isWide;
    }

    /** Reads numbers in DELTA_BINARY_PACKED, and advances the buffer past them. */
    private static int[] deltas(ByteBuffer rest, int present) throws IOException {
        long claimed = header(rest.duplicate(), present).claimed;
        if (claimed != present) {
            throw new FileDefect("its deltas claim " + claimed + " lengths, expected " + present);
        }
        ByteBufferInputStream in = ByteBufferInputStream.wrap(rest.duplicate());
        DeltaBinaryPackingValuesReader reader = new DeltaBinaryPackingValuesReader();
        reader.initFromPage(present, in);
        rest.position(rest.position() + Math.toIntExact(in.position()));
        int[] numbers = new int[present];
        for (int i = 0; i < present; i++) {
            numbers[i] = reader.readInteger();
        }
        return numbers;
    }

    private static int requireLength(String what, int value, int length, long max) throws FileDefect {
        if (length < 0 || length > max) {
            throw new FileDefect("value " + value + " has a " + what + " of " + length + " bytes, expected "
                    + (max == Integer.MAX_VALUE ? "0 or more" : "0 to " + max));
        }
        return length;
    }

    private static void requireBytes(long length, ByteBuffer rest) throws FileDefect {
        if (length > rest.remaining()) {
            throw new FileDefect("its values have " + length + " bytes in total, expected at most " + rest.remaining());
        }
    }
}
