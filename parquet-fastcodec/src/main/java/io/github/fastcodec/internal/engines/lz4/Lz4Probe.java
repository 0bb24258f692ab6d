// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.lz4;

import io.github.fastcodec.internal.format.BytePairs;

/**
 * Samples a few places of a block, in a tenth of a microsecond, and tells whether liblz4 might search it for long without gain.
 * liblz4 skips more and more positions while it finds nothing. In blocks of up to 64 KiB it searches for four bytes that repeat. In
 * the planes of byte-stream-split doubles and in the heads of deltas such bytes are too rare to gain anything, and too frequent for
 * liblz4 to skip much. For one thread at a time.
 */
final class Lz4Probe {

    /** A smaller block, in bytes, is searched quickly enough. */
    private static final int MIN_BLOCK = 4 << 10;

    /** In larger blocks, in bytes, liblz4 searches for five bytes that repeat (LZ4_64Klimit of lz4.c). */
    private static final int MAX_BLOCK = (64 << 10) + 10;

    /** How many pairs of equal bytes the places may have, each for itself. Random bytes have 32; four bits for each byte make 504. */
    private static final int TOLERATED_PAIRS = 400;

    /** A block with more pairs needs more evidence. */
    private static final int FEW_PAIRS = 160;

    /** Bytes with the highest bit: ASCII text has none. */
    private static final int MIN_HIGH = BytePairs.PLACES * BytePairs.PLACE / 4;

    private static final int MAX_HIGH = BytePairs.PLACES * BytePairs.PLACE - MIN_HIGH;

    /** Values of eight or sixteen bytes resemble each other: bytes at that distance are equal more often than by chance. */
    private static final int VALUE = 8;

    private static final int LONG_VALUE = 16;

    private static final int TOLERATED_EQUAL = 16;

    /** What an instance takes on the heap, in bytes. */
    static final int SIZE = BytePairs.SIZE;

    private final BytePairs bytePairs = new BytePairs();

    /** Returns whether {@code source[offset, offset + length)} could gain nothing from a thorough search. */
    boolean couldBeIncompressible(byte[] source, int offset, int length) {
        if (length < MIN_BLOCK || length > MAX_BLOCK) {
            return false;
        }
        int pairs = 0;
        int high = 0;
        int equal = 0;
        int equalFar = 0;
        for (int place = 0; place < BytePairs.PLACES && pairs <= TOLERATED_PAIRS; place++) {
            int from = BytePairs.place(offset, length, place);
            pairs += bytePairs.at(source, from);
            for (int i = from; i < from + BytePairs.PLACE; i++) {
                high += source[i] < 0 ? 1 : 0;
            }
            for (int i = from; i < from + BytePairs.PLACE - LONG_VALUE; i++) {
                equal += source[i] == source[i + VALUE] ? 1 : 0;
                equalFar += source[i] == source[i + LONG_VALUE] ? 1 : 0;
            }
        }
        return Math.max(equal, equalFar) <= TOLERATED_EQUAL
                && (pairs <= FEW_PAIRS || pairs <= TOLERATED_PAIRS && high >= MIN_HIGH && high <= MAX_HIGH);
    }
}
