// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

/**
 * A first look at a block, at a few places of it, for a tenth of a microsecond: whether its bytes could be noise. Most blocks that
 * shrink could not, and cost no more than this. For one thread at a time.
 */
final class NoiseLook {

    private static final int PLACES = 4;
    private static final int PLACE = 64;

    /**
     * How many pairs of equal bytes the places may have, each for itself. Random bytes have 32 with a deviation of 6. Bytes that
     * carry five and a half bits each have 180: four in a row then seldom occur twice in a window by chance.
     */
    private static final int TOLERATED_PAIRS = 160;

    private static final int BYTE_VALUES = 256;

    /** The smallest block that can be looked at, in bytes. */
    static final int MIN_BLOCK = PLACES * PLACE;

    /** What an instance takes on the heap, in bytes. */
    static final int SIZE = BYTE_VALUES * Integer.BYTES;

    /** Counts of byte values, all 0 between two looks. */
    private final int[] counts = new int[BYTE_VALUES];

    /** Returns whether {@code source[offset, offset + length)}, at least {@link #MIN_BLOCK} bytes, could be noise. */
    boolean couldBeNoise(byte[] source, int offset, int length) {
        int pairs = 0;
        for (int place = 0; place < PLACES && pairs <= TOLERATED_PAIRS; place++) {
            int from = offset + (int) ((2 * place + 1L) * (length - PLACE) / (2 * PLACES));
            for (int i = from; i < from + PLACE; i++) {
                pairs += counts[source[i] & 0xff]++;
            }
            for (int i = from; i < from + PLACE; i++) {
                counts[source[i] & 0xff] = 0;
            }
        }
        return pairs <= TOLERATED_PAIRS;
    }
}
