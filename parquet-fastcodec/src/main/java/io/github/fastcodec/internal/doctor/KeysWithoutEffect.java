// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.doctor;

import io.github.fastcodec.internal.settings.Setting;
import io.github.fastcodec.internal.settings.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Finds keys that do nothing where they are set: misspelt ones, and good ones in the wrong place. */
public final class KeysWithoutEffect {

    private static final String OURS = "parquet.fastcodec.";
    private static final String ALMOST_OURS = "parquet.fast";
    private static final String COMPRESSION = "parquet.compression";
    private static final String TO_HADOOP = "spark.hadoop.";
    private static final String SPARK_CODEC = "spark.sql.parquet.compression.codec";
    private static final String SPARK_STREAMS = "spark.io.compression.";

    private static final Set<String> COMPRESSION_KEYS = Set.of(
            COMPRESSION,
            "parquet.compression.codec.zstd.level",
            "parquet.compression.codec.zstd.workers",
            "parquet.compression.codec.zstd.bufferPool.enabled");

    private static final List<CompressionCodecName> CODECS_WITH_OWN_KEYS =
            List.of(CompressionCodecName.ZSTD, CompressionCodecName.BROTLI);

    private final ConfiguredKeys configured;
    private final List<String> warnings = new ArrayList<>();

    private KeysWithoutEffect(ConfiguredKeys configured) {
        this.configured = configured;
    }

    /**
     * Returns a sentence for each key that does nothing, and for each file that cannot be read, of those that
     * {@link ConfiguredKeys#find} names.
     *
     * @param environment returns the value of an environment variable, or null
     */
    public static List<String> find(UnaryOperator<String> environment, Properties system) {
        List<String> warnings = new ArrayList<>();
        for (ConfiguredKeys keys : ConfiguredKeys.find(environment, system, warnings)) {
            warnings.addAll(of(keys));
        }
        return warnings;
    }

    /** Returns a sentence for each key that does nothing. */
    static List<String> of(ConfiguredKeys configured) {
        KeysWithoutEffect check = new KeysWithoutEffect(configured);
        configured.keys().forEach(check::check);
        if (configured.kind() != ConfiguredKeys.Kind.SYSTEM) {
            CODECS_WITH_OWN_KEYS.forEach(check::checkLevel);
        }
        return check.warnings;
    }

    private void check(String key, String value) {
        boolean spark = configured.kind() == ConfiguredKeys.Kind.SPARK;
        boolean forHadoop = key.startsWith(TO_HADOOP);
        String hadoopKey = spark && forHadoop ? key.substring(TO_HADOOP.length()) : key;
        if (spark && key.startsWith("parquet.")) {
            warn(key, "Spark passes over it: write " + TO_HADOOP + key);
        } else if (spark && key.startsWith(SPARK_STREAMS)) {
            warn(
                    key,
                    "it is for Spark's shuffle and its other streams, not for Parquet files: their codec is "
                            + SPARK_CODEC + ", the level of ZSTD " + TO_HADOOP + level(CompressionCodecName.ZSTD));
        } else if (spark && key.startsWith("spark.sql.parquet.compression") && !key.equals(SPARK_CODEC)) {
            warn(
                    key,
                    "Spark has no such key: the codec is " + SPARK_CODEC + ", the level of ZSTD " + TO_HADOOP
                            + level(CompressionCodecName.ZSTD));
        } else if (spark && hadoopKey.equals(COMPRESSION)) {
            warn(key, "Spark's writers replace it by " + SPARK_CODEC);
        } else if (!spark || forHadoop) {
            checkName(key, hadoopKey, value);
        }
    }

    private void checkName(String key, String name, String value) {
        if (name.startsWith(ALMOST_OURS)) {
            Setting<?> setting = Settings.ALL.stream()
                    .filter(known -> known.key().equals(name))
                    .findFirst()
                    .orElse(null);
            if (setting == null) {
                warn(key, "there is no such key, did you mean " + nearest(name, ourKeys()) + "?");
            } else if (configured.kind() != ConfiguredKeys.Kind.SYSTEM
                    && (setting == Settings.LIBDEFLATE_PATH || setting == Settings.JMX)) {
                warn(key, "it is a system property: -D" + name + "=" + value);
            }
        } else if (name.startsWith(COMPRESSION) && !name.contains("#") && !COMPRESSION_KEYS.contains(name)) {
            warn(key, "parquet-java has no such key, did you mean " + nearest(name, COMPRESSION_KEYS) + "?");
        }
    }

    /** A level is for one codec, which files must be written with. */
    private void checkLevel(CompressionCodecName codec) {
        boolean spark = configured.kind() == ConfiguredKeys.Kind.SPARK;
        String key = (spark ? TO_HADOOP : "") + level(codec);
        String codecKey = spark ? SPARK_CODEC : COMPRESSION;
        String used = configured.keys().getOrDefault(codecKey, spark ? "snappy" : "UNCOMPRESSED");
        if (configured.keys().containsKey(key) && !used.equalsIgnoreCase(codec.name())) {
            warn(
                    key,
                    "files are written with " + used.toLowerCase(Locale.ROOT) + " unless a job says otherwise: set "
                            + codecKey + " to " + codec.name().toLowerCase(Locale.ROOT));
        }
    }

    private void warn(String key, String why) {
        warnings.add(key + " in " + configured.place() + " has no effect: " + why);
    }

    private static String level(CompressionCodecName codec) {
        return Objects.requireNonNull(Settings.level(codec), "a codec with levels")
                .key();
    }

    private static Set<String> ourKeys() {
        return Settings.ALL.stream()
                .map(Setting::key)
                .filter(key -> key.startsWith(OURS))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String nearest(String name, Set<String> names) {
        return names.stream()
                .min(Comparator.<String>comparingInt(known -> distance(name, known))
                        .thenComparing(known -> known))
                .orElseThrow();
    }

    /** Returns how many letters must be added, dropped or replaced to make one name of another. */
    private static int distance(String one, String other) {
        int[] last = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = last[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
            }
            last = row;
        }
        return last[other.length()];
    }
}
