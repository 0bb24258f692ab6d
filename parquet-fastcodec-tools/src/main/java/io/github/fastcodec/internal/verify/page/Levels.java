// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import io.github.fastcodec.internal.storage.FileDefect;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads repetition levels, definition levels, dictionary indexes or booleans in Parquet's hybrid of runs and bit-packed groups,
 * or levels in the older encoding BIT_PACKED. All are read run by run, so that neither time nor memory grows with the length that
 * a run claims. No byte outside the given range is read. Not thread-safe.
 */
public final class Levels {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int end;
    private final int width;
    private final int max;

    /** A mask of the lowest bit of each level in 64 bits of levels. */
    private final long lowestBits;

    private int position;

    private int runLeft;
    private int runLevel;
    private long packedLeft;
    private long packedBit;
    private int packedStart;

    /** Whether the first bit of a level is the highest one, as in BIT_PACKED. */
    private boolean highestFirst;

    /** Whether the last group may end with the last value, as in Impala's files: all readers but one read such indexes. */
    private boolean mayBeCut;

    private boolean isCut;

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
        this.lowestBits = ones;
    }

    /** Reads a page's dictionary indexes, which follow a byte with their width in bits. */
    public static Levels ofIndexes(ByteBuffer values, int maxIndex) throws FileDefect {
        int start = values.arrayOffset() + values.position();
        int width = values.hasRemaining() ? values.array()[start] : 0;
        if (width < 0 || width > Integer.SIZE) {
            throw new FileDefect("its indexes have " + (width & 0xff) + " bits, expected at most " + Integer.SIZE);
        }
        Levels indexes = new Levels(values.array(), start + 1, start + values.remaining(), maxIndex, width);
        indexes.mayBeCut = true;
        return indexes;
    }

    /** Reads a page's booleans, which follow the length of their runs in bytes. */
    static Levels ofBooleans(ByteBuffer values) throws FileDefect {
        int available = values.remaining() - Integer.BYTES;
        int length = available < 0
                ? -1
                : values.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (length < 0 || length > available) {
            throw new FileDefect("its booleans claim " + length + " bytes, expected at most " + Math.max(0, available));
        }
        int start = values.arrayOffset() + values.position() + Integer.BYTES;
        return new Levels(values.array(), start, start + length, 1);
    }

    /** Reads levels in the encoding BIT_PACKED. */
    static Levels ofBits(byte[] bytes, int start, int end, int max, int count) {
        Levels levels = new Levels(bytes, start, end, max);
        levels.highestFirst = true;
        levels.packedStart = start;
        levels.packedLeft = count;
        levels.position = end;
        return levels;
    }

    /** Returns the number of bytes that levels take in the encoding BIT_PACKED. */
    static long bytesOfBits(int max, int count) {
        return ((long) width(max) * count + 7) / 8;
    }

    private static int width(int max) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(max);
    }

    /** Returns how many of the next {@code count} levels are {@code level}. */
    public long count(int level, int count) throws FileDefect {
        long found = 0;
        for (int done = 0; done < count; ) {
            int taken = take(run(done, count));
            found += runLevel == level ? taken : 0;
            done += taken;
        }
        return found;
    }

    /**
     * Returns how many of the next levels are known to be equal: at least one, and at most all that remain.
     *
     * @param done the number of levels that were already taken
     * @param count the total number of levels
     */
    int run(int done, int count) throws FileDefect {
        while (runLeft == 0) {
            if (packedLeft > 0) {
                readPacked();
            } else {
                readHeader(done, count);
            }
        }
        return Math.min(runLeft, count - done);
    }

    /** Returns the level of the current {@link #run}. */
    int level() {
        return runLevel;
    }

    /** Returns whether the last group ends before its eighth level. */
    boolean isCut() {
        return isCut;
    }

    /** Returns whether the levels that were taken are all that the bytes hold, apart from the rest of a group. */
    boolean isAtEnd() {
        return position == end && packedLeft < 8;
    }

    /** Takes {@code number} levels from the current {@link #run}, and returns {@code number}. */
    int take(int number) {
        runLeft -= number;
        return number;
    }

    /** Reads the next level of a bit-packed group, and the equal levels that follow it in the same 64 bits. */
    private void readPacked() throws FileDefect {
        int first = packedStart + (int) (packedBit >>> 3);
        int bit = (int) (packedBit & 7);
        int level = 0;
        int equal = 1;
        if (highestFirst) {
            for (int i = 0; i < width; i++) {
                level = level << 1 | bytes[first + (bit + i >>> 3)] >>> 7 - (bit + i & 7) & 1;
            }
        } else if (first <= bytes.length - Long.BYTES) {
            long bits = (long) LONG.get(bytes, first) >>> bit;
            long mask = (1L << width) - 1;
            level = (int) (bits & mask);
            if (((bits ^ bits >>> width) & mask) == 0) { // else the divisions would take longer than all the rest
                int available = (int) Math.min(packedLeft, (Long.SIZE - bit) / width);
                equal = Math.min(available, Long.numberOfTrailingZeros(bits ^ (level & mask) * lowestBits) / width);
            }
        } else {
            for (int i = 0; i < width; i++) {
                level |= (bytes[first + (bit + i >>> 3)] >>> (bit + i & 7) & 1) << i;
            }
        }
        packedBit += (long) equal * width;
        packedLeft -= equal;
        runLeft = equal;
        runLevel = checked(level);
    }

    private int checked(int level) throws FileDefect {
        if (Integer.compareUnsigned(level, max) > 0) {
            throw new FileDefect(
                    "it has the level or index " + Integer.toUnsignedString(level) + ", expected at most " + max);
        }
        return level;
    }

    private void readHeader(int done, int count) throws FileDefect {
        int header = varint(done, count);
        int number = header >>> 1;
        if ((header & 1) == 0) {
            runLeft = number;
            runLevel = 0;
            int levelBytes = (width + 7) / 8;
            require(levelBytes, done, count);
            for (int i = 0; i < levelBytes; i++) {
                runLevel |= (bytes[position++] & 0xff) << 8 * i;
            }
            checked(runLevel);
            if (width < Integer.SIZE && runLevel >>> width != 0) {
                throw new FileDefect("a run has the level or index " + runLevel + ", expected at most " + width
                        + " bits: DuckDB refuses it, and Hardwood reads fewer bits");
            }
        } else if (width == 0) {
            runLeft = (int) Math.min(Integer.MAX_VALUE, 8L * number);
            runLevel = 0;
        } else {
            // A group always has eight levels, even if fewer are needed. Decoders allocate memory according to
            // the number of groups, and pyarrow and DuckDB require all bytes of the groups of levels.
            long groupBytes = number * (long) width;
            int available = end - position;
            isCut = groupBytes > available;
            if (isCut && !(mayBeCut && groupBytes - available < width && available * 8L / width >= count - done)) {
                throw new FileDefect("a run of levels or indexes claims " + 8L * number + " of them, its " + available
                        + " bytes hold " + available * 8L / width);
            }
            packedLeft = isCut ? count - done : 8L * number;
            packedStart = position;
            packedBit = 0;
            position += (int) Math.min(groupBytes, available);
        }
        if (number == 0) {
            throw tooFew(done, count); // decoders treat an empty run as an endless one, or refuse it
        }
    }

    private int varint(int done, int count) throws FileDefect {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            require(1, done, count);
            int next = bytes[position++];
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw tooFew(done, count);
    }

    private void require(int length, int done, int count) throws FileDefect {
        if (length > end - position) {
            throw tooFew(done, count);
        }
    }

    private static FileDefect tooFew(int done, int count) {
        return new FileDefect("its levels or indexes end after " + done + " values, expected " + count);
    }
}
