// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.support.IsolatedLoader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AircompressorEngineTest {

    // Would catch: a codec that is missing in the registry, and LZO with a lower priority than an alternative
    // engine that is added.
    @Test
    void everyCodecHasAnEngineWithItsPriority() {
        Map<String, Integer> priorities = new TreeMap<>();
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            Engines.of(codec).stream()
                    .filter(engine -> engine.name().equals("aircompressor"))
                    .forEach(engine -> priorities.put(codec.name(), engine.priority()));
        }
        assertEquals(Map.of("SNAPPY", 50, "LZ4_RAW", 50, "LZ4", 50, "LZO", 100, "ZSTD", 50), priorities);
    }

    // Would catch: codecs that share a table of constructors, so that none works if shading has removed one
    // codec's classes.
    @ParameterizedTest
    @CsvSource({"snappy, SNAPPY", "lz4, LZ4 LZ4_RAW", "lzo, LZO", "zstd, ZSTD"})
    void missingClassDisablesOnlyItsCodec(String classes, String missing) throws Exception {
        String refused = "io.airlift.compress." + classes + ".";
        try (IsolatedLoader loader = IsolatedLoader.of(List.of(), file -> false, name -> name.startsWith(refused))) {
            Supplier<?> answering = loader.newInstance(AircompressorVersionTest.Answers.class, Supplier.class);
            List<?> answers = (List<?>) answering.get();
            assertEquals(5, answers.size());
            for (Object answer : answers) {
                String codec = answer.toString().substring(0, answer.toString().indexOf(' '));
                boolean isMissing = List.of(missing.split(" ")).contains(codec);
                assertEquals(
                        isMissing ? codec + " missing (java.lang.NoClassDefFoundError: " : codec + " available",
                        answer.toString().replaceFirst("(NoClassDefFoundError: ).*", "$1"));
            }
        }
    }

    // Would catch: blocks of one codec in another codec's pages.
    @Test
    void createsNoContextsForACodecThatTheLibraryLacks() {
        AircompressorEngine engine = new AircompressorEngine(CompressionCodecName.GZIP);
        assertThrows(IllegalArgumentException.class, () -> engine.newCompressor(CompressionSettings.ofLevel(1)));
        assertThrows(IllegalArgumentException.class, engine::newDecompressor);
    }
}
