// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.page.Limits;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Settings of a {@link FastCodecFactory}. Immutable and safe for use by many threads.
 *
 * <p>The keys, with their types, defaults, units and ranges, are listed in docs/configuration.md.
 */
public final class FastCodecOptions {

    static final String MAX_PAGE_BYTES = "parquet.fastcodec.max.page.bytes";

    private static final FastCodecOptions DEFAULTS = from(key -> null);

    private final Map<CompressionCodecName, String> levels = new EnumMap<>(CompressionCodecName.class);
    private final int maxPageBytes;

    private FastCodecOptions(UnaryOperator<String> lookup) {
        for (LevelSetting setting : LevelSetting.values()) {
            String value = lookup.apply(setting.key);
            if (value != null) {
                levels.put(setting.codec, value);
            }
        }
        this.maxPageBytes = positiveInt(lookup, MAX_PAGE_BYTES, Limits.MAX_ARRAY_SIZE);
    }

    /** Returns the options of a configuration in which nothing is set. */
    public static FastCodecOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Reads options from a configuration, once; later changes of it have no effect. Levels are checked when a compressor
     * is asked for, so that a wrong one does not keep other codecs from working.
     *
     * @param lookup gives a key's value, or null if it is not set, e.g. {@code configuration::get}
     * @throws IllegalArgumentException if {@value #MAX_PAGE_BYTES} is not a number in its range; names key, value, range
     */
    public static FastCodecOptions from(UnaryOperator<String> lookup) {
        return new FastCodecOptions(Objects.requireNonNull(lookup, "lookup"));
    }

    /**
     * Returns the level that a codec is to compress with, or 0 if it has none.
     *
     * @throws IllegalArgumentException if the configured level is no level of the codec; names key, value and range
     */
    int level(CompressionCodecName codec) {
        LevelSetting setting = LevelSetting.of(codec);
        if (setting == null) {
            return 0;
        }
        String value = levels.get(codec);
        return value == null ? setting.defaultLevel : setting.parse(value);
    }

    /**
     * Returns {@code level} as the codec's engines take it.
     *
     * @throws IllegalArgumentException if it is no level of the codec; names key, value and range
     */
    static int checkedLevel(CompressionCodecName codec, int level) {
        return LevelSetting.of(codec).check(level, Integer.toString(level));
    }

    /** Returns whether a codec has levels. */
    static boolean hasLevels(CompressionCodecName codec) {
        return LevelSetting.of(codec) != null;
    }

    /** Returns the largest size that a page may claim, compressed or not, in bytes. */
    int maxPageBytes() {
        return maxPageBytes;
    }

    private static int positiveInt(UnaryOperator<String> lookup, String key, int defaultValue) {
        String value = lookup.apply(key);
        if (value == null) {
            return defaultValue;
        }
        try {
            int number = Integer.parseInt(value.trim());
            if (number > 0 && number <= defaultValue) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below, like a number out of range
        }
        throw new IllegalArgumentException(
                key + " is \"" + value + "\", expected a number of bytes from 1 to " + defaultValue);
    }

    /** The codecs that have levels, under the keys that parquet-java reads them from. */
    enum LevelSetting {
        /** libzstd's range: ZSTD_minCLevel() to ZSTD_maxCLevel(). */
        ZSTD(CompressionCodecName.ZSTD, "parquet.compression.codec.zstd.level", -131072, 22, 3),

        /** zlib's range; -1 stands for zlib's default, 6. */
        GZIP(CompressionCodecName.GZIP, "zlib.compress.level", -1, 9, 6),

        /** Brotli's qualities; the default is the one that parquet-java documents. */
        BROTLI(CompressionCodecName.BROTLI, "compression.brotli.quality", 0, 11, 1);

        final CompressionCodecName codec;
        final String key;
        final int minimum;
        final int maximum;
        final int defaultLevel;

        LevelSetting(CompressionCodecName codec, String key, int minimum, int maximum, int defaultLevel) {
            this.codec = codec;
            this.key = key;
            this.minimum = minimum;
            this.maximum = maximum;
            this.defaultLevel = defaultLevel;
        }

        static LevelSetting of(CompressionCodecName codec) {
            for (LevelSetting setting : values()) {
                if (setting.codec == codec) {
                    return setting;
                }
            }
            return null;
        }

        private int parse(String value) {
            String trimmed = value.trim();
            int level;
            try {
                level = Integer.parseInt(trimmed);
            } catch (NumberFormatException e) {
                Integer named = this == GZIP ? gzipLevel(trimmed.toUpperCase(Locale.ROOT)) : null;
                if (named == null) {
                    throw outOfRange(value);
                }
                level = named;
            }
            return check(level, value);
        }

        private int check(int level, String given) {
            if (level < minimum || level > maximum) {
                throw outOfRange(given);
            }
            return this == GZIP && level == -1 ? defaultLevel : level;
        }

        private IllegalArgumentException outOfRange(String value) {
            return new IllegalArgumentException("Compression level of " + codec + " (" + key + ") is \"" + value
                    + "\", expected a number from " + minimum + " to " + maximum
                    + (this == GZIP
                            ? " or a name of Hadoop's ZlibCompressor.CompressionLevel: NO_COMPRESSION, BEST_SPEED, TWO, ...,"
                                    + " EIGHT, BEST_COMPRESSION, DEFAULT_COMPRESSION"
                            : ""));
        }

        /** Returns the level that Hadoop's ZlibCompressor.CompressionLevel gives a name, or null. */
        private static Integer gzipLevel(String name) {
            switch (name) {
                case "DEFAULT_COMPRESSION":
                    return -1;
                case "NO_COMPRESSION":
                    return 0;
                case "BEST_SPEED":
                    return 1;
                case "TWO":
                    return 2;
                case "THREE":
                    return 3;
                case "FOUR":
                    return 4;
                case "FIVE":
                    return 5;
                case "SIX":
                    return 6;
                case "SEVEN":
                    return 7;
                case "EIGHT":
                    return 8;
                case "BEST_COMPRESSION":
                    return 9;
                default:
                    return null;
            }
        }
    }
}
