// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import io.github.fastcodec.internal.format.BytePairs;

/**
 * Samples a few places of a block, in a tenth of a microsecond, and tells whether its bytes could be noise. Those of most blocks that
 * shrink could not, and such blocks cost no more than this. For one thread at a time.
 */
final class NoiseProbe {

    /**
     * How many pairs of equal bytes the places may have, each for itself. Random bytes have 32 with a deviation of 6. Bytes that
     * carry five and a half bits each have 180: four in a row then seldom occur twice in a window by chance.
     */
    private static final int TOLERATED_PAIRS = 160;

    /** The smallest block that can be sampled, in bytes. */
    static final int MIN_BLOCK = BytePairs.PLACES * BytePairs.PLACE;

    /** What an instance takes on the heap, in bytes. */
    static final int SIZE = BytePairs.SIZE;

    private final BytePairs bytePairs = new BytePairs();

    /** Returns whether {@code source[offset, offset + length)}, at least {@link #MIN_BLOCK} bytes, could be noise. */
    boolean couldBeNoise(byte[] source, int offset, int length) {
        int pairs = 0;
        for (int place = 0; place < BytePairs.PLACES && pairs <= TOLERATED_PAIRS; place++) {
            pairs += bytePairs.at(source, BytePairs.place(offset, length, place));
        }
        return pairs <= TOLERATED_PAIRS;
    }
}
