// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.codahale.metrics.MetricRegistry;
import io.github.fastcodec.FastCodecFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** The page metrics for Spark's metrics system. The tools module's src/it/spark tests their registration with Spark. */
class PageMetricsTest {

    private final MetricRegistry registry = new MetricRegistry();

    @Test
    void registersFiveGaugesForEachCodecAndDirection() {
        PageMetrics.registerWith(registry);

        TreeSet<String> expected = new TreeSet<>();
        expected.add("tasks.cpuNanos");
        for (String codec : new String[] {"snappy", "gzip", "lzo", "brotli", "lz4", "zstd", "lz4_raw"}) {
            for (String direction : new String[] {"compress", "decompress"}) {
                for (String what : new String[] {"pages", "bytesIn", "bytesOut", "nanos", "failures"}) {
                    expected.add(codec + "." + direction + "." + what);
                }
            }
        }
        assertEquals(expected, registry.getNames());
    }

    /** Would catch: gauges that show the numbers from their registration, or each other's. */
    @Test
    void gaugesFollowThePages() throws Exception {
        PageMetrics.registerWith(registry);
        Map<String, Long> before = values();

        byte[] page = new byte[1000];
        FastCodecFactory factory = new FastCodecFactory();
        byte[] compressed = factory.getCompressor(CompressionCodecName.ZSTD)
                .compress(BytesInput.from(page))
                .toInputStream()
                .readAllBytes();
        factory.getDecompressor(CompressionCodecName.ZSTD)
                .decompress(BytesInput.from(compressed), page.length)
                .toInputStream()
                .readAllBytes();

        assertEquals(1, grown(before, "zstd.compress.pages"));
        assertEquals(page.length, grown(before, "zstd.compress.bytesIn"));
        assertEquals(compressed.length, grown(before, "zstd.compress.bytesOut"));
        assertTrue(grown(before, "zstd.compress.nanos") > 0);
        assertEquals(1, grown(before, "zstd.decompress.pages"));
        assertEquals(compressed.length, grown(before, "zstd.decompress.bytesIn"));
        assertEquals(page.length, grown(before, "zstd.decompress.bytesOut"));
        assertTrue(grown(before, "zstd.decompress.nanos") > 0);
        assertEquals(0, grown(before, "zstd.compress.failures"));
        assertEquals(0, grown(before, "lz4_raw.compress.pages"));
    }

    private long grown(Map<String, Long> before, String gauge) {
        return values().get(gauge) - before.get(gauge);
    }

    private Map<String, Long> values() {
        Map<String, Long> values = new TreeMap<>();
        registry.getGauges().forEach((name, gauge) -> values.put(name, (Long) gauge.getValue()));
        return values;
    }
}
