// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.storage.FileDefect;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Repetition or definition levels, indexes of a dictionary or booleans in Parquet's hybrid of runs and bit-packed groups, or levels in
 * its older form of bits alone. They are read run by run, so that neither time nor memory grows with what a run claims, and no
 * byte outside of their range is read. For one thread.
 */
final class Levels {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int end;
    private final int width;
    private final int max;

    /** Has the lowest bit of each level that 64 bits hold. */
    private final long oneOfEach;

    private int position;

    private int runLeft;
    private int runLevel;
    private long packedLeft;
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
        long ones = 0;
        for (int bit = 0; bit < Long.SIZE; bit += Math.max(1, width)) {
            ones |= 1L << bit;
        }
        this.oneOfEach = ones;
    }

    /** Reads a page's indexes of a dictionary, which come after a byte that says how wide they are. */
    static Levels ofIndexes(ByteBuffer values, int maxIndex) throws FileDefect {
        int start = values.arrayOffset() + values.position();
        int width = values.hasRemaining() ? values.array()[start] : 0;
        if (width < 0 || width > Integer.SIZE) {
            throw new FileDefect("its indexes have " + (width & 0xff) + " bits, expected at most " + Integer.SIZE);
        }
        return new Levels(values.array(), start + 1, start + values.remaining(), maxIndex, width);
    }

    /** Reads a page's booleans, which come after the length of their runs. */
    static Levels ofBooleans(ByteBuffer values) throws FileDefect {
        int there = values.remaining() - Integer.BYTES;
        int length = there < 0
                ? -1
                : values.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (length < 0 || length > there) {
            throw new FileDefect("its booleans claim " + length + " bytes, expected at most " + Math.max(0, there));
        }
        int start = values.arrayOffset() + values.position() + Integer.BYTES;
        return new Levels(values.array(), start, start + length, 1);
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
    long count(int level, int count) throws FileDefect {
        long found = 0;
        for (int had = 0; had < count; ) {
            int taken = take(run(had, count));
            found += runLevel == level ? taken : 0;
            had += taken;
        }
        return found;
    }

    /**
     * Returns how many of the next levels are known to be alike, which is at least one, and no more than there are to be.
     *
     * @param had how many there were before
     * @param count how many there are to be
     */
    int run(int had, int count) throws FileDefect {
        while (runLeft == 0) {
            if (packedLeft > 0) {
                readPacked();
            } else {
                readHeader(had, count);
            }
        }
        return Math.min(runLeft, count - had);
    }

    /** Returns the level of the {@link #run}. */
    int level() {
        return runLevel;
    }

    /** Passes over some levels of the {@link #run}, and returns their number. */
    int take(int number) {
        runLeft -= number;
        return number;
    }

    /** Reads the next level of a group, and as many that equal it as one look at 64 bits shows. */
    private void readPacked() throws FileDefect {
        int first = packedStart + (int) (packedBit >>> 3);
        int bit = (int) (packedBit & 7);
        int level = 0;
        int alike = 1;
        if (highestFirst) {
            for (int i = 0; i < width; i++) {
                level = level << 1 | bytes[first + (bit + i >>> 3)] >>> 7 - (bit + i & 7) & 1;
            }
        } else if (first <= bytes.length - Long.BYTES) {
            long bits = (long) LONG.get(bytes, first) >>> bit;
            level = (int) (bits & (1L << width) - 1);
            int there = (int) Math.min(packedLeft, (Long.SIZE - bit) / width);
            alike = Math.min(there, Long.numberOfTrailingZeros(bits ^ (level & 0xffff_ffffL) * oneOfEach) / width);
        } else {
            for (int i = 0; i < width; i++) {
                level |= (bytes[first + (bit + i >>> 3)] >>> (bit + i & 7) & 1) << i;
            }
        }
        packedBit += (long) alike * width;
        packedLeft -= alike;
        runLeft = alike;
        runLevel = within(level);
    }

    private int within(int level) throws FileDefect {
        if (Integer.compareUnsigned(level, max) > 0) {
            throw new FileDefect(
                    "it has the level or index " + Integer.toUnsignedString(level) + ", expected at most " + max);
        }
        return level;
    }

    private void readHeader(int had, int count) throws FileDefect {
        int header = varint(had, count);
        int number = header >>> 1;
        if ((header & 1) == 0) {
            runLeft = number;
            runLevel = 0;
            int levelBytes = (width + 7) / 8;
            require(levelBytes, had, count);
            for (int i = 0; i < levelBytes; i++) {
                runLevel |= (bytes[position++] & 0xff) << 8 * i;
            }
            within(runLevel);
        } else if (width == 0) {
            runLeft = (int) Math.min(Integer.MAX_VALUE, 8L * number);
            runLevel = 0;
        } else {
            // A group has eight levels, needed or not. Decoders allocate by the number of groups, and pyarrow needs all
            // their bytes.
            long groupBytes = number * (long) width;
            int there = end - position;
            if (groupBytes > there) {
                throw new FileDefect("a run of levels or indexes claims " + 8L * number + " of them, its " + there
                        + " bytes hold " + there * 8L / width);
            }
            packedLeft = 8L * number;
            packedStart = position;
            packedBit = 0;
            position += (int) groupBytes;
        }
        if (number == 0) {
            throw tooFew(had, count); // decoders take a run of none for one without an end, or refuse it
        }
    }

    private int varint(int had, int count) throws FileDefect {
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

    private void require(int length, int had, int count) throws FileDefect {
        if (length > end - position) {
            throw tooFew(had, count);
        }
    }

    private static FileDefect tooFew(int had, int count) {
        return new FileDefect("its levels or indexes end after " + had + " values, expected " + count);
    }
}
