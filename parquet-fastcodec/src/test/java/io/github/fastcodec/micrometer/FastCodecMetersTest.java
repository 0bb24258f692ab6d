// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PageStats;
import io.github.fastcodec.PoolState;
import io.github.fastcodec.support.BusyContext;
import io.github.fastcodec.support.Pages;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** The counters in Micrometer, and in a Prometheus scrape. */
class FastCodecMetersTest {

    /** Would catch: meters that stop when a garbage collection frees their source, to which registries refer weakly. */
    @Test
    void metersFollowThePagesAlsoAfterACollection() throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        new FastCodecMeters(List.of(Tag.of("application", "a test"))).bindTo(registry);
        System.gc();
        roundTrip();
        Pages.failToDecompress(CompressionCodecName.ZSTD);

        for (Direction direction : Direction.values()) {
            PageStats stats = FastCodecStats.of(CompressionCodecName.ZSTD, direction);
            String[] tags = {
                "application",
                "a test",
                "codec",
                "zstd",
                "direction",
                direction.name().toLowerCase()
            };
            FunctionTimer pages =
                    registry.get("parquet.fastcodec.pages").tags(tags).functionTimer();
            assertTrue(stats.getPages() > 0);
            assertTrue(stats.getFailures() > 0 || direction == Direction.COMPRESS);
            assertEquals(stats.getPages(), pages.count());
            assertEquals(stats.getNanos(), pages.totalTime(TimeUnit.NANOSECONDS), 1);
            assertEquals(stats.getBytesIn(), count(registry, "bytes.in", tags));
            assertEquals(stats.getBytesOut(), count(registry, "bytes.out", tags));
            assertEquals(stats.getFailures(), count(registry, "failures", tags));
        }
        try (BusyContext busy = new BusyContext()) {
            PoolState pool = FastCodecStats.pool();
            busy.assertSeen(pool);
            assertEquals(pool.getCreated(), count(registry, "pool.created.contexts"));
            assertEquals(pool.getClosed(), count(registry, "pool.closed.contexts"));
            assertEquals(pool.getContexts(), gauge(registry, "pool.contexts"));
            assertEquals(pool.getIdle(), gauge(registry, "pool.contexts.idle"));
            assertEquals(pool.getMaxContexts(), gauge(registry, "pool.contexts.limit"));
            assertEquals(pool.getBytes(), gauge(registry, "pool.bytes"));
            assertEquals(pool.getMaxBytes(), gauge(registry, "pool.bytes.limit"));
        }
    }

    /** Would catch: names or types that Prometheus rejects or misinterprets. */
    @Test
    void aScrapeOfPrometheusHasThePages() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new FastCodecMeters().bindTo(registry);
        roundTrip();
        PageStats stats = FastCodecStats.of(CompressionCodecName.ZSTD, Direction.COMPRESS);
        String labels = "{codec=\"zstd\",direction=\"compress\"} ";
        List<String> lines = registry.scrape().lines().toList();
        assertTrue(
                lines.contains("parquet_fastcodec_pages_seconds_count" + labels + stats.getPages()), lines::toString);
        assertTrue(lines.contains("# TYPE parquet_fastcodec_bytes_in_total counter"), lines::toString);
        assertTrue(
                lines.contains("parquet_fastcodec_bytes_in_total" + labels + (double) stats.getBytesIn()),
                lines::toString);
        assertEquals(
                new TreeSet<>(Set.of(
                        "bytes_in_total",
                        "bytes_out_total",
                        "failures_total",
                        "pages_seconds",
                        "pool_bytes",
                        "pool_bytes_limit",
                        "pool_closed_contexts_total",
                        "pool_contexts",
                        "pool_contexts_idle",
                        "pool_contexts_limit",
                        "pool_created_contexts_total")),
                lines.stream()
                        .filter(line -> line.startsWith("# TYPE parquet_fastcodec_"))
                        .map(line -> line.split(" ")[2].substring("parquet_fastcodec_".length()))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static double count(MeterRegistry registry, String name, String... tags) {
        return registry.get("parquet.fastcodec." + name)
                .tags(tags)
                .functionCounter()
                .count();
    }

    private static double gauge(MeterRegistry registry, String name) {
        return registry.get("parquet.fastcodec." + name).gauge().value();
    }

    private static void roundTrip() throws Exception {
        byte[] page = Pages.text(10_000, 1);
        FastCodecFactory factory = new FastCodecFactory();
        byte[] compressed = Pages.compress(factory.getCompressor(CompressionCodecName.ZSTD), page);
        factory.getDecompressor(CompressionCodecName.ZSTD).decompress(BytesInput.from(compressed), page.length);
    }
}
