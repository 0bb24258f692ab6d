// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import java.util.Arrays;

/**
 * Tells how much entropy coding gains from a block whose bytes are distributed about evenly, or that they are not. Regions
 * all over the block are looked at, each for itself, since compressors change their codes within a block as well. For one
 * thread at a time.
 */
final class EvennessProbe {

    /** The size of the regions, in bytes, one in every stretch. */
    static final int REGION = 1 << 10;

    private static final int STRETCH = 4 << 10;

    /** What a bit counts in {@link #N_LOG_N}: whole numbers add up faster than others. */
    private static final int BIT = 1 << 16;

    /** {@code n * log2(n)}, in bits of {@link #BIT}. */
    private static final int[] N_LOG_N = new int[REGION + 1];

    static {
        for (int n = 2; n <= REGION; n++) {
            N_LOG_N[n] = (int) Math.round(BIT * (n * Math.log(n) / Math.log(2)));
        }
    }

    /**
     * What a region of random bytes seems to carry, in bits for each byte: 1,024 bytes do not fill 256 counts evenly, which
     * hides (256 - 1) / (2 * 1024 * ln 2) of the 8 bits (Miller and Madow's correction).
     */
    private static final double EVEN = 8 - 255 / (2 * REGION * Math.log(2));

    /** What codes of whole bits and their tables take, in bits for each byte. */
    private static final double CODES = 0.08;

    /** What a block of which entropy coding gains as much as it may lacks, in bits for each byte. */
    private static final double TOLERANCE = Byte.SIZE * StoringCompressor.LEAST_GAIN + CODES;

    /** What a single region may lack more than all do in the mean: six standard deviations of 0.016 bits, and a bit of drift. */
    private static final double SINGLE = 0.15;

    /** Stands for a gain of more than is tolerated. */
    static final double UNEVEN = 1;

    private static final int BYTE_VALUES = 256;

    /** What an instance takes on the heap, in bytes. */
    static final int SIZE = BYTE_VALUES * Integer.BYTES;

    private final int[] counts = new int[BYTE_VALUES];

    /**
     * Returns what codes without tables and of fractions of bits would gain, as a share of {@code source[offset, offset + length)},
     * at least {@link #REGION}; a little less than nothing by chance, and {@link #UNEVEN} if the bytes are not even everywhere.
     */
    double gain(byte[] source, int offset, int length) {
        double bits = 0;
        int regions = 0;
        for (int start = 0; start < length; start += STRETCH) {
            int at = start + STRETCH < length ? start : length - REGION; // the last region lies at the end
            double inRegion = entropy(source, offset + at);
            if (inRegion < EVEN - TOLERANCE - SINGLE) {
                return UNEVEN;
            }
            bits += inRegion;
            regions++;
        }
        double lacking = EVEN - bits / regions;
        return lacking <= TOLERANCE ? lacking / Byte.SIZE : UNEVEN;
    }

    /** Returns how evenly a region's bytes are distributed, in bits for each byte. */
    private double entropy(byte[] source, int from) {
        Arrays.fill(counts, 0);
        for (int i = from; i < from + REGION; i++) {
            counts[source[i] & 0xff]++;
        }
        int sum = 0;
        for (int count : counts) {
            sum += N_LOG_N[count];
        }
        return (N_LOG_N[REGION] - sum) / (double) (BIT * REGION);
    }
}
