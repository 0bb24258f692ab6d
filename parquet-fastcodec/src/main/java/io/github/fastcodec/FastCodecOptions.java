// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.context.ContextPool;
import io.github.fastcodec.internal.context.PoolBudget;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.format.CodecFacts;
import io.github.fastcodec.internal.memory.InitializerMemory;
import io.github.fastcodec.internal.settings.Setting;
import io.github.fastcodec.internal.settings.Settings;
import java.io.Serializable;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link FastCodecFactory}. Immutable, serializable, and thread-safe.
 *
 * <p>The keys, with their types, defaults, units and ranges, are listed in docs/configuration.md.
 */
public final class FastCodecOptions implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The configured text of each key, from which its value is parsed. */
    @SuppressWarnings("serial") // every map that is assigned here is serializable
    private final Map<String, String> configured;

    private FastCodecOptions(Map<String, String> configured) {
        this.configured = configured;
        for (Setting<?> setting : Settings.FACTORY_SETTINGS) {
            if (setting.scope() != Setting.Scope.CODEC) { // codec settings are checked when the codec is requested
                setting.find(configured::get);
            }
        }
    }

    /** Returns the default options, those of an empty configuration. */
    public static FastCodecOptions defaults() {
        return from(key -> null);
    }

    /**
     * Reads options from a configuration. Later changes to the configuration have no effect. A value that concerns one codec
     * is checked when that codec is requested, so that a wrong value does not affect the other codecs.
     *
     * @param lookup returns a key's value, or null if the key is not set, e.g. {@code configuration::get}
     * @throws IllegalArgumentException if {@code parquet.fastcodec.verify.compression},
     *     {@code parquet.fastcodec.max.page.bytes} or a setting of the pool is out of range; the message names the key, the
     *     value and the range
     * @throws OutOfMemoryError if these are the first options in the JVM and too little memory is left to load the codecs; the
     *     next call tries again
     */
    public static FastCodecOptions from(UnaryOperator<String> lookup) {
        Objects.requireNonNull(lookup, "lookup");
        InitializerMemory.require();
        return new FastCodecOptions(Settings.configured(Settings.FACTORY_SETTINGS, lookup));
    }

    /**
     * Returns a copy of these options with another level for one codec, as if the codec's level key were set to
     * {@code level}.
     *
     * @param level a level in any form that the codec's key accepts; checked when the codec is requested, and ignored by a
     *     codec without levels
     */
    public FastCodecOptions withLevel(CompressionCodecName codec, String level) {
        Objects.requireNonNull(level, "level");
        String key = levelKey(codec);
        if (key == null) {
            return this;
        }
        Map<String, String> changed = new HashMap<>(configured);
        changed.put(key, level);
        return new FastCodecOptions(changed);
    }

    /**
     * Returns the settings with which a codec compresses.
     *
     * @throws IllegalArgumentException if a value configured for the codec is out of range; the message names the key, the
     *     value and the range
     */
    CompressionSettings settings(CompressionCodecName codec) {
        Setting<Integer> level = Settings.level(codec);
        return atLevel(codec, level == null ? 0 : level.get(configured::get));
    }

    /**
     * Returns the settings with which a codec that has levels compresses at {@code level}.
     *
     * @throws IllegalArgumentException if the level, or a value configured for the codec, is out of range; the message names
     *     the key, the value and the range
     */
    CompressionSettings settings(CompressionCodecName codec, int level) {
        Setting<Integer> setting = Objects.requireNonNull(Settings.level(codec), "a codec with levels");
        return atLevel(codec, setting.parse(Integer.toString(level)));
    }

    private CompressionSettings atLevel(CompressionCodecName codec, int level) {
        CompressionSettings settings = CompressionSettings.ofLevel(level);
        return codec == CompressionCodecName.ZSTD
                ? settings.withWorkers(Math.toIntExact(Settings.ZSTD_WORKERS.get(configured::get)))
                : settings;
    }

    /** Returns all keys that {@link #from} looks up; immutable. */
    public static Set<String> keys() {
        return Settings.FACTORY_SETTINGS.stream()
                .map(Setting::key)
                .collect(Collectors.collectingAndThen(
                        Collectors.toCollection(LinkedHashSet::new), Collections::unmodifiableSet));
    }

    /** Returns the key of a codec's level, or null if the codec has no levels. */
    public static @Nullable String levelKey(CompressionCodecName codec) {
        CodecFacts.Levels levels = CodecFacts.of(codec).levels();
        return levels == null ? null : levels.key();
    }

    /**
     * Returns the name of the engine that a codec must use, or {@value Engines#AUTO} for the best one that works.
     *
     * @throws IllegalArgumentException if no engine of the codec has the configured name; the message names the key, the
     *     value and the engines
     */
    public String engine(CompressionCodecName codec) {
        Setting<String> setting = Settings.engine(codec);
        if (setting == null) {
            return Engines.AUTO;
        }
        String name = setting.get(configured::get);
        if (name.equals(Engines.AUTO)) {
            return name;
        }
        List<String> names = Engines.of(codec).stream().map(CodecEngine::name).collect(Collectors.toList());
        if (!names.contains(name)) {
            throw new IllegalArgumentException(setting.key() + " is \"" + configured.get(setting.key())
                    + "\", expected " + Engines.AUTO + " or one of " + String.join(", ", names));
        }
        return name;
    }

    /** Returns whether each compressed page is decompressed and compared with the original. */
    boolean verifiesCompression() {
        return Settings.VERIFY_COMPRESSION.get(configured::get);
    }

    /** Returns the largest compressed or uncompressed size that a page may claim, in bytes. */
    int maxPageBytes() {
        return Math.toIntExact(Settings.MAX_PAGE_BYTES.get(configured::get));
    }

    /** Raises the limits of the context pool to those of this configuration. All factories share the pool. */
    void raisePoolLimits() {
        ContextPool.process()
                .raiseLimits(
                        Settings.POOL_MAX_CONTEXTS.find(configured::get).orElse(PoolBudget.OPEN),
                        Settings.POOL_MAX_BYTES.find(configured::get).orElse(PoolBudget.OPEN),
                        Settings.POOL_IDLE_SECONDS.find(configured::get).orElse(PoolBudget.OPEN));
    }
}
