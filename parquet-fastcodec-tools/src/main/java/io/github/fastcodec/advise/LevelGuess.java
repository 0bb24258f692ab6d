// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.CodecLevels;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Guesses the level of pages, which no file tells: compresses them again, from the default level on towards the sizes that they
 * have, and takes the level that comes nearest. For one thread.
 */
final class LevelGuess {

    /** Sizes this much apart, in relation to each other, are not those of the same level. */
    private static final double NEAR = 0.02;

    /** Enough to tell levels apart, in bytes. */
    private static final long ENOUGH = 256 << 10;

    /** A higher level may be worse by chance, so that the way goes on for so many levels after the best one. */
    private static final int PATIENCE = 2;

    /** ZSTD's levels below this make hardly any difference. */
    private static final int LOWEST = -7;

    private final FastCodecFactory factory;
    private final List<LoadedPage> pages = new ArrayList<>();

    LevelGuess(FastCodecFactory factory, List<LoadedPage> candidates) {
        this.factory = factory;
        long bytes = 0;
        for (LoadedPage page : candidates) {
            if (page.isCompressed() && page.isWhole() && (bytes == 0 || bytes + page.plainLength() <= ENOUGH)) {
                pages.add(page);
                bytes += page.plainLength();
            }
        }
    }

    /** Returns codec and level; only the codec if no level comes near, or no engine compresses with it. */
    CodecLevel of(CompressionCodecName codec) throws IOException {
        CodecLevel unknown = new CodecLevel(codec);
        Optional<CodecLevels> all = CodecLevels.of(codec);
        if (all.isEmpty()
                || pages.isEmpty()
                || SliceMeter.compressorIfAny(factory, unknown).isEmpty()) {
            return unknown;
        }
        CodecLevels levels = all.get();
        int best = levels.defaultLevel();
        double least = difference(new CodecLevel(codec, best));
        int step = least > 0 ? 1 : -1;
        int lowest = Math.max(levels.minimum(), LOWEST);
        int since = 0;
        for (int level = best + step;
                least != 0 && since <= PATIENCE && level >= lowest && level <= levels.maximum();
                level += step) {
            if (levels.meant(level) != level) {
                continue; // no level of its own
            }
            double difference = difference(new CodecLevel(codec, level));
            since++;
            if (Math.abs(difference) < Math.abs(least)) {
                best = level;
                least = difference;
                since = 0;
            }
        }
        return Math.abs(least) <= NEAR ? new CodecLevel(codec, best) : unknown;
    }

    /** Returns by how much the pages are larger at a level than they are, in relation to that; 0 if all have the same size. */
    private double difference(CodecLevel level) throws IOException {
        BytesInputCompressor compressor = SliceMeter.compressor(factory, level);
        long before = 0;
        long after = 0;
        for (LoadedPage page : pages) {
            before += page.rawLength();
            after += compressor.compress(page.plain()).size();
        }
        return (double) (after - before) / Math.max(1, before);
    }
}
