// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.internal.format.CodecFacts;
import java.util.Optional;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The levels of a codec that has some: ZSTD, GZIP and BROTLI. Immutable. */
public final class CodecLevels {

    private final CodecFacts.Levels levels;

    private CodecLevels(CodecFacts.Levels levels) {
        this.levels = levels;
    }

    /** Returns a codec's levels; empty if it has none. */
    public static Optional<CodecLevels> of(CompressionCodecName codec) {
        return Optional.ofNullable(CodecFacts.of(codec).levels()).map(CodecLevels::new);
    }

    /** Returns the configuration's key of the level, which is parquet-java's. */
    public String key() {
        return levels.key();
    }

    /** Returns the lowest level. */
    public int minimum() {
        return levels.minimum();
    }

    /** Returns the highest level. */
    public int maximum() {
        return levels.maximum();
    }

    /** Returns the level that is used if none is configured. */
    public int defaultLevel() {
        return levels.defaultLevel();
    }

    /**
     * Returns the level that a number stands for: the default for the number by which the codec's library names it (0 for ZSTD, -1
     * for GZIP), else the number itself.
     */
    public int meant(int level) {
        return levels.meant(level);
    }
}
