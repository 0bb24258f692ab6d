// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.settings;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.format.CodecFacts;
import io.github.fastcodec.internal.settings.Setting.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    private static final List<Setting<?>> ALL = Settings.ALL;

    /** The keys of parquet-java and Hadoop, which keep their names. */
    private static final List<String> NOT_OURS = List.of(
            "parquet.compression.codec.zstd.level",
            "parquet.compression.codec.zstd.workers",
            "zlib.compress.level",
            "compression.brotli.quality");

    // Would catch: a key that is copied by mistake and has two meanings.
    @Test
    void keysAreUnique() {
        List<String> keys = ALL.stream().map(Setting::key).toList();
        assertEquals(keys.stream().distinct().toList(), keys);
    }

    // Would catch: a constant that is missing in the lists, so that it is not read or documented.
    @Test
    void listHasEveryDeclaredSetting() {
        List<Object> declared = Stream.concat(
                        Arrays.stream(Settings.class.getFields())
                                .filter(field -> field.getType() == Setting.class)
                                .map(SettingsTest::value),
                        Arrays.stream(CompressionCodecName.values())
                                .flatMap(codec -> Stream.of(Settings.level(codec), Settings.engine(codec)))
                                .filter(setting -> setting != null))
                .collect(Collectors.toList());
        declared.removeAll(ALL);
        assertEquals(List.of(), declared);
        assertTrue(
                ALL.containsAll(Settings.JOB_SETTINGS) && Settings.JOB_SETTINGS.containsAll(Settings.FACTORY_SETTINGS));
    }

    private static Object value(java.lang.reflect.Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @FieldSource("ALL")
    void everyKeyOfOursStartsWithThePrefix(Setting<?> setting) {
        assertTrue(NOT_OURS.contains(setting.key()) || setting.key().startsWith("parquet.fastcodec."));
    }

    // Would catch: a default outside its range, which cannot be configured, and a text that only resembles a
    // default.
    @ParameterizedTest
    @FieldSource("ALL")
    void defaultsAreValidValues(Setting<?> setting) {
        if (setting.hasDefault()) {
            assertEquals(setting.get(key -> null), setting.parse(setting.defaultText()));
            assertEquals(setting.get(key -> null), setting.get(key -> " " + setting.defaultText() + " "));
        } else {
            assertTrue(setting.find(key -> null).isEmpty());
        }
    }

    @ParameterizedTest
    @FieldSource("ALL")
    void everySettingIsDescribed(Setting<?> setting) {
        for (String text : List.of(setting.type(), setting.range(), setting.defaultText(), setting.meaning())) {
            assertFalse(text.isBlank());
            assertFalse(text.contains("|") || text.contains("\n"), "would break the table: " + text);
        }
        assertTrue(setting.meaning().endsWith("."), setting::meaning);
        assertNotNull(setting.scope());
    }

    @ParameterizedTest
    @EnumSource
    void everyCodecHasSettingsForItsEngineAndLevels(CompressionCodecName codec) {
        CodecFacts.Levels levels = CodecFacts.of(codec).levels();
        assertEquals(levels == null, Settings.level(codec) == null);
        if (levels != null) {
            assertEquals(levels.key(), Settings.level(codec).key());
            assertEquals(levels.defaultLevel(), Settings.level(codec).get(key -> null));
            assertEquals(Scope.CODEC, Settings.level(codec).scope());
        }
        assertEquals(Engines.of(codec).isEmpty(), Settings.engine(codec) == null);
        if (Settings.engine(codec) != null) {
            assertEquals(Engines.AUTO, Settings.engine(codec).get(key -> null));
        }
    }

    // Would catch: a boolean that this table reads differently from Hadoop's Configuration.
    @ParameterizedTest
    @ValueSource(strings = {"true", "false", "TRUE", "False", " true ", "\tfalse\n"})
    void readsTheSwitchAsHadoopReadsBooleans(String value) {
        Configuration configuration = new Configuration(false);
        configuration.set(Settings.ENABLED_KEY, value);
        for (boolean otherwise : new boolean[] {true, false}) {
            assertEquals(
                    configuration.getBoolean(Settings.ENABLED_KEY, otherwise),
                    Settings.ENABLED.get(configuration::get),
                    value);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "parquet.fastcodec.enabled           | flase | parquet.fastcodec.enabled is \"flase\", expected true or false",
                "parquet.fastcodec.enabled           | ''    | parquet.fastcodec.enabled is \"\", expected true or false",
                "parquet.fastcodec.enabled           | 1     | parquet.fastcodec.enabled is \"1\", expected true or false",
                "parquet.fastcodec.pool.idle.seconds | 0     | parquet.fastcodec.pool.idle.seconds is \"0\", expected a number of seconds from 1 to 86400",
                "parquet.fastcodec.verify.compression | 0 | parquet.fastcodec.verify.compression is \"0\", expected true or false",
                "compression.brotli.quality          | best  | Compression level of BROTLI (compression.brotli.quality) is \"best\", expected a number from 0 to 11",
                "parquet.fastcodec.lz4.level         | 0     | Compression level of LZ4_RAW (parquet.fastcodec.lz4.level) is \"0\", expected a number from 1 to 12",
            })
    void errorNamesKeyValueAndRange(String key, String value, String message) {
        Setting<?> setting =
                ALL.stream().filter(one -> one.key().equals(key)).findFirst().orElseThrow();
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> setting.get(Map.of(key, value)::get))
                        .getMessage());
    }

    @Test
    void acceptsNumbersOnlyWithinTheirBounds() {
        assertAll(
                () -> assertEquals(256L, Settings.ZSTD_WORKERS.parse("256")),
                () -> assertEquals(0L, Settings.ZSTD_WORKERS.parse(" 0 ")),
                () -> assertThrows(IllegalArgumentException.class, () -> Settings.ZSTD_WORKERS.parse("257")),
                () -> assertThrows(IllegalArgumentException.class, () -> Settings.ZSTD_WORKERS.parse("-1")),
                () -> assertThrows(
                        IllegalArgumentException.class, () -> Settings.ZSTD_WORKERS.parse("9223372036854775808")));
    }
}
