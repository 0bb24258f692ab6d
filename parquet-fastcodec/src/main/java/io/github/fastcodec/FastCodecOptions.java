// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.context.PoolLimits;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.format.Limits;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Settings of a {@link FastCodecFactory}. Immutable and safe for use by many threads.
 *
 * <p>The keys, with their types, defaults, units and ranges, are listed in docs/configuration.md.
 */
public final class FastCodecOptions {

    static final String MAX_PAGE_BYTES = "parquet.fastcodec.max.page.bytes";
    static final String ZSTD_WORKERS = "parquet.compression.codec.zstd.workers";
    static final String GZIP_EFFORT = "parquet.fastcodec.gzip.effort";

    /** Followed by a codec's name in lower case. */
    static final String ENGINE_PREFIX = "parquet.fastcodec.engine.";

    /** libzstd's ZSTDMT_NBWORKERS_MAX on 64-bit platforms. */
    private static final int MAX_ZSTD_WORKERS = 256;

    private static final int MAX_POOL_CONTEXTS = 1 << 20;
    private static final long MAX_POOL_BYTES = 1L << 40;
    private static final int MAX_POOL_IDLE_SECONDS = 24 * 60 * 60;

    static final String POOL_MAX_CONTEXTS = "parquet.fastcodec.pool.max.contexts";
    static final String POOL_MAX_BYTES = "parquet.fastcodec.pool.max.bytes";
    static final String POOL_IDLE_SECONDS = "parquet.fastcodec.pool.idle.seconds";

    private static final FastCodecOptions DEFAULTS = from(key -> null);

    private static final Set<String> KEYS = readKeys();

    private final Map<CompressionCodecName, String> levels = new EnumMap<>(CompressionCodecName.class);
    private final Map<CompressionCodecName, String> engines = new EnumMap<>(CompressionCodecName.class);
    private final String zstdWorkers;
    private final String gzipEffort;
    private final int maxPageBytes;
    private final PoolLimits poolLimits;

    private FastCodecOptions(UnaryOperator<String> lookup) {
        for (LevelSetting setting : LevelSetting.values()) {
            putIfSet(levels, setting.codec, lookup.apply(setting.key));
        }
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            if (codec != CompressionCodecName.UNCOMPRESSED) {
                putIfSet(engines, codec, lookup.apply(engineKey(codec)));
            }
        }
        zstdWorkers = lookup.apply(ZSTD_WORKERS);
        gzipEffort = lookup.apply(GZIP_EFFORT);
        String maxBytes = lookup.apply(MAX_PAGE_BYTES);
        maxPageBytes = maxBytes == null
                ? Limits.MAX_ARRAY_SIZE
                : (int) number(MAX_PAGE_BYTES, maxBytes, 1, Limits.MAX_ARRAY_SIZE, "a number of bytes");
        poolLimits = poolLimits(lookup);
    }

    private static PoolLimits poolLimits(UnaryOperator<String> lookup) {
        PoolLimits limits = PoolLimits.NONE;
        String contexts = lookup.apply(POOL_MAX_CONTEXTS);
        if (contexts != null) {
            limits = limits.withMaxContexts(
                    (int) number(POOL_MAX_CONTEXTS, contexts, 0, MAX_POOL_CONTEXTS, "a number of contexts"));
        }
        String bytes = lookup.apply(POOL_MAX_BYTES);
        if (bytes != null) {
            limits = limits.withMaxBytes(number(POOL_MAX_BYTES, bytes, 0, MAX_POOL_BYTES, "a number of bytes"));
        }
        String seconds = lookup.apply(POOL_IDLE_SECONDS);
        if (seconds != null) {
            limits = limits.withIdleSeconds(
                    (int) number(POOL_IDLE_SECONDS, seconds, 1, MAX_POOL_IDLE_SECONDS, "a number of seconds"));
        }
        return limits;
    }

    private static Set<String> readKeys() {
        Set<String> keys = new LinkedHashSet<>();
        from(key -> {
            keys.add(key);
            return null;
        });
        return Collections.unmodifiableSet(keys);
    }

    private FastCodecOptions(FastCodecOptions original, CompressionCodecName codec, String level) {
        levels.putAll(original.levels);
        levels.put(codec, level);
        engines.putAll(original.engines);
        zstdWorkers = original.zstdWorkers;
        gzipEffort = original.gzipEffort;
        maxPageBytes = original.maxPageBytes;
        poolLimits = original.poolLimits;
    }

    /** Returns the default options, as of a configuration in which nothing is set. */
    public static FastCodecOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Reads options from a configuration. Later changes of the configuration have no effect. A value that concerns one codec
     * is checked when that codec is requested, so that a wrong value does not affect the other codecs.
     *
     * @param lookup returns a key's value, or null if it is not set, e.g. {@code configuration::get}
     * @throws IllegalArgumentException if {@value #MAX_PAGE_BYTES} or a setting of the pool is not a number in its range;
     *     names key, value and range
     */
    public static FastCodecOptions from(UnaryOperator<String> lookup) {
        return new FastCodecOptions(Objects.requireNonNull(lookup, "lookup"));
    }

    /**
     * Returns a copy of these options with another level for one codec, as if its key were set to {@code level}.
     *
     * @param level a level in any form that the codec's key takes; checked when the codec is requested, and ignored by a
     *     codec without levels
     */
    public FastCodecOptions withLevel(CompressionCodecName codec, String level) {
        return new FastCodecOptions(this, codec, Objects.requireNonNull(level, "level"));
    }

    /**
     * Returns what a codec is to compress with.
     *
     * @throws IllegalArgumentException if a value configured for the codec is out of range; names key, value and range
     */
    CompressionSettings settings(CompressionCodecName codec) {
        LevelSetting setting = LevelSetting.of(codec);
        if (setting == null) {
            return CompressionSettings.ofLevel(0);
        }
        String value = levels.get(codec);
        return atLevel(codec, value == null ? setting.defaultLevel : setting.parse(value));
    }

    /**
     * Returns what a codec that has levels is to compress with at {@code level}.
     *
     * @throws IllegalArgumentException if a value configured for the codec, or the level, is out of range; names key,
     *     value and range
     */
    CompressionSettings settings(CompressionCodecName codec, int level) {
        return atLevel(codec, LevelSetting.of(codec).check(level, Integer.toString(level)));
    }

    private CompressionSettings atLevel(CompressionCodecName codec, int level) {
        CompressionSettings settings = CompressionSettings.ofLevel(level);
        if (codec == CompressionCodecName.ZSTD && zstdWorkers != null) {
            return settings.withWorkers(
                    (int) number(ZSTD_WORKERS, zstdWorkers, 0, MAX_ZSTD_WORKERS, "a number of threads"));
        }
        if (codec == CompressionCodecName.GZIP && gzipEffort != null) {
            return settings.withEffort(effort());
        }
        return settings;
    }

    private CompressionSettings.Effort effort() {
        for (CompressionSettings.Effort effort : CompressionSettings.Effort.values()) {
            if (effort.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(gzipEffort.trim())) {
                return effort;
            }
        }
        throw new IllegalArgumentException(
                GZIP_EFFORT + " is \"" + gzipEffort + "\", expected same-size, fast or level");
    }

    /** Returns all keys that {@link #from} looks up; immutable. */
    public static Set<String> keys() {
        return KEYS;
    }

    /** Returns the key of a codec's level, or null if the codec has no levels. */
    public static String levelKey(CompressionCodecName codec) {
        LevelSetting setting = LevelSetting.of(codec);
        return setting == null ? null : setting.key;
    }

    /** Returns whether a codec has levels. */
    static boolean hasLevels(CompressionCodecName codec) {
        return LevelSetting.of(codec) != null;
    }

    /**
     * Returns the name of the engine that a codec must use, or {@value Engines#AUTO} for the best one that works.
     *
     * @throws IllegalArgumentException if no engine of the codec has the configured name; names key, value and names
     */
    public String engine(CompressionCodecName codec) {
        String configured = engines.getOrDefault(codec, Engines.AUTO);
        String name = configured.trim();
        if (name.equals(Engines.AUTO)) {
            return name;
        }
        List<String> names = Engines.of(codec).stream().map(CodecEngine::name).collect(Collectors.toList());
        if (!names.contains(name)) {
            throw new IllegalArgumentException(engineKey(codec) + " is \"" + configured + "\", expected " + Engines.AUTO
                    + " or one of " + String.join(", ", names));
        }
        return name;
    }

    static String engineKey(CompressionCodecName codec) {
        return ENGINE_PREFIX + codec.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the largest size that a page may claim, compressed or not, in bytes. */
    int maxPageBytes() {
        return maxPageBytes;
    }

    /** Returns what this configuration asks of the pool of contexts, which all factories share. */
    PoolLimits poolLimits() {
        return poolLimits;
    }

    private static void putIfSet(Map<CompressionCodecName, String> map, CompressionCodecName codec, String value) {
        if (value != null) {
            map.put(codec, value);
        }
    }

    private static long number(String key, String value, long minimum, long maximum, String what) {
        try {
            long number = Long.parseLong(value.trim());
            if (number >= minimum && number <= maximum) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below, like a number out of range
        }
        throw new IllegalArgumentException(
                key + " is \"" + value + "\", expected " + what + " from " + minimum + " to " + maximum);
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
