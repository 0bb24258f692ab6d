// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a block repeats sequences from a compressor's window so often that matches gain something. A match saves about
 * as many bytes as there are positions in it where four bytes repeat, so the share of such positions is the gain. It is
 * estimated from a sample of positions, one at random in every step: of the repeats it sees those of which both ends are in the
 * sample. The larger the block, the longer the steps, so that a gain at the limit shows about as often in any block. Four bytes
 * that come again and again, such as the widths in delta-encoded integers, would be seen too often, so they count once, unless
 * every position is in the sample. For one thread at a time.
 */
final class RepeatProbe {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** How many repeats the sample has of a block that gains as much as it may. */
    private static final int TOLERATED_REPEATS = 6;

    /** Up to this multiple of the tolerated repeats a second, larger sample decides, in which chance matters less. */
    private static final int DOUBTFUL = 8;

    /** How many times as many repeats the second sample has. */
    private static final int SECOND_LOOK = 16;

    /** Matches of three bytes, the shortest, are worth their distance no farther back than this (zlib's TOO_FAR). */
    private static final int THREE_BYTE_WINDOW = 4 << 10;

    private static final int THREE_BYTES = 0xffffff;
    private static final int FOUR_BYTES = -1;

    /** A shorter match takes nearly as much as its bytes where these have codes. */
    private static final int LONG = 6;

    /** How many positions of shorter matches gain as much as one of a long match. */
    private static final int LONG_WEIGHT = 3;

    /** The same in a small block, where a match has a small distance, which takes less. */
    private static final int NEAR_LONG_WEIGHT = 1;

    /** The largest small block, in bytes. */
    private static final int NEAR = 16 << 10;

    /** The same in a large block, where a match has a large distance, which takes more. */
    private static final int FAR_LONG_WEIGHT = 12;

    /** From here on a block is large, in bytes. */
    private static final int FAR = 256 << 10;

    private static final int SLOTS = 16 << 10;

    /** For so many positions, no more of the slots are in use than the processor's nearest cache holds. */
    private static final int FEW_SLOTS = 4 << 10;

    /** A larger sample of a window would be forgotten for the most part before it came again. */
    private static final int MAX_SAMPLE = SLOTS / 2;

    /**
     * The four bytes that came into a slot last, above where they were seen, counted from the first block on; that is negative if
     * they have counted as a repeat. Null until there is a block to sample.
     */
    private long @Nullable [] seen;

    private final int window;
    private final int threeByteWindow;

    /**
     * Which of four bytes choose their slot. Where matches of three bytes gain, three do; then sequences that differ in the fourth
     * push each other out.
     */
    private final int hashed;

    private final int enough;
    private int nextPosition;

    /**
     * @param window how far back a match reaches, in bytes
     * @param threeBytes whether matches of three bytes gain
     * @param quick whether the compressor takes no longer for a block than a second sample would, so that there is none
     */
    RepeatProbe(int window, boolean threeBytes, boolean quick) {
        this.window = window;
        this.threeByteWindow = threeBytes ? THREE_BYTE_WINDOW : 0;
        this.hashed = threeBytes ? THREE_BYTES : FOUR_BYTES;
        this.enough = quick ? 1 : DOUBTFUL;
        nextPosition = window;
    }

    /**
     * Returns whether {@code source[offset, offset + length)}, at most 1 GiB, repeats more than is tolerated.
     *
     * @param toleratedGain what matches may gain, as a share of the block
     */
    boolean repeats(byte[] source, int offset, int length, double toleratedGain) {
        int step = step(length, TOLERATED_REPEATS);
        double share = share(source, offset, length, step, toleratedGain, enough);
        if (share <= 1 || share > enough) {
            return share > 1;
        }
        int shorter = Math.max(step(length, SECOND_LOOK * TOLERATED_REPEATS), Math.min(window, length) / MAX_SAMPLE);
        return shorter >= step || share(source, offset, length, shorter, toleratedGain, 1) > 1;
    }

    /** Returns the step at which the sample of a block that gains as much as it may has that many repeats. */
    private int step(int length, int repeats) {
        return (int) Math.max(1, Math.sqrt(length * StoringCompressor.LEAST_GAIN / repeats));
    }

    /** Returns what this takes on the heap, in bytes. */
    long size() {
        return seen == null ? 0 : (long) SLOTS * Long.BYTES;
    }

    /**
     * Takes a sample and returns how many times what is tolerated it repeats.
     *
     * @param step one position in so many is in the sample
     * @param toleratedGain what matches may gain, as a share of the block
     * @param enough from here on the exact answer does not matter
     */
    private double share(byte[] source, int offset, int length, int step, double toleratedGain, int enough) {
        long[] seen = this.seen;
        if (seen == null) {
            seen = new long[SLOTS];
            this.seen = seen;
        }
        if (nextPosition > Integer.MAX_VALUE - window - length) {
            Arrays.fill(seen, 0);
            nextPosition = window;
        }
        // entries of earlier blocks are more than a window back
        int toPosition = nextPosition - offset;
        nextPosition += length + window;
        int slots = Math.min(window, length) / step > FEW_SLOTS ? SLOTS : FEW_SLOTS;
        int slotShift = Integer.numberOfLeadingZeros(slots - 1);
        int longWeight = longWeight(Math.min(window, length));
        double tolerated = (double) longWeight * length * toleratedGain / step / step;
        int sum = 0;
        int number = 0;
        for (int from = offset, end = offset + length - Integer.BYTES - step; from <= end; from += step) {
            int at = from + within(step, ++number);
            int bytes = (int) INT.get(source, at);
            int slot = (bytes & hashed) * 0x9e3779b1 >>> slotShift;
            int position = at + toPosition;
            long inSlot = seen[slot];
            seen[slot] = entry(bytes, position);
            int difference = bytes ^ (int) (inSlot >>> Integer.SIZE);
            if ((difference & THREE_BYTES) == 0) { // seldom, so that the processor guesses right
                int last = (int) inSlot;
                if (position - Math.abs(last) < (difference == 0 ? window : threeByteWindow)) {
                    seen[slot] = entry(bytes, -position);
                    // With every position in the sample nothing is seen too often.
                    if (last > 0 || step == 1) {
                        int before = at - position + Math.abs(last);
                        sum += isLong(source, at, before, offset, offset + length) ? longWeight : 1;
                        if (sum > enough * tolerated) {
                            break;
                        }
                    }
                }
            }
        }
        return sum / tolerated;
    }

    /** Returns whether the four bytes at {@code at} and at {@code before} are part of a match of {@link #LONG} bytes or more. */
    private static boolean isLong(byte[] source, int at, int before, int start, int end) {
        int matched = Integer.BYTES;
        for (int i = Integer.BYTES; matched < LONG && at + i < end && source[at + i] == source[before + i]; i++) {
            matched++;
        }
        for (int i = 1; matched < LONG && before - i >= start && source[at - i] == source[before - i]; i++) {
            matched++;
        }
        return matched == LONG;
    }

    private static int longWeight(int distance) {
        if (distance <= NEAR) {
            return NEAR_LONG_WEIGHT;
        }
        return distance <= FAR ? LONG_WEIGHT : FAR_LONG_WEIGHT;
    }

    private static long entry(int bytes, int position) {
        return (long) bytes << Integer.SIZE | position & 0xffffffffL;
    }

    /** Returns a number in {@code [0, step)} that looks random, the same for the same arguments. */
    private static int within(int step, int number) {
        int mixed = number * 0x9e3779b9;
        mixed = (mixed ^ mixed >>> 15) * 0x2c1b3c6d;
        return (int) ((mixed & 0xffffffffL) * step >>> Integer.SIZE);
    }
}
