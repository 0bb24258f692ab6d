// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.storage.FileDefect;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Repetition or definition levels in Parquet's hybrid of runs and bit-packed groups, or in its older form of bits alone. They are
 * read one by one or counted: no memory by what they claim, no byte outside of their range. For one thread.
 */
final class Levels {

    private final byte[] bytes;
    private final int end;
    private final int width;
    private final int max;
    private int position;

    private int runLeft;
    private int runLevel;
    private int packedLeft;
    private long packedBit;
    private int packedStart;

    /** Whether the first bit of a level is the highest one, which it is in the older form. */
    private boolean highestFirst;

    /** Reads levels up to {@code max} in {@code bytes[start, end)}. */
    Levels(byte[] bytes, int start, int end, int max) {
        this(bytes, start, end, max, width(max));
    }

    private Levels(byte[] bytes, int start, int end, int max, int width) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
        this.max = max;
        this.width = width;
    }

    /**
     * Requires that a page's runs, behind the byte that says how wide indexes are, hold as many of them as it needs. Decoders take a
     * run of none for one without an end, or refuse it.
     */
    static void requireIndexes(ByteBuffer values, int count) throws FileDefect {
        int start = values.arrayOffset() + values.position();
        int width = values.hasRemaining() ? values.array()[start] : 0;
        if (width >= 0 && width <= Integer.SIZE) { // else decoders say what is wrong
            int end = start + values.remaining();
            new Levels(values.array(), start + 1, end, Integer.MAX_VALUE, width).count(0, count);
        }
    }

    /** Requires of booleans in runs, behind the length of these, what {@link #requireIndexes} requires of indexes. */
    static void requireBooleans(ByteBuffer values, int count) throws FileDefect {
        if (values.remaining() < Integer.BYTES) {
            return; // the decoder says what is wrong
        }
        int length = values.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt();
        int there = values.remaining() - Integer.BYTES;
        if (length < 0 || length > there) {
            throw new FileDefect("its booleans claim " + length + " bytes, expected at most " + there);
        }
        int start = values.arrayOffset() + values.position() + Integer.BYTES;
        new Levels(values.array(), start, start + length, 1).count(0, count);
    }

    /** Reads levels of the older form. */
    static Levels ofBits(byte[] bytes, int start, int end, int max, int count) {
        Levels levels = new Levels(bytes, start, end, max);
        levels.highestFirst = true;
        levels.packedStart = start;
        levels.packedLeft = count;
        levels.position = end;
        return levels;
    }

    /** Returns the number of bytes that levels of the older form take. */
    static long bytesOfBits(int max, int count) {
        return ((long) width(max) * count + 7) / 8;
    }

    private static int width(int max) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(max);
    }

    /** Returns how many of the next {@code count} levels are {@code level}. */
    long count(int level, long count) throws FileDefect {
        long found = 0;
        long left = count;
        while (left > 0) {
            if (runLeft > 0) {
                long taken = Math.min(left, runLeft);
                found += runLevel == level ? taken : 0;
                runLeft -= (int) taken;
                left -= taken;
            } else if (packedLeft > 0) {
                int taken = (int) Math.min(left, packedLeft);
                for (int i = 0; i < taken; i++) {
                    found += nextPacked() == level ? 1 : 0;
                }
                packedLeft -= taken;
                left -= taken;
            } else {
                readHeader(count - left, count);
            }
        }
        return found;
    }

    /**
     * Returns the next level.
     *
     * @param had how many there were before it
     * @param count how many there are to be
     */
    int next(long had, long count) throws FileDefect {
        while (true) {
            if (runLeft > 0) {
                runLeft--;
                return runLevel;
            }
            if (packedLeft > 0) {
                packedLeft--;
                return nextPacked();
            }
            readHeader(had, count);
        }
    }

    private int nextPacked() throws FileDefect {
        int level = 0;
        for (int i = 0; i < width; i++, packedBit++) {
            int next = bytes[packedStart + (int) (packedBit >>> 3)];
            int bit = (int) (packedBit & 7);
            level |= highestFirst ? (next >>> 7 - bit & 1) << width - 1 - i : (next >>> bit & 1) << i;
        }
        return within(level);
    }

    private int within(int level) throws FileDefect {
        if (level < 0 && width < Integer.SIZE || level > max) {
            throw new FileDefect("it has the level " + level + ", the schema allows " + max + " at most");
        }
        return level;
    }

    private void readHeader(long had, long count) throws FileDefect {
        int header = varint(had, count);
        if ((header & 1) == 0) {
            runLeft = header >>> 1;
            runLevel = 0;
            int levelBytes = (width + 7) / 8;
            require(levelBytes, had, count);
            for (int i = 0; i < levelBytes; i++) {
                runLevel |= (bytes[position++] & 0xff) << 8 * i;
            }
            within(runLevel);
        } else {
            // A group has eight levels, needed or not. Decoders allocate by the number of groups, and pyarrow needs all
            // their bytes.
            long groupBytes = (header >>> 1) * (long) width;
            int there = end - position;
            if (groupBytes > there) {
                throw new FileDefect("a run of levels or indexes claims " + 8L * (header >>> 1) + " of them, its "
                        + there + " bytes hold " + there * 8L / width);
            }
            packedLeft = (int) Math.min(Integer.MAX_VALUE, 8L * (header >>> 1));
            packedStart = position;
            packedBit = 0;
            position += (int) groupBytes;
        }
        if (runLeft == 0 && packedLeft == 0) {
            throw tooFew(had, count);
        }
    }

    private int varint(long had, long count) throws FileDefect {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            require(1, had, count);
            int next = bytes[position++];
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw tooFew(had, count);
    }

    private void require(int length, long had, long count) throws FileDefect {
        if (length > end - position) {
            throw tooFew(had, count);
        }
    }

    private static FileDefect tooFew(long had, long count) {
        return new FileDefect("its levels or indexes end after " + had + " values, expected " + count);
    }
}
