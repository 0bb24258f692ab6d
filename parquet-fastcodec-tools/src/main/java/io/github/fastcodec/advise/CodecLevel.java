// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.CodecLevels;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A codec, and a level if the codec has levels. Immutable and safe for use by many threads. */
public final class CodecLevel implements Serializable {

    private static final long serialVersionUID = 1L;

    private final CompressionCodecName codec;
    /** Null without one; an OptionalInt does not travel. */
    private final Integer level;

    private CodecLevel(CompressionCodecName codec, Integer level) {
        this.codec = Objects.requireNonNull(codec, "codec");
        this.level = level;
    }

    /** Returns a codec without a level: it has none, or the level is not known. */
    public static CodecLevel of(CompressionCodecName codec) {
        return new CodecLevel(codec, null);
    }

    /**
     * Returns a codec at a level. A number that stands for the default gives that level.
     *
     * @throws IllegalArgumentException if the codec has no levels, or not this one; names codec, level and range
     */
    public static CodecLevel of(CompressionCodecName codec, int level) {
        CodecLevels levels = CodecLevels.of(codec)
                .orElseThrow(
                        () -> new IllegalArgumentException(codec + " has no compression levels, got level " + level));
        if (level < levels.minimum() || level > levels.maximum()) {
            throw new IllegalArgumentException(
                    codec + " has the levels " + levels.minimum() + " to " + levels.maximum() + ", got level " + level);
        }
        return new CodecLevel(codec, (Integer) levels.meant(level));
    }

    /**
     * Reads a list such as {@code snappy,zstd:1,zstd:3..9,gzip:6}: codecs, with a level or a range of levels behind a colon. A
     * codec that has levels and is given none stands for its default level.
     *
     * @throws IllegalArgumentException if a part of the text is none of these; names it
     */
    public static List<CodecLevel> parse(String text) {
        List<CodecLevel> read = new ArrayList<>();
        for (String part : text.split(",")) {
            String[] halves = part.trim().split(":", 2);
            CompressionCodecName codec = codec(halves[0].trim());
            if (halves.length == 2) {
                addRange(part, codec, halves[1].trim().split("\\.\\.", 2), read);
            } else {
                read.add(CodecLevels.of(codec)
                        .map(levels -> of(codec, levels.defaultLevel()))
                        .orElseGet(() -> of(codec)));
            }
        }
        return read;
    }

    private static CompressionCodecName codec(String name) {
        try {
            return CompressionCodecName.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is no codec, expected one of "
                            + Arrays.stream(CompressionCodecName.values())
                                    .map(Enum::name)
                                    .collect(Collectors.joining(", ")),
                    e);
        }
    }

    private static void addRange(String part, CompressionCodecName codec, String[] ends, List<CodecLevel> read) {
        int first;
        int last;
        try {
            first = Integer.parseInt(ends[0]);
            last = Integer.parseInt(ends[ends.length - 1]);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\"" + part.trim() + "\" has no level behind its colon, expected a number or a range such as 1..9",
                    e);
        }
        of(codec, first);
        of(codec, last);
        CodecLevels levels = CodecLevels.of(codec).orElseThrow();
        for (int level = first; level <= last; level++) {
            if (first == last || levels.meant(level) == level) { // in a range, what stands for the default is no level
                read.add(of(codec, level));
            }
        }
    }

    /** Returns the codec. */
    public CompressionCodecName codec() {
        return codec;
    }

    /** Returns the level; empty if the codec has none, or if it is not known. */
    public OptionalInt level() {
        return level == null ? OptionalInt.empty() : OptionalInt.of(level);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CodecLevel codecLevel
                && codec == codecLevel.codec
                && Objects.equals(level, codecLevel.level);
    }

    @Override
    public int hashCode() {
        return Objects.hash(codec, level);
    }

    /** Returns codec and level as people write them, such as {@code ZSTD 9}. */
    @Override
    public String toString() {
        return codec + (level != null ? " " + level : "");
    }
}
