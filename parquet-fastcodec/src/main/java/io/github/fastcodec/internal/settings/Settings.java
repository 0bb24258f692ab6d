// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.settings;

import io.github.fastcodec.internal.format.CodecFacts;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.settings.Setting.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/** All settings. The table in docs/configuration.md contains their descriptions verbatim. */
public final class Settings {

    /** The key of {@link #ENABLED}. */
    public static final String ENABLED_KEY = "parquet.fastcodec.enabled";

    /** The key of {@link #CRYPTO_FACTORY}. */
    public static final String CRYPTO_FACTORY_KEY = "parquet.fastcodec.crypto.factory.class";

    /** The key of {@link #LIBDEFLATE_PATH}. */
    public static final String LIBDEFLATE_PATH_KEY = "parquet.fastcodec.libdeflate.path";

    private static final Map<CompressionCodecName, Setting<Integer>> LEVELS = new EnumMap<>(CompressionCodecName.class);
    private static final Map<CompressionCodecName, Setting<String>> ENGINES = new EnumMap<>(CompressionCodecName.class);

    static {
        level(
                CompressionCodecName.ZSTD,
                "Level of ZSTD. A higher level gives smaller pages and takes longer; negative levels are faster than level 1,"
                        + " and 0 is libzstd's default, 3."
                        + " If zstd-jni does not work, aircompressor compresses every page at level 3, and one warning says"
                        + " that the level is ignored. parquet-java's key.");
        level(
                CompressionCodecName.GZIP,
                "Level of GZIP. 0 stores without compressing, -1 is zlib's default, 6. Only libdeflate has the levels 10 to 12. If it"
                        + " does not work, the JDK's zlib compresses at level 9 instead, and one warning says so."
                        + " Hadoop's key; the names are those of Hadoop's `ZlibCompressor.CompressionLevel`, and may be in lower"
                        + " case.");
        level(
                CompressionCodecName.BROTLI,
                "Quality of BROTLI. A higher quality gives smaller pages and takes longer. parquet-java's key.");
        level(
                CompressionCodecName.LZ4_RAW,
                "Level of LZ4_RAW and LZ4. 1 and 2 are LZ4's fast compressor. From 3 on, LZ4's HC compressor makes smaller pages,"
                        + " which are read as fast and take several times as long to write. If lz4-java does not work,"
                        + " aircompressor compresses every page with its fast compressor, and one warning says that the level"
                        + " is ignored. parquet-java has no such key and ignores it.");
        LEVELS.put(CompressionCodecName.LZ4, Objects.requireNonNull(LEVELS.get(CompressionCodecName.LZ4_RAW)));
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            if (codec != CompressionCodecName.UNCOMPRESSED) {
                ENGINES.put(
                        codec,
                        Setting.of(
                                Scope.CODEC,
                                "parquet.fastcodec.engine." + codec.name().toLowerCase(Locale.ROOT),
                                ValueType.text("name", "auto, or the name of an engine"),
                                "auto",
                                "The only engine that may serve " + codec
                                        + ". `auto` uses the best engine that works."));
            }
        }
    }

    /** The number of the library's own threads; 256 is libzstd's ZSTDMT_NBWORKERS_MAX on 64-bit platforms. */
    public static final Setting<Long> ZSTD_WORKERS = Setting.of(
            Scope.CODEC,
            "parquet.compression.codec.zstd.workers",
            ValueType.number(0, 256, "threads"),
            "0",
            "Number of threads that the ZSTD library starts for one page. They only help with pages of several MiB. With 0,"
                    + " and always with aircompressor, the calling thread compresses. parquet-java's key.");

    /** Whether pages are decompressed and compared before they are written. */
    public static final Setting<Boolean> VERIFY_COMPRESSION = Setting.of(
            Scope.FILE,
            "parquet.fastcodec.verify.compression",
            ValueType.bool(),
            "false",
            "Whether each compressed page is decompressed again and compared with the original before the writer gets it. A"
                    + " difference causes an exception, and the file cannot be finished.");

    /** The largest size of a page that is read, in bytes. */
    public static final Setting<Long> MAX_PAGE_BYTES = Setting.of(
            Scope.FILE,
            "parquet.fastcodec.max.page.bytes",
            ValueType.number(1, ByteArrays.MAX_LENGTH, "bytes"),
            Integer.toString(ByteArrays.MAX_LENGTH),
            "Largest compressed or uncompressed size that a page may claim when it is read. A larger claim causes a"
                    + " `CorruptPageException` before any memory is allocated for the page. Set a lower limit if you read"
                    + " untrusted files. The limit does not apply to writers, nor to UNCOMPRESSED pages, which need no"
                    + " new memory.");

    /** Whether the integrations that need no code use this project's codecs. */
    public static final Setting<Boolean> ENABLED = Setting.of(
            Scope.FILE,
            ENABLED_KEY,
            ValueType.bool(),
            "true",
            "For Hadoop, Spark, Flink and the agent only; a `FastCodecFactory` in your own code ignores it. `false` in a file's"
                    + " configuration leaves that file to parquet-java's own codecs."
                    + " To do so for the whole process, set `spark.hadoop.parquet.fastcodec.enabled=false` with the Spark"
                    + " plugin, set a system property or an argument of the agent, or pass `false` in the configuration of"
                    + " `FastCodecInstaller.install`.");

    /** The real crypto factory, to which {@code FastCodecCryptoFactory} delegates. */
    public static final Setting<String> CRYPTO_FACTORY = Setting.withoutDefault(
            Scope.FILE,
            CRYPTO_FACTORY_KEY,
            ValueType.text("class name", "a class that parquet-java accepts for `parquet.crypto.factory.class`"),
            "none",
            "Only if `parquet.crypto.factory.class` names parquet-fastcodec's class: the crypto factory that encrypts and"
                    + " decrypts the files.");

    /** The largest number of contexts that the pool keeps. */
    public static final Setting<Long> POOL_MAX_CONTEXTS = Setting.withoutDefault(
            Scope.PROCESS,
            "parquet.fastcodec.pool.max.contexts",
            ValueType.number(0, 1 << 20, "contexts"),
            "16 for each processor, at least 64",
            "Largest number of contexts that the pool keeps, in use or idle. Additional contexts live for one page; with 0, all"
                    + " contexts do.");

    /** The memory that the pool's contexts may hold, in bytes. */
    public static final Setting<Long> POOL_MAX_BYTES = Setting.withoutDefault(
            Scope.PROCESS,
            "parquet.fastcodec.pool.max.bytes",
            ValueType.number(0, 1L << 40, "bytes"),
            "32 MiB for each processor, at least 128 MiB",
            "Largest memory, on and off the heap, that all contexts of the pool may hold together, as far as their"
                    + " libraries report it.");

    /** How long a context may stay idle, in seconds. */
    public static final Setting<Long> POOL_IDLE_SECONDS = Setting.of(
            Scope.PROCESS,
            "parquet.fastcodec.pool.idle.seconds",
            ValueType.number(1, 24 * 60 * 60, "seconds"),
            "60",
            "How long a context may stay idle. The first garbage collection after this time frees it.");

    /** The libdeflate to load instead of the one in the jar. */
    public static final Setting<String> LIBDEFLATE_PATH = Setting.withoutDefault(
            Scope.PROCESS,
            LIBDEFLATE_PATH_KEY,
            ValueType.text("path", "a file"),
            "the library in the jar, else the system's",
            "The libdeflate to load. A Java system property, because the JVM loads the library only once:"
                    + " `-Dparquet.fastcodec.libdeflate.path=/path/to/libdeflate.so`.");

    /** Whether JMX shows the counters. */
    public static final Setting<Boolean> JMX = Setting.of(
            Scope.PROCESS,
            "parquet.fastcodec.jmx",
            ValueType.bool(),
            "false",
            "Whether the first codec factory registers an MBean that shows the counters and the pool. A Java system property:"
                    + " `-Dparquet.fastcodec.jmx=true`. A program may call `FastCodecJmx.register()` instead.");

    /** The settings that a codec factory reads, in the order of the documentation. */
    public static final List<Setting<?>> FACTORY_SETTINGS = factorySettings();

    /** The settings in a job's configuration: those that a codec factory reads, and whether the job uses the codecs at all. */
    public static final List<Setting<?>> JOB_SETTINGS = with(FACTORY_SETTINGS, ENABLED);

    /** All settings. */
    public static final List<Setting<?>> ALL = with(JOB_SETTINGS, CRYPTO_FACTORY, LIBDEFLATE_PATH, JMX);

    private Settings() {}

    private static void level(CompressionCodecName codec, String meaning) {
        CodecFacts.Levels levels = Objects.requireNonNull(CodecFacts.of(codec).levels());
        LEVELS.put(codec, Setting.ofLevel(codec, levels, meaning));
    }

    private static List<Setting<?>> factorySettings() {
        List<Setting<?>> settings = new ArrayList<>(new LinkedHashSet<>(LEVELS.values())); // LZ4_RAW and LZ4 share one
        settings.add(ZSTD_WORKERS);
        settings.addAll(ENGINES.values());
        settings.add(VERIFY_COMPRESSION);
        settings.add(MAX_PAGE_BYTES);
        settings.add(POOL_MAX_CONTEXTS);
        settings.add(POOL_MAX_BYTES);
        settings.add(POOL_IDLE_SECONDS);
        return Collections.unmodifiableList(settings);
    }

    private static List<Setting<?>> with(List<Setting<?>> settings, Setting<?>... more) {
        List<Setting<?>> all = new ArrayList<>(settings);
        Collections.addAll(all, more);
        return Collections.unmodifiableList(all);
    }

    /** Returns the setting of a codec's level, or null if the codec has no levels. */
    public static @Nullable Setting<Integer> level(CompressionCodecName codec) {
        return LEVELS.get(codec);
    }

    /** Returns the setting of a codec's engine, or null for UNCOMPRESSED, which has none. */
    public static @Nullable Setting<String> engine(CompressionCodecName codec) {
        return ENGINES.get(codec);
    }

    /**
     * Returns the configured text of each setting, keyed by the setting's key, in the order of {@code settings}. Settings
     * that are not configured are left out.
     *
     * @param lookup returns a key's text, or null if the key is not set
     */
    public static Map<String, String> configured(List<Setting<?>> settings, UnaryOperator<String> lookup) {
        Map<String, String> configured = new LinkedHashMap<>();
        for (Setting<?> setting : settings) {
            String text = lookup.apply(setting.key());
            if (text != null) {
                configured.put(setting.key(), text);
            }
        }
        return configured;
    }
}
