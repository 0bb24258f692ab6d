// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.FastCodecOptions;
import java.io.Serializable;
import java.util.Objects;
import java.util.OptionalInt;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** What a column is to be compressed with: a codec, and a level or the configured one. Immutable. */
public final class Target implements Serializable {

    private static final long serialVersionUID = 1L;

    private final CompressionCodecName codec;
    /** Null for the configured one; an OptionalInt does not travel. */
    private final Integer level;

    /** Creates a target of a codec at its configured level. */
    public Target(CompressionCodecName codec) {
        this(codec, null);
    }

    /**
     * Creates a target of a codec at a level.
     *
     * @throws IllegalArgumentException if the codec has no levels; the range is checked when something is compressed
     */
    public Target(CompressionCodecName codec, int level) {
        this(codec, (Integer) level);
        if (FastCodecOptions.levelKey(codec) == null) {
            throw new IllegalArgumentException(codec + " has no compression levels, got level " + level);
        }
    }

    private Target(CompressionCodecName codec, Integer level) {
        this.codec = Objects.requireNonNull(codec, "codec");
        this.level = level;
    }

    public CompressionCodecName codec() {
        return codec;
    }

    /** Returns the level, or nothing for the configured one. */
    public OptionalInt level() {
        return level == null ? OptionalInt.empty() : OptionalInt.of(level);
    }

    /** Returns whether a chunk of a codec is to be compressed anew: another codec is asked for, or a level. */
    boolean changes(CompressionCodecName source) {
        return source != codec || level != null;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Target target && codec == target.codec && Objects.equals(level, target.level);
    }

    @Override
    public int hashCode() {
        return Objects.hash(codec, level);
    }

    @Override
    public String toString() {
        return codec + (level != null ? ":" + level : "");
    }
}
