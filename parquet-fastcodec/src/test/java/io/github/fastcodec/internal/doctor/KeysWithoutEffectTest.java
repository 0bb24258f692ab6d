// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.settings.Setting;
import io.github.fastcodec.internal.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys that do nothing are named with what to write instead, and keys that work are not. */
class KeysWithoutEffectTest {

    @TempDir
    Path directory;

    private static List<String> warnings(ConfiguredKeys.Kind kind, Map<String, String> keys) {
        return KeysWithoutEffect.of(new ConfiguredKeys(kind, "there", keys));
    }

    private static void assertWarning(ConfiguredKeys.Kind kind, Map<String, String> keys, String expected) {
        assertEquals(List.of(expected), warnings(kind, keys));
    }

    @Test
    void aMisspeltKeyIsToldTheNearestOne() {
        assertWarning(
                ConfiguredKeys.Kind.HADOOP,
                Map.of("parquet.fastcodec.engine.gzp", "jdk-zlib"),
                "parquet.fastcodec.engine.gzp in there has no effect: there is no such key, did you mean"
                        + " parquet.fastcodec.engine.gzip?");
        assertWarning(
                ConfiguredKeys.Kind.SPARK,
                Map.of("spark.hadoop.parquet.fast-codec.enabled", "false"),
                "spark.hadoop.parquet.fast-codec.enabled in there has no effect: there is no such key, did you mean"
                        + " parquet.fastcodec.enabled?");
        assertWarning(
                ConfiguredKeys.Kind.SYSTEM,
                Map.of("parquet.compression.zstd.level", "9"),
                "parquet.compression.zstd.level in there has no effect: parquet-java has no such key, did you mean"
                        + " parquet.compression.codec.zstd.level?");
    }

    @Test
    void sparksKeyOfStreamsIsNotOneOfFiles() {
        assertWarning(
                ConfiguredKeys.Kind.SPARK,
                Map.of("spark.io.compression.zstd.level", "9"),
                "spark.io.compression.zstd.level in there has no effect: it is for Spark's shuffle and its other streams,"
                        + " not for Parquet files: their codec is spark.sql.parquet.compression.codec, the level of ZSTD"
                        + " spark.hadoop.parquet.compression.codec.zstd.level");
    }

    @Test
    void whatSparkPassesOverIsToldThePrefix() {
        assertWarning(
                ConfiguredKeys.Kind.SPARK,
                Map.of("parquet.fastcodec.engine.gzip", "jdk-zlib"),
                "parquet.fastcodec.engine.gzip in there has no effect: Spark passes over it: write"
                        + " spark.hadoop.parquet.fastcodec.engine.gzip");
        assertTrue(warnings(ConfiguredKeys.Kind.SPARK, Map.of("spark.hadoop.parquet.compression", "ZSTD"))
                .get(0)
                .endsWith("Spark's writers replace it by spark.sql.parquet.compression.codec"));
        assertTrue(warnings(ConfiguredKeys.Kind.SPARK, Map.of("spark.sql.parquet.compression.level", "9"))
                .get(0)
                .contains("Spark has no such key"));
    }

    @Test
    void aLevelWithoutItsCodecHasNoEffect() {
        String level = "parquet.compression.codec.zstd.level";
        assertWarning(
                ConfiguredKeys.Kind.HADOOP,
                Map.of(level, "9", "parquet.compression", "GZIP"),
                level + " in there has no effect: files are written with gzip unless a job says otherwise: set"
                        + " parquet.compression to zstd");
        assertWarning(
                ConfiguredKeys.Kind.SPARK,
                Map.of("spark.hadoop." + level, "9"),
                "spark.hadoop." + level + " in there has no effect: files are written with snappy unless a job says"
                        + " otherwise: set spark.sql.parquet.compression.codec to zstd");
        assertEquals(
                List.of(),
                warnings(
                        ConfiguredKeys.Kind.SPARK,
                        Map.of("spark.hadoop." + level, "9", "spark.sql.parquet.compression.codec", "zstd")));
        assertEquals(
                List.of(), warnings(ConfiguredKeys.Kind.HADOOP, Map.of(level, "9", "parquet.compression", "ZSTD")));
    }

    @Test
    void theLibraryIsASystemProperty() {
        assertWarning(
                ConfiguredKeys.Kind.HADOOP,
                Map.of("parquet.fastcodec.libdeflate.path", "/x.so"),
                "parquet.fastcodec.libdeflate.path in there has no effect: it is a system property:"
                        + " -Dparquet.fastcodec.libdeflate.path=/x.so");
        assertEquals(
                List.of(), warnings(ConfiguredKeys.Kind.SYSTEM, Map.of("parquet.fastcodec.libdeflate.path", "/x.so")));
    }

    // Would catch: a job's configuration that asks for the MBean, which comes by the system property alone.
    @Test
    void theMBeanIsASystemProperty() {
        assertWarning(
                ConfiguredKeys.Kind.SPARK,
                Map.of("spark.hadoop.parquet.fastcodec.jmx", "true"),
                "spark.hadoop.parquet.fastcodec.jmx in there has no effect: it is a system property:"
                        + " -Dparquet.fastcodec.jmx=true");
        assertEquals(List.of(), warnings(ConfiguredKeys.Kind.SYSTEM, Map.of("parquet.fastcodec.jmx", "true")));
    }

    // Would catch: a new setting of which the Doctor says that there is none.
    @Test
    void noSettingIsWarnedOf() {
        Map<String, String> keys = Settings.ALL.stream()
                .filter(setting -> setting != Settings.LIBDEFLATE_PATH)
                .collect(Collectors.toMap(Setting::key, setting -> "x", (one, other) -> one, LinkedHashMap::new));
        assertEquals(List.of(), warnings(ConfiguredKeys.Kind.SYSTEM, keys));
    }

    @Test
    void keysAreFoundWherePeoplePutThem() throws IOException {
        Files.writeString(
                directory.resolve("core-site.xml"),
                "<configuration><property><name> parquet.fastcodec.enable </name><value>true</value></property>"
                        + "</configuration>");
        Files.writeString(directory.resolve("broken-site.xml"), "<configuration>");
        Files.writeString(
                directory.resolve("spark-defaults.conf"),
                "# a comment\nspark.io.compression.zstd.level   9\nspark.hadoop.parquet.fastcodec.enabled=true\n");
        Properties system = new Properties();
        system.setProperty("parquet.fastcodec.engine.gzip", "jdk-zlib");
        List<String> problems = new ArrayList<>();
        List<ConfiguredKeys> found = ConfiguredKeys.find(
                name -> Map.of("HADOOP_CONF_DIR", directory.toString(), "SPARK_CONF_DIR", directory.toString())
                        .get(name),
                system,
                problems);
        assertEquals(3, found.size());
        assertEquals(
                Map.of("parquet.fastcodec.engine.gzip", "jdk-zlib"),
                found.get(0).keys());
        assertEquals(Map.of("parquet.fastcodec.enable", "true"), found.get(1).keys());
        assertEquals(directory.resolve("core-site.xml").toString(), found.get(1).place());
        assertEquals("9", found.get(2).keys().get("spark.io.compression.zstd.level"));
        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.get(0).startsWith(directory.resolve("broken-site.xml") + " cannot be read"));
    }

    // Would catch: a level that is said to have no effect because the key of its codec stands behind a line that
    // cannot be read.
    @Test
    void ofAFileThatCannotBeReadNothingIsConcluded(@TempDir Path conf) throws IOException {
        Files.writeString(
                conf.resolve("spark-defaults.conf"),
                "spark.hadoop.parquet.compression.codec.zstd.level 9\nspark.x \\uXYZ\nspark.y 1\n");
        List<String> problems = new ArrayList<>();
        List<ConfiguredKeys> found = ConfiguredKeys.find(
                name -> name.equals("SPARK_CONF_DIR") ? conf.toString() : null, new Properties(), problems);
        assertEquals(1, found.size(), "the system properties");
        assertEquals(1, problems.size());
        assertTrue(
                problems.get(0).contains("spark-defaults.conf cannot be read, so its keys are not looked at"),
                problems.get(0));
    }
}
