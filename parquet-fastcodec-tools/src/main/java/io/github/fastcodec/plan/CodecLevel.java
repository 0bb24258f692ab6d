// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.plan;

import io.github.fastcodec.CodecLevels;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * A codec with an optional level. Immutable and serializable.
 *
 * @param codec the codec
 * @param level the level; null if the codec has no levels, if the configured level is used, or if the level is unknown
 */
public record CodecLevel(
        CompressionCodecName codec, @Nullable Integer level) implements Serializable {

    /**
     * Creates a codec with a level. A number that means the default, such as 0 for ZSTD, becomes the default level.
     *
     * @throws IllegalArgumentException if the level is outside the range of the codec, or the codec has no levels; the message names
     *     the codec, the level and the range
     */
    public CodecLevel {
        Objects.requireNonNull(codec, "codec");
        if (level != null) {
            CodecLevels levels = CodecLevels.of(codec).orElse(null);
            if (levels == null) {
                throw new IllegalArgumentException(codec + " has no compression levels, got level " + level);
            }
            if (level < levels.minimum() || level > levels.maximum()) {
                throw new IllegalArgumentException(codec + " has the levels " + levels.minimum() + " to "
                        + levels.maximum() + ", got level " + level);
            }
            level = levels.resolve(level);
        }
    }

    /** Creates a codec without a level. */
    public CodecLevel(CompressionCodecName codec) {
        this(codec, null);
    }

    /**
     * Parses a codec with an optional level after a colon, such as {@code snappy} or {@code zstd:9}.
     *
     * @throws IllegalArgumentException if the codec or the level is invalid; the message names it
     */
    public static CodecLevel of(String text) {
        String[] halves = text.split(":", 2);
        CompressionCodecName codec = codec(halves[0].strip());
        return halves.length == 1 ? new CodecLevel(codec) : new CodecLevel(codec, level(halves[1].strip()));
    }

    /**
     * Parses a list of codecs, each optionally followed by a colon and a level or a range of levels, such as
     * {@code snappy,zstd:1,zstd:3..9,gzip:6}. A codec that has levels but is listed without one gets its default level.
     *
     * @throws IllegalArgumentException if a codec, level or range is invalid; the message names it
     */
    public static List<CodecLevel> listOf(String text) {
        List<CodecLevel> read = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] halves = part.split(":", 2);
            String[] ends = halves[halves.length - 1].split("\\.\\.", 2);
            if (halves.length == 2 && ends.length == 2) {
                addRange(codec(halves[0].strip()), level(ends[0].strip()), level(ends[1].strip()), read);
            } else {
                CodecLevel one = of(part);
                read.add(CodecLevels.of(one.codec)
                        .filter(levels -> one.level == null)
                        .map(levels -> new CodecLevel(one.codec, levels.defaultLevel()))
                        .orElse(one));
            }
        }
        return read;
    }

    private static void addRange(CompressionCodecName codec, int first, int last, List<CodecLevel> read) {
        if (first > last) {
            throw new IllegalArgumentException("the levels " + first + ".." + last + " of " + codec
                    + " are in the wrong order, expected the lower one first");
        }
        for (int level = first; level <= last; level++) {
            CodecLevel one = new CodecLevel(codec, level);
            // a range leaves out numbers that mean the default
            if (first == last || Objects.equals(one.level, level)) {
                read.add(one);
            }
        }
    }

    private static CompressionCodecName codec(String name) {
        try {
            return CompressionCodecName.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is not a codec, expected one of "
                            + Arrays.stream(CompressionCodecName.values())
                                    .map(codec -> codec.name().toLowerCase(Locale.ROOT))
                                    .collect(Collectors.joining(", ")),
                    e);
        }
    }

    private static int level(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the level \"" + text + "\" is not a whole number", e);
        }
    }

    /** Returns the codec and the level for display, such as {@code ZSTD 9}. */
    @Override
    public String toString() {
        return level == null ? codec.name() : codec + " " + level;
    }
}
