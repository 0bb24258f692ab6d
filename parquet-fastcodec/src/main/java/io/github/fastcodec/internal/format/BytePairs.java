// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

/**
 * A few places all over a block, where a look at it costs a tenth of a microsecond, and how many pairs of equal bytes each of them
 * has: few in noise, many in text. For one thread at a time.
 */
public final class BytePairs {

    /** How many places there are. */
    public static final int PLACES = 4;

    /** The length of a place, in bytes. */
    public static final int PLACE = 64;

    private static final int BYTE_VALUES = 256;

    /** What an instance takes on the heap, in bytes. */
    public static final int SIZE = BYTE_VALUES * Integer.BYTES;

    /** Counts of byte values, all 0 between two calls. */
    private final int[] counts = new int[BYTE_VALUES];

    /**
     * Returns where a place of the block {@code [offset, offset + length)} starts.
     *
     * @param length of the block, in bytes, at least that of all places
     * @param place 0 to {@link #PLACES} - 1
     */
    public static int place(int offset, int length, int place) {
        return offset + (int) ((2L * place + 1) * (length - PLACE) / (2 * PLACES));
    }

    /** Returns how many pairs of equal bytes {@code source[from, from + PLACE)} has. */
    public int at(byte[] source, int from) {
        int pairs = 0;
        for (int i = from; i < from + PLACE; i++) {
            pairs += counts[source[i] & 0xff]++;
        }
        for (int i = from; i < from + PLACE; i++) {
            counts[source[i] & 0xff] = 0;
        }
        return pairs;
    }
}
