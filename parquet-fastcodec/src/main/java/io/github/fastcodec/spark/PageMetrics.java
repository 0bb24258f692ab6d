// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.github.fastcodec.internal.page.Direction;
import io.github.fastcodec.internal.page.PageCounters;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The page counters as gauges, e.g. {@code zstd.compress.pages}; bytes are in bytes, times in nanoseconds. */
final class PageMetrics {

    private PageMetrics() {}

    /** Registers the gauges of every codec and direction; the counters are read whenever a gauge is. */
    static void registerWith(MetricRegistry registry) {
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            // UNCOMPRESSED pages go past our code
            if (codec == CompressionCodecName.UNCOMPRESSED) {
                continue;
            }
            for (Direction direction : Direction.values()) {
                String prefix = codec.name().toLowerCase(Locale.ROOT) + "."
                        + direction.name().toLowerCase(Locale.ROOT) + ".";
                PageCounters counters = PageCounters.of(codec, direction);
                register(registry, prefix + "pages", counters, PageCounters::pages);
                register(registry, prefix + "bytesIn", counters, PageCounters::bytesIn);
                register(registry, prefix + "bytesOut", counters, PageCounters::bytesOut);
                register(registry, prefix + "nanos", counters, PageCounters::nanos);
                register(registry, prefix + "failures", counters, PageCounters::failures);
            }
        }
    }

    private static void register(
            MetricRegistry registry, String name, PageCounters counters, ToLongFunction<PageCounters> value) {
        registry.register(name, (Gauge<Long>) () -> value.applyAsLong(counters));
    }
}
