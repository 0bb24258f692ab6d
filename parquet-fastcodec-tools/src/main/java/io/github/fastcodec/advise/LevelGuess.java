// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.CodecLevels;
import io.github.fastcodec.FastCodecFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.bytes.BytesInput;
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

    private final FastCodecFactory factory;
    private final CompressionCodecName codec;
    private final List<LoadedPage> pages = new ArrayList<>();
    private final Map<Integer, Double> distances = new HashMap<>();

    LevelGuess(FastCodecFactory factory, CompressionCodecName codec) {
        this.factory = factory;
        this.codec = codec;
    }

    /**
     * Returns codec and level, or only the codec if no level comes near.
     *
     * @throws UnsupportedOperationException if no engine can compress with the codec
     */
    CodecLevel of(List<LoadedPage> candidates) throws IOException {
        long bytes = 0;
        for (LoadedPage page : candidates) {
            boolean isWhole = page.plainLength() == page.stored().plainLength();
            if (page.isCompressed() && isWhole && (pages.isEmpty() || bytes + page.plainLength() <= ENOUGH)) {
                pages.add(page);
                bytes += page.plainLength();
            }
        }
        if (pages.isEmpty() || CodecLevels.of(codec).isEmpty()) {
            return CodecLevel.of(codec);
        }
        int level = nearest();
        return Math.abs(distances.get(level)) <= NEAR ? CodecLevel.of(codec, level) : CodecLevel.of(codec);
    }

    private int nearest() throws IOException {
        CodecLevels levels = CodecLevels.of(codec).orElseThrow();
        int best = levels.defaultLevel();
        double distance = distance(best);
        int step = distance > 0 ? 1 : -1;
        int lowest = Math.max(levels.minimum(), codec == CompressionCodecName.ZSTD ? -7 : 0);
        int since = 0;
        for (int level = best + step;
                distance(best) != 0 && since <= PATIENCE && level >= lowest && level <= levels.maximum();
                level += step) {
            if (levels.meant(level) != level) {
                continue; // no level of its own
            }
            since++;
            if (Math.abs(distance(level)) < Math.abs(distance(best))) {
                best = level;
                since = 0;
            }
        }
        return best;
    }

    /** Returns by how much the pages are larger at a level than they are, in relation to that; 0 if all have the same size. */
    private double distance(int level) throws IOException {
        Double known = distances.get(level);
        if (known != null) {
            return known;
        }
        BytesInputCompressor compressor = Candidates.compressor(factory, CodecLevel.of(codec, level));
        long before = 0;
        long after = 0;
        for (LoadedPage page : pages) {
            BytesInput compressed = compressor.compress(page.plain());
            before += page.header().compressedSize() - page.header().levelsLength();
            after += compressed.size();
        }
        double distance = (double) (after - before) / Math.max(1, before);
        distances.put(level, distance);
        return distance;
    }
}
