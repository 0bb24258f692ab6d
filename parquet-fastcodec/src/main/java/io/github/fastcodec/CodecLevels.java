// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.internal.format.CodecFacts;
import java.util.Optional;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The compression levels of a codec. Only ZSTD, GZIP, BROTLI, LZ4_RAW and LZ4 have levels. Immutable. */
public final class CodecLevels {

    private final CodecFacts.Levels levels;

    private CodecLevels(CodecFacts.Levels levels) {
        this.levels = levels;
    }

    /** Returns a codec's levels; empty if it has none. */
    public static Optional<CodecLevels> of(CompressionCodecName codec) {
        return Optional.ofNullable(CodecFacts.of(codec).levels()).map(CodecLevels::new);
    }

    /** Returns the level's configuration key. parquet-java reads it too, except that of LZ4_RAW and LZ4. */
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
     * Returns the default level if {@code level} is the number that means the default in the codec's library (0 for ZSTD,
     * -1 for GZIP); otherwise returns {@code level} unchanged.
     */
    public int resolve(int level) {
        return levels.meant(level);
    }
}
