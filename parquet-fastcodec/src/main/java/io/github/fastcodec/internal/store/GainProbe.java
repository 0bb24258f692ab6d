// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import io.github.fastcodec.internal.format.BytePairs;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Finds blocks that a codec with an entropy coder would hardly shrink, such as bit-packed dictionary ids and delta-encoded integers,
 * before the codec searches them for matches. For one thread at a time.
 *
 * <p>A sample of a few places, taken in a tenth of a microsecond, lets most blocks that shrink pass at once. Of the others, both ways to gain must be
 * out of reach: shorter codes for bytes that are unevenly distributed ({@link EvennessProbe}), and matches with earlier sequences in
 * the window ({@link RepeatProbe}). Two small gains add up, so the more codes could gain, the fewer matches are tolerated.
 */
final class GainProbe {

    /** Larger blocks, in bytes, are compressed; so that positions are counted in an int. */
    private static final int MAX_BLOCK = 1 << 30;

    private static final int DEFLATE_WINDOW = 32 << 10;
    private static final int LARGE_WINDOW = 4 << 20;

    /** The first level at which libzstd takes clearly longer for a block of noise than the probe does. */
    private static final int PROBED_ZSTD = 3;

    /** The same for a second sample. */
    private static final int SLOW_ZSTD = 7;

    /** The share of a theoretical gain by codes that remains: codes have whole bits, and tables. */
    private static final double OF_CODES = 0.5;

    /** The least gain by matches that is tolerated, as a share of the block: what a sample has by chance. */
    private static final double LEAST_BY_MATCHES = 0.25 * StoringCompressor.LEAST_GAIN;

    /**
     * How many pairs of equal bytes the sampled places may have, each for itself. Random bytes have 32 with a deviation of 6. Bytes
     * that carry five and a half bits each have 180: four in a row then seldom occur twice in a window by chance.
     */
    private static final int TOLERATED_PAIRS = 160;

    private final BytePairs bytePairs = new BytePairs();
    private final EvennessProbe evenness = new EvennessProbe();
    private final RepeatProbe repeats;

    private GainProbe(int window, boolean threeBytes, boolean quick) {
        repeats = new RepeatProbe(window, threeBytes, quick);
    }

    /**
     * Returns a probe for a codec; null if the codec has matches only, or searches noise about as fast as a probe would.
     *
     * @param level of the codec, where it has levels
     */
    static @Nullable GainProbe of(CompressionCodecName codec, int level) {
        switch (codec) {
            case GZIP:
                return new GainProbe(DEFLATE_WINDOW, true, false);
            case ZSTD:
                return level < PROBED_ZSTD ? null : new GainProbe(LARGE_WINDOW, false, level < SLOW_ZSTD);
            case BROTLI:
                return new GainProbe(LARGE_WINDOW, false, false);
            default:
                return null;
        }
    }

    /** Returns whether the codec would hardly shrink {@code source[offset, offset + length)}, at least that of the sampled places. */
    boolean isIncompressible(byte[] source, int offset, int length) {
        if (!couldBeNoise(source, offset, length) || length > MAX_BLOCK) {
            return false;
        }
        double byCodes = evenness.gain(source, offset, length);
        if (byCodes == EvennessProbe.UNEVEN) {
            return false;
        }
        double left = StoringCompressor.LEAST_GAIN - OF_CODES * Math.max(0, byCodes);
        return !repeats.repeats(source, offset, length, Math.max(left, LEAST_BY_MATCHES));
    }

    private boolean couldBeNoise(byte[] source, int offset, int length) {
        int pairs = 0;
        for (int place = 0; place < BytePairs.PLACES && pairs <= TOLERATED_PAIRS; place++) {
            pairs += bytePairs.at(source, BytePairs.place(offset, length, place));
        }
        return pairs <= TOLERATED_PAIRS;
    }

    /** Returns what this takes on the heap, in bytes. */
    long size() {
        return BytePairs.SIZE + EvennessProbe.SIZE + repeats.size();
    }
}
