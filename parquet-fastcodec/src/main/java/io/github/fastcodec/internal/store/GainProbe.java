// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Finds blocks that a codec with an entropy coder would hardly shrink, such as bit-packed dictionary ids and delta-encoded integers,
 * before it has searched them in vain. For one thread at a time.
 *
 * <p>Such a codec gains in two ways, and both must be out of reach: by shorter codes from bytes that are unevenly distributed, and
 * by matches with sequences that stood in its window already. Two small gains add up, so the more codes could gain, the fewer
 * matches are tolerated.
 */
final class GainProbe {

    /** Larger blocks, in bytes, are compressed; so that positions are counted in an int. */
    private static final int MAX_BLOCK = 1 << 30;

    private static final int DEFLATE_WINDOW = 32 << 10;
    private static final int LARGE_WINDOW = 4 << 20;

    /** The first level at which libzstd takes clearly longer for a block of noise than a look does. */
    private static final int LOOKED_AT_ZSTD = 3;

    /** The same for a second look. */
    private static final int SLOW_ZSTD = 7;

    /** What is left of a gain by codes, as a share of it: codes are of whole bits, and have tables. */
    private static final double OF_CODES = 0.5;

    /** The least gain by matches that is tolerated, as a share of the block: what a sample has by chance. */
    private static final double LEAST_BY_MATCHES = 0.25 * StoringCompressor.LEAST_GAIN;

    private final EvennessProbe evenness = new EvennessProbe();
    private final RepeatProbe repeats;

    private GainProbe(int window, boolean threeBytes, boolean quick) {
        repeats = new RepeatProbe(window, threeBytes, quick);
    }

    /**
     * Returns a probe for a codec, or null if the codec has matches only, or searches noise as fast as a probe looks at it.
     *
     * @param level of the codec, where it has levels
     */
    static @Nullable GainProbe of(CompressionCodecName codec, int level) {
        switch (codec) {
            case GZIP:
                return new GainProbe(DEFLATE_WINDOW, true, false);
            case ZSTD:
                return level < LOOKED_AT_ZSTD ? null : new GainProbe(LARGE_WINDOW, false, level < SLOW_ZSTD);
            case BROTLI:
                return new GainProbe(LARGE_WINDOW, false, false);
            default:
                return null;
        }
    }

    /** Returns whether there is hardly anything to gain from {@code source[offset, offset + length)}. */
    boolean isVain(byte[] source, int offset, int length) {
        if (length > MAX_BLOCK) {
            return false;
        }
        double byCodes = evenness.gain(source, offset, length);
        if (byCodes == EvennessProbe.UNEVEN) {
            return false;
        }
        double left = StoringCompressor.LEAST_GAIN - OF_CODES * Math.max(0, byCodes);
        return !repeats.repeats(source, offset, length, Math.max(left, LEAST_BY_MATCHES));
    }

    /** Returns what this takes on the heap, in bytes. */
    long size() {
        return EvennessProbe.SIZE + repeats.size();
    }
}
