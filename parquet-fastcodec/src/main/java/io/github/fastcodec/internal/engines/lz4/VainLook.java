// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.lz4;

/**
 * A look at a few places of a block, for a tenth of a microsecond, that tells whether liblz4 could search it in vain for long.
 * liblz4 skips more and more positions where it finds nothing. Up to 64 KiB it looks for four bytes that repeat. In the planes of
 * byte-stream-split doubles and in the heads of deltas they do so too seldom to gain anything, and too often to be skipped. For one
 * thread at a time.
 */
final class VainLook {

    /** A smaller block, in bytes, is searched quickly enough. */
    private static final int MIN_BLOCK = 4 << 10;

    /** In larger blocks, in bytes, liblz4 looks for five bytes that repeat (LZ4_64Klimit of lz4.c). */
    private static final int MAX_BLOCK = (64 << 10) + 10;

    private static final int PLACES = 4;
    private static final int PLACE = 64;

    /** How many pairs of equal bytes the places may have, each for itself. Random bytes have 32; four bits for each byte make 504. */
    private static final int TOLERATED_PAIRS = 400;

    /** From here on a block is looked at closer. */
    private static final int FEW_PAIRS = 160;

    /** Bytes with the highest bit: ASCII text has none. */
    private static final int MIN_HIGH = PLACES * PLACE / 4;

    private static final int MAX_HIGH = PLACES * PLACE - MIN_HIGH;

    /** Values of eight bytes resemble each other: bytes at that distance are equal more often than by chance. */
    private static final int VALUE = 8;

    private static final int TOLERATED_EQUAL = 16;

    private static final int BYTE_VALUES = 256;

    /** What an instance takes on the heap, in bytes. */
    static final int SIZE = BYTE_VALUES * Integer.BYTES;

    /** Counts of byte values, all 0 between two looks. */
    private final int[] counts = new int[BYTE_VALUES];

    /** Returns whether {@code source[offset, offset + length)} could be searched in vain. */
    boolean couldBeVain(byte[] source, int offset, int length) {
        if (length < MIN_BLOCK || length > MAX_BLOCK) {
            return false;
        }
        int pairs = 0;
        int high = 0;
        int equal = 0;
        for (int place = 0; place < PLACES && pairs <= TOLERATED_PAIRS; place++) {
            int from = offset + (int) ((2 * place + 1L) * (length - PLACE) / (2 * PLACES));
            for (int i = from; i < from + PLACE; i++) {
                pairs += counts[source[i] & 0xff]++;
                high += source[i] < 0 ? 1 : 0;
            }
            for (int i = from; i < from + PLACE; i++) {
                counts[source[i] & 0xff] = 0;
            }
            for (int i = from; i < from + PLACE - VALUE; i++) {
                equal += source[i] == source[i + VALUE] ? 1 : 0;
            }
        }
        return pairs <= FEW_PAIRS
                || pairs <= TOLERATED_PAIRS && high >= MIN_HIGH && high <= MAX_HIGH && equal <= TOLERATED_EQUAL;
    }
}
