// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Tells whether a block repeats sequences from deflate's window so often that matches gain something. Repeats are counted over
 * the whole block, at a sample of its positions. For one thread at a time.
 */
final class RepeatProbe {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** How far back a match of deflate reaches, in bytes. */
    private static final int WINDOW = 32 << 10;

    /** Matches of three bytes, the shortest, are worth their distance no farther back than this (zlib's TOO_FAR). */
    private static final int THREE_BYTE_WINDOW = 4 << 10;

    private static final int THREE_BYTES = 0xffffff;

    /** One position in so many may repeat what stood in the window, which saves a byte of it at most. */
    private static final int TOLERATED_REPEATS = 200;

    /** One position in so many is remembered and looked up, chosen by its bytes, so that equal sequences are chosen alike. */
    private static final int POSITIONS_PER_CHOICE = 32;

    /** Four times the positions that are chosen out of a window. */
    private static final int SLOTS = 4096;

    private static final int CHOICE_SHIFT = Integer.numberOfLeadingZeros(SLOTS * POSITIONS_PER_CHOICE - 1);

    /** What an instance takes on the heap, in bytes. */
    static final int SIZE = SLOTS * Integer.BYTES;

    /** Where the bytes that a slot stands for were seen last, counted from the first block on. */
    private final int[] positions = new int[SLOTS];

    private int nextPosition = WINDOW;

    /** Returns whether {@code source[offset, offset + length)}, at most 1 GiB, repeats more than is tolerated. */
    boolean repeats(byte[] source, int offset, int length) {
        if (nextPosition > Integer.MAX_VALUE - WINDOW - length) {
            Arrays.fill(positions, 0);
            nextPosition = WINDOW;
        }
        // what an earlier block left lies a window back
        int toPosition = nextPosition - offset;
        nextPosition += length + WINDOW;
        int tolerated = length / TOLERATED_REPEATS / POSITIONS_PER_CHOICE;
        for (int i = offset, end = offset + length - Integer.BYTES; i <= end; i++) {
            int bytes = (int) INT.get(source, i);
            int slot = (bytes & THREE_BYTES) * 0x9e3779b1 >>> CHOICE_SHIFT;
            if (slot >= SLOTS) {
                continue;
            }
            int distance = i + toPosition - positions[slot];
            positions[slot] = i + toPosition;
            if (distance < WINDOW) {
                int difference = bytes ^ (int) INT.get(source, i - distance);
                boolean repeats = difference == 0 || distance <= THREE_BYTE_WINDOW && (difference & THREE_BYTES) == 0;
                if (repeats && --tolerated < 0) {
                    return true;
                }
            }
        }
        return false;
    }
}
