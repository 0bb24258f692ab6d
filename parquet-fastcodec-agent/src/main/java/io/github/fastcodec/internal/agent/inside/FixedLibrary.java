// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import io.github.fastcodec.internal.settings.Setting;
import io.github.fastcodec.internal.settings.Settings;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * A library whose native file the application sets with a system property. A JVM loads such a file in one class loader
 * only, so the agent's copy of the library would take the file away from the application's copy. Instead, an engine
 * written in Java serves the codec, or parquet-java's own codec is used.
 */
enum FixedLibrary {
    /** ZSTD is left to parquet-java, because aircompressor has only one level. */
    ZSTD_JNI("zstd-jni", CompressionCodecName.ZSTD, null, "ZstdNativePath"),
    SNAPPY_JAVA(
            "snappy-java",
            CompressionCodecName.SNAPPY,
            "aircompressor",
            "org.xerial.snappy.lib.path",
            "org.xerial.snappy.use.systemlib",
            "org.xerial.snappy.disable.bundled.libs"),
    /** The library through which libdeflate is called. */
    JNA("JNA", CompressionCodecName.GZIP, "jdk-zlib", Jna.PROPERTIES),
    /** The library whose memory LZ4's HC compressor uses. LZ4 without a level does not need it. */
    JNA_FOR_LZ4_RAW("JNA", CompressionCodecName.LZ4_RAW, "aircompressor", Jna.PROPERTIES),
    JNA_FOR_LZ4("JNA", CompressionCodecName.LZ4, "aircompressor", Jna.PROPERTIES),
    /** The engine that is used instead only reads BROTLI. parquet-java's own codec writes it, if parquet-java can. */
    BROTLI4J("brotli4j", CompressionCodecName.BROTLI, "brotli-dec", "brotli4j.library.path");

    /** A class of its own, because an enum's constants are created before its other static fields. */
    private static final class Jna {
        static final String[] PROPERTIES = {"jna.boot.library.path", "jna.nounpack", "jna.noclasspath"};
    }

    private final String library;
    private final CompressionCodecName codec;
    private final @Nullable String engine;
    private final List<String> properties;
    private final AtomicBoolean warned = new AtomicBoolean();

    FixedLibrary(String library, CompressionCodecName codec, @Nullable String engine, String... properties) {
        this.library = library;
        this.codec = codec;
        this.engine = engine;
        this.properties = List.of(properties);
    }

    /**
     * If a property sets the native file of the codec's library, logs this once and returns the library; otherwise returns
     * null.
     *
     * @param isAtLevel whether the codec compresses at a level that the file sets
     */
    static @Nullable FixedLibrary of(CompressionCodecName codec, boolean isAtLevel) {
        for (FixedLibrary fixed : values()) {
            if (fixed.codec == codec && (isAtLevel || fixed != JNA_FOR_LZ4_RAW && fixed != JNA_FOR_LZ4)) {
                for (String property : fixed.properties) {
                    String value = System.getProperty(property);
                    if (value != null && !value.trim().equalsIgnoreCase("false")) {
                        fixed.warnOnce(property);
                        return fixed;
                    }
                }
            }
        }
        return null;
    }

    private void warnOnce(String property) {
        if (warned.compareAndSet(false, true)) {
            AgentService.LOG.warn(
                    "{} {}: the system property {} sets the native file of {}, which the JVM loads only once, for the application",
                    codec,
                    engine == null ? "is left to parquet-java" : "uses the engine " + engine,
                    property,
                    library);
        }
    }

    /** Returns the engine that is used instead, or null if parquet-java's own codec is used. */
    @Nullable
    String engine() {
        return engine;
    }

    /** Returns {@code settings} with {@link #engine()} in place of the configured engine. */
    UnaryOperator<String> override(UnaryOperator<String> settings) {
        Setting<String> setting = Objects.requireNonNull(Settings.engine(codec), "a codec with engines");
        return key -> key.equals(setting.key()) ? engine : settings.apply(key);
    }
}
