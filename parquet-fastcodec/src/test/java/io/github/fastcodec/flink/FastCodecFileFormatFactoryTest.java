// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.settings.Setting;
import io.github.fastcodec.internal.settings.Settings;
import io.github.fastcodec.support.IsolatedLoader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.formats.parquet.ParquetFileFormatFactory;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.factories.FactoryUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FastCodecFileFormatFactoryTest {

    /** Flink's filesystem connector instantiates every factory that it finds, whatever the table's format. */
    @Test
    void loadsAsAServiceWithoutParquet() throws Exception {
        try (IsolatedLoader loader = IsolatedLoader.of(
                List.of(),
                name -> name.startsWith("flink-parquet") || name.startsWith("parquet-"),
                name -> name.startsWith("org.apache.flink.formats.") || name.startsWith("org.apache.parquet."))) {
            Class<?> service = loader.loadClass(Factory.class.getName());
            long found = ServiceLoader.load(service, loader).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(factory -> factory.getClass().getName().equals(FastCodecFileFormatFactory.class.getName()))
                    .count();
            assertEquals(1, found);
        }
    }

    @Test
    void passesOptionsToParquetUnderTheirKeys() {
        org.apache.hadoop.conf.Configuration configuration = FormatOptions.toConfiguration(Configuration.fromMap(Map.of(
                "compression",
                "GZIP",
                "zlib.compress.level",
                "9",
                "fastcodec.engine.gzip",
                "jdk-zlib",
                "page.size",
                "4096")));
        assertEquals("GZIP", configuration.get("parquet.compression"));
        assertEquals("9", configuration.get("zlib.compress.level"));
        assertEquals("jdk-zlib", configuration.get("parquet.fastcodec.engine.gzip"));
        assertEquals("4096", configuration.get("parquet.page.size"));
    }

    // Would catch: a setting without an option, an option for another key, and a default that is not valid.
    @Test
    void everyJobSettingIsAnOption() {
        Map<String, ConfigOption<?>> options = new FastCodecFileFormatFactory()
                .optionalOptions().stream().collect(Collectors.toMap(ConfigOption::key, Function.identity()));
        for (Setting<?> setting : Settings.JOB_SETTINGS) {
            ConfigOption<?> option = options.get(
                    setting.key().startsWith("parquet.") ? setting.key().substring(8) : setting.key());
            assertNotNull(option, setting::key);
            assertEquals(setting.hasDefault() ? setting.defaultText() : null, option.defaultValue(), setting::key);
            Configuration table = Configuration.fromMap(Map.of(option.key(), "a value"));
            assertEquals("a value", FormatOptions.toConfiguration(table).get(setting.key()), setting::key);
        }
        Set<String> flinks = new ParquetFileFormatFactory()
                .optionalOptions().stream().map(ConfigOption::key).collect(Collectors.toSet());
        assertTrue(options.keySet().containsAll(flinks), flinks::toString);
        assertEquals(flinks.size() + Settings.JOB_SETTINGS.size(), options.size());
    }

    // Would catch: an option of a type that Flink itself parses, with its own error.
    @Test
    void flinksValidationDoesNotParseOurValues() {
        Map<String, String> table = new HashMap<>();
        FormatOptions.fromSettings().forEach(option -> table.put(option.key(), "BEST_SPEED"));
        assertDoesNotThrow(() ->
                FactoryUtil.validateFactoryOptions(new FastCodecFileFormatFactory(), Configuration.fromMap(table)));
    }

    // Would catch: "No enum constant ... ZSTDX" on a task, an error that names a key that the user did not type.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "compression                    | ZSTDX | parquet-fastcodec.compression is \"ZSTDX\", expected one of UNCOMPRESSED, SNAPPY, GZIP,",
                "compression.codec.zstd.level   | 99    | Compression level of ZSTD (parquet-fastcodec.compression.codec.zstd.level) is \"99\", expected",
                "compression.brotli.quality     | best  | Compression level of BROTLI (parquet-fastcodec.compression.brotli.quality) is \"best\", expected"
            })
    void rejectsAWrongCodecOrLevelDuringPlanning(String option, String value, String message) {
        String codec = option.contains("brotli") ? "brotli" : "zstd";
        Configuration options = new Configuration();
        options.setString("compression", codec);
        options.setString(option, value);
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> new FastCodecFileFormatFactory().createEncodingFormat(null, options));
        assertTrue(e.getMessage().startsWith(message), e.getMessage());
        options.setString("compression", "snappy"); // whose pages have no level
        assertDoesNotThrow(() -> new FastCodecFileFormatFactory().createEncodingFormat(null, options));
    }

    @Test
    void rejectsAWrongValueDuringPlanning() {
        Configuration options = Configuration.fromMap(Map.of("fastcodec.max.page.bytes", "many"));
        FastCodecFileFormatFactory factory = new FastCodecFileFormatFactory();
        for (IllegalArgumentException e : List.of(
                assertThrows(IllegalArgumentException.class, () -> factory.createEncodingFormat(null, options)),
                assertThrows(IllegalArgumentException.class, () -> factory.createDecodingFormat(null, options)))) {
            assertTrue(
                    e.getMessage().startsWith("parquet-fastcodec.fastcodec.max.page.bytes is \"many\", expected "),
                    e.getMessage());
        }
    }
}
