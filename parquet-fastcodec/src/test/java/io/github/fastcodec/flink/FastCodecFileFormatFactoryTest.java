// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.IsolatedLoader;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.factories.Factory;
import org.junit.jupiter.api.Test;

class FastCodecFileFormatFactoryTest {

    /** Flink's filesystem connector makes every factory it finds, whatever format a table has. */
    @Test
    void isMadeByServiceLoaderWithoutFlinkParquetAndWithoutParquet() throws Exception {
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
    void optionsReachParquetUnderItsOwnPrefixAndLevelsUnderHadoopsKeysToo() {
        org.apache.hadoop.conf.Configuration configuration = FormatOptions.toConfiguration(Configuration.fromMap(Map.of(
                "compression",
                "GZIP",
                "zlib.compress.level",
                "9",
                "fastcodec.gzip.effort",
                "fast",
                "page.size",
                "4096")));
        assertEquals("GZIP", configuration.get("parquet.compression"));
        assertEquals("9", configuration.get("zlib.compress.level"));
        assertEquals("fast", configuration.get("parquet.fastcodec.gzip.effort"));
        assertEquals("4096", configuration.get("parquet.page.size"));
    }

    @Test
    void refusesAWrongValueWhenTheStatementIsPlanned() {
        Configuration options = Configuration.fromMap(Map.of("fastcodec.max.page.bytes", "many"));
        FastCodecFileFormatFactory factory = new FastCodecFileFormatFactory();
        for (IllegalArgumentException e : List.of(
                assertThrows(IllegalArgumentException.class, () -> factory.createEncodingFormat(null, options)),
                assertThrows(IllegalArgumentException.class, () -> factory.createDecodingFormat(null, options)))) {
            assertTrue(e.getMessage().contains("parquet.fastcodec.max.page.bytes"), e.getMessage());
        }
    }
}
