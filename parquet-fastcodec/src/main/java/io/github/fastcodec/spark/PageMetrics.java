// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PageStats;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The page counters as gauges, e.g. {@code zstd.compress.pages}, and the tasks' CPU time. Sizes are in bytes, times in nanoseconds. */
final class PageMetrics {

    private PageMetrics() {}

    /** Registers the gauges of every codec and direction. Reading a gauge reads its counter. */
    static void registerWith(MetricRegistry registry) {
        registry.register("tasks.cpuNanos", (Gauge<Long>) TaskCpu::nanos);
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            // UNCOMPRESSED pages are not counted
            if (codec == CompressionCodecName.UNCOMPRESSED) {
                continue;
            }
            for (Direction direction : Direction.values()) {
                String prefix = codec.name().toLowerCase(Locale.ROOT) + "."
                        + direction.name().toLowerCase(Locale.ROOT) + ".";
                Supplier<PageStats> pages = () -> FastCodecStats.of(codec, direction);
                register(registry, prefix + "pages", pages, PageStats::getPages);
                register(registry, prefix + "bytesIn", pages, PageStats::getBytesIn);
                register(registry, prefix + "bytesOut", pages, PageStats::getBytesOut);
                register(registry, prefix + "nanos", pages, PageStats::getNanos);
                register(registry, prefix + "failures", pages, PageStats::getFailures);
            }
        }
    }

    private static void register(
            MetricRegistry registry, String name, Supplier<PageStats> pages, ToLongFunction<PageStats> value) {
        registry.register(name, (Gauge<Long>) () -> value.applyAsLong(pages.get()));
    }
}
