// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the blocks that deflate could shrink by a percent or so at most, such as bit-packed dictionary ids and delta-encoded
 * integers, so that they are stored. Alone among Parquet's codecs, deflate would search every position of such a block in
 * vain. For one thread at a time.
 *
 * <p>Deflate gains in two ways, and both must be out of reach. Its Huffman codes gain from bytes that are unevenly
 * distributed: regions all over the block are looked at, each for itself, since the codes change within a block as well. Its
 * matches gain from sequences that stood in the last 32 KiB already: these are counted over the whole block.
 */
final class StoreProbe {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** The size of the regions, in bytes, one at the start of every stretch. */
    private static final int REGION = 1 << 10;

    private static final int STRETCH = 4 << 10;

    /** {@code n * log2(n)}, in bits. */
    private static final float[] N_LOG_N = new float[REGION + 1];

    static {
        for (int n = 2; n <= REGION; n++) {
            N_LOG_N[n] = (float) (n * Math.log(n) / Math.log(2));
        }
    }

    /**
     * What a region of random bytes seems to carry, in bits for each byte: 1,024 bytes do not fill 256 counts evenly, which
     * hides (256 - 1) / (2 * 1024 * ln 2) of the 8 bits (Miller and Madow's correction).
     */
    private static final double EVEN = 8 - 255 / (2 * REGION * Math.log(2));

    /** What the mean over regions may lack of that: Huffman codes could save this out of 8 bits, 1 %. */
    private static final double TOLERANCE = 0.2;

    /** What a single region may lack more: six standard deviations of 0.016 bits. */
    private static final double SINGLE_TOLERANCE = TOLERANCE + 0.15;

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

    /** Larger blocks, in bytes, are compressed; so that positions are counted in an int. */
    private static final int MAX_BLOCK = 1 << 30;

    private static final int BYTE_VALUES = 256;

    /** What an instance takes on the heap, in bytes. */
    static final int SIZE = (BYTE_VALUES + SLOTS) * Integer.BYTES;

    private final int[] counts = new int[BYTE_VALUES];

    /** Where the bytes that a slot stands for were seen last, counted from the first block on. */
    private final int[] positions = new int[SLOTS];

    private int nextPosition = WINDOW;

    /** Returns whether {@code source[offset, offset + length)} may be stored for want of anything to gain. */
    boolean shouldStore(byte[] source, int offset, int length) {
        return length >= REGION
                && length <= MAX_BLOCK
                && isEven(source, offset, length)
                && !repeats(source, offset, length);
    }

    private boolean isEven(byte[] source, int offset, int length) {
        double bits = 0;
        int regions = 0;
        for (int at = 0; at <= length - REGION; at += STRETCH) {
            double inRegion = entropy(source, offset + at);
            if (inRegion < EVEN - SINGLE_TOLERANCE) {
                return false;
            }
            bits += inRegion;
            regions++;
        }
        return bits >= (EVEN - TOLERANCE) * regions;
    }

    /** Returns how evenly a region's bytes are distributed, in bits for each byte. */
    private double entropy(byte[] source, int from) {
        Arrays.fill(counts, 0);
        for (int i = from; i < from + REGION; i++) {
            counts[source[i] & 0xff]++;
        }
        float sum = 0;
        for (int count : counts) {
            sum += N_LOG_N[count];
        }
        return (N_LOG_N[REGION] - sum) / REGION;
    }

    private boolean repeats(byte[] source, int offset, int length) {
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
