// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.zlib.ZlibCompressor.CompressionLevel;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.codec.ZstandardCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FastCodecOptionsTest {

    private static final String ZSTD_LEVEL = ZstandardCodec.PARQUET_COMPRESS_ZSTD_LEVEL;
    private static final String GZIP_LEVEL = "zlib.compress.level";
    private static final String BROTLI_QUALITY = "compression.brotli.quality";

    private static final String PAGE_TOO_LARGE_FOR_AN_ARRAY = "2147483640";

    @Test
    void defaultsAreThoseOfParquetJavaWithoutAPageLimit() {
        for (FastCodecOptions options : List.of(FastCodecOptions.defaults(), options(Map.of()))) {
            assertEquals(
                    ZstandardCodec.DEFAULT_PARQUET_COMPRESS_ZSTD_LEVEL,
                    options.settings(CompressionCodecName.ZSTD).level());
            assertEquals(6, options.settings(CompressionCodecName.GZIP).level());
            assertEquals(1, options.settings(CompressionCodecName.BROTLI).level());
            assertEquals(Integer.MAX_VALUE - 8, options.maxPageBytes());
        }
    }

    // Would catch: a setting of a distributed job that only reaches the driver.
    @Test
    void serializedOptionsKeepAllSettings() throws IOException, ClassNotFoundException {
        FastCodecOptions options = options(Map.of(
                Settings.VERIFY_COMPRESSION.key(), "true", Settings.MAX_PAGE_BYTES.key(), "1000000", ZSTD_LEVEL, "7"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(options);
        }
        FastCodecOptions read =
                (FastCodecOptions) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        assertTrue(read.verifiesCompression());
        assertEquals(7, read.settings(CompressionCodecName.ZSTD).level());
        assertEquals(1_000_000, read.maxPageBytes());
    }

    @ParameterizedTest
    @CsvSource({
        "ZSTD, parquet.compression.codec.zstd.level, 22",
        "ZSTD, parquet.compression.codec.zstd.level, -131072",
        "GZIP, zlib.compress.level, 0",
        "GZIP, zlib.compress.level, 12",
        "LZ4_RAW, parquet.fastcodec.lz4.level, 1",
        "LZ4, parquet.fastcodec.lz4.level, 12",
        "BROTLI, compression.brotli.quality, 0",
        "BROTLI, compression.brotli.quality, 11"
    })
    void acceptsLevelsWithinTheirBounds(CompressionCodecName codec, String key, int level) {
        assertEquals(
                level,
                options(Map.of(key, Integer.toString(level))).settings(codec).level());
        assertEquals(
                level, options(Map.of(key, " " + level + " ")).settings(codec).level(), "with blanks around it");
    }

    @Test
    void numberForTheDefaultSelectsTheDefaultLevel() {
        String key = "parquet.compression.codec.zstd.level";
        assertEquals(
                3, options(Map.of(key, "0")).settings(CompressionCodecName.ZSTD).level());
        assertEquals(
                3,
                FastCodecOptions.defaults()
                        .settings(CompressionCodecName.ZSTD, 0)
                        .level());
        assertEquals(
                6,
                FastCodecOptions.defaults()
                        .settings(CompressionCodecName.GZIP, -1)
                        .level());
    }

    /** The names and numbers come from Hadoop's own enum, so that none can be forgotten or mixed up. */
    @ParameterizedTest
    @EnumSource
    void readsTheNamesOfHadoopsZlibLevels(CompressionLevel named) throws ReflectiveOperationException {
        Method number = CompressionLevel.class.getDeclaredMethod("compressionLevel");
        number.setAccessible(true);
        int level = (int) number.invoke(named);
        int expected = level == -1 ? 6 : level; // zlib's default
        for (String value : List.of(named.name(), named.name().toLowerCase(Locale.ROOT), Integer.toString(level))) {
            assertEquals(
                    expected,
                    options(Map.of(GZIP_LEVEL, value))
                            .settings(CompressionCodecName.GZIP)
                            .level(),
                    value);
        }
        Configuration configuration = new Configuration(false);
        configuration.setEnum(GZIP_LEVEL, named);
        assertEquals(
                expected,
                FastCodecOptions.from(configuration::get)
                        .settings(CompressionCodecName.GZIP)
                        .level());
    }

    @ParameterizedTest
    @CsvSource({
        "ZSTD, parquet.compression.codec.zstd.level, 23, from -131072 to 22",
        "ZSTD, parquet.compression.codec.zstd.level, -131073, from -131072 to 22",
        "ZSTD, parquet.compression.codec.zstd.level, BEST_SPEED, from -131072 to 22",
        "GZIP, zlib.compress.level, 13, from -1 to 12 or a name of Hadoop's ZlibCompressor.CompressionLevel",
        "GZIP, zlib.compress.level, -2, from -1 to 12",
        "GZIP, zlib.compress.level, BEST, from -1 to 12",
        "BROTLI, compression.brotli.quality, 12, from 0 to 11",
        "BROTLI, compression.brotli.quality, -1, from 0 to 11",
        "BROTLI, compression.brotli.quality, '', from 0 to 11",
        "BROTLI, compression.brotli.quality, 99999999999, from 0 to 11"
    })
    void invalidLevelFailsOnlyItsCodecAndNamesTheRange(
            CompressionCodecName codec, String key, String value, String range) {
        FastCodecFactory factory = new FastCodecFactory(options(Map.of(key, value)));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> factory.getCompressor(codec));
        assertTrue(
                e.getMessage().contains("(" + key + ") is \"" + value + "\"")
                        && e.getMessage().contains(range),
                e::getMessage);
        assertDoesNotThrow(() -> factory.getDecompressor(codec), "reading needs no level");
        for (CompressionCodecName other : CompressionCodecName.values()) {
            if (other != codec) {
                assertDoesNotThrow(() -> factory.getCompressor(other), other::name);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", PAGE_TOO_LARGE_FOR_AN_ARRAY, "9223372036854775807", "1m", "", "1.5"})
    void namesKeyValueAndRangeOfAnInvalidPageLimit(String value) {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> options(Map.of(Settings.MAX_PAGE_BYTES.key(), value)));
        assertEquals(
                "parquet.fastcodec.max.page.bytes is \"" + value
                        + "\", expected a number of bytes from 1 to 2147483639",
                e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1 << 20, Integer.MAX_VALUE - 8})
    void acceptsPageLimitsWithinTheirBounds(int limit) {
        assertEquals(
                limit,
                options(Map.of(Settings.MAX_PAGE_BYTES.key(), Integer.toString(limit)))
                        .maxPageBytes());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "parquet.fastcodec.pool.max.contexts | -1            | a number of contexts from 0 to 1048576",
                "parquet.fastcodec.pool.max.contexts | 1048577       | a number of contexts from 0 to 1048576",
                "parquet.fastcodec.pool.max.bytes    | 1099511627777 | a number of bytes from 0 to 1099511627776",
                "parquet.fastcodec.pool.max.bytes    | 64m           | a number of bytes from 0 to 1099511627776",
                "parquet.fastcodec.pool.idle.seconds | 0             | a number of seconds from 1 to 86400",
                "parquet.fastcodec.pool.idle.seconds | 4294967297    | a number of seconds from 1 to 86400"
            })
    void namesKeyValueAndRangeOfAnInvalidPoolSetting(String key, String value, String expected) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> options(Map.of(key, value)));
        assertEquals(key + " is \"" + value + "\", expected " + expected, e.getMessage());
    }

    /** The values are above the defaults, on which other tests in this JVM may rely. */
    @Test
    void factoryRaisesThePoolsLimitsToItsConfiguration() {
        FastCodecOptions asked = options(Map.of(
                Settings.POOL_MAX_CONTEXTS.key(), " 100000 ",
                Settings.POOL_MAX_BYTES.key(), "17179869184",
                Settings.POOL_IDLE_SECONDS.key(), "3600"));
        assertNotEquals(100_000, FastCodecStats.pool().getMaxContexts(), "options alone change nothing");
        new FastCodecFactory(asked);
        new FastCodecFactory();
        assertEquals(100_000, FastCodecStats.pool().getMaxContexts());
        assertEquals(1L << 34, FastCodecStats.pool().getMaxBytes());
        assertEquals(3600, FastCodecStats.pool().getIdleSeconds());
    }

    @Test
    void readsEveryKindOfConfigurationThroughItsGetMethod() {
        Configuration hadoop = new Configuration(false);
        hadoop.set(ZSTD_LEVEL, "7");
        ParquetConfiguration plain = new PlainParquetConfiguration(Map.of(ZSTD_LEVEL, "8"));
        ParquetConfiguration wrapped = new HadoopParquetConfiguration(hadoop);
        assertEquals(
                7,
                FastCodecOptions.from(hadoop::get)
                        .settings(CompressionCodecName.ZSTD)
                        .level());
        assertEquals(
                8,
                FastCodecOptions.from(plain::get)
                        .settings(CompressionCodecName.ZSTD)
                        .level());
        assertEquals(
                7,
                FastCodecOptions.from(wrapped::get)
                        .settings(CompressionCodecName.ZSTD)
                        .level());
        assertEquals(
                1,
                FastCodecOptions.from(plain::get)
                        .settings(CompressionCodecName.BROTLI)
                        .level(),
                "what is not set");
    }

    /** Threads may share a factory while the configuration keeps changing. */
    @Test
    void ignoresLaterChangesOfTheConfiguration() {
        Configuration configuration = new Configuration(false);
        configuration.set(ZSTD_LEVEL, "7");
        FastCodecOptions options = FastCodecOptions.from(configuration::get);
        configuration.set(ZSTD_LEVEL, "99");
        configuration.set(Settings.MAX_PAGE_BYTES.key(), "1");
        assertEquals(7, options.settings(CompressionCodecName.ZSTD).level());
        assertEquals(Integer.MAX_VALUE - 8, options.maxPageBytes());
    }

    @Test
    void workersApplyOnlyToZstd() {
        FastCodecOptions options = options(Map.of(Settings.ZSTD_WORKERS.key(), "2"));
        assertEquals(2, options.settings(CompressionCodecName.ZSTD).workers());
        assertEquals(2, options.settings(CompressionCodecName.ZSTD, 9).workers(), "also at a column's own level");
        assertEquals(0, options.settings(CompressionCodecName.GZIP).workers());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GZIP | parquet.fastcodec.engine.gzip            | zlib | expected auto or one of libdeflate, jdk-zlib",
                "ZSTD | parquet.compression.codec.zstd.workers   | -1   | expected a number of threads from 0 to 256",
                "ZSTD | parquet.compression.codec.zstd.workers   | many | expected a number of threads from 0 to 256"
            })
    void wrongSettingOfOneCodecFailsOnlyThatCodec(CompressionCodecName codec, String key, String value, String range) {
        FastCodecFactory factory = new FastCodecFactory(options(Map.of(key, value)));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> factory.getCompressor(codec));
        assertEquals(key + " is \"" + value + "\", " + range, e.getMessage());
        assertDoesNotThrow(() -> factory.getCompressor(CompressionCodecName.SNAPPY));
    }

    @Test
    void rejectsAMissingLookup() {
        assertThrows(NullPointerException.class, () -> FastCodecOptions.from(null));
    }

    // Would catch: a setting of the table that no factory reads, and a key that is read but not in the table.
    @Test
    void looksUpEachListedKeyOnceAndNoOther() {
        List<String> read = new ArrayList<>();
        FastCodecOptions.from(key -> {
            read.add(key);
            return null;
        });
        assertEquals(List.copyOf(FastCodecOptions.keys()), read);
        assertTrue(read.containsAll(List.of(ZSTD_LEVEL, GZIP_LEVEL, BROTLI_QUALITY)), read::toString);
    }

    private static FastCodecOptions options(Map<String, String> configuration) {
        return FastCodecOptions.from(configuration::get);
    }
}
