// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.micrometer;

import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PageStats;
import io.github.fastcodec.PoolState;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Binds meters for the pages and the context pool of this process: {@code new FastCodecMeters().bindTo(registry)}. A meter
 * reads {@link FastCodecStats} on demand, so it adds no work to a page. The registry keeps this project's classes alive.
 * Immutable and thread-safe.
 */
public final class FastCodecMeters implements MeterBinder {

    private static final String PREFIX = "parquet.fastcodec.";

    private final Tags tags;

    /** Creates a binder whose meters have no tags other than {@code codec} and {@code direction}. */
    public FastCodecMeters() {
        this(List.of());
    }

    /**
     * Creates a binder.
     *
     * @param tags added to the tags of each meter
     */
    public FastCodecMeters(Iterable<Tag> tags) {
        this.tags = Tags.of(tags);
    }

    /** Registers the meters. Meters that are already registered stay unchanged. */
    @Override
    public void bindTo(MeterRegistry registry) {
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            if (codec != CompressionCodecName.UNCOMPRESSED) { // UNCOMPRESSED pages are not counted
                for (Direction direction : Direction.values()) {
                    bindPages(registry, codec, direction);
                }
            }
        }
        bindPool(registry);
    }

    private void bindPages(MeterRegistry registry, CompressionCodecName codec, Direction direction) {
        Tags pageTags = tags.and(
                "codec", codec.name().toLowerCase(Locale.ROOT),
                "direction", direction.name().toLowerCase(Locale.ROOT));
        Supplier<PageStats> pages = () -> FastCodecStats.of(codec, direction);
        FunctionTimer.builder(
                        PREFIX + "pages",
                        codec,
                        any -> pages.get().getPages(),
                        any -> pages.get().getNanos(),
                        TimeUnit.NANOSECONDS)
                .tags(pageTags)
                .description("Pages processed successfully, and the time spent on them")
                .register(registry);
        count(registry, pageTags, "bytes.in", pages, PageStats::getBytesIn, "Input of pages that succeeded");
        count(registry, pageTags, "bytes.out", pages, PageStats::getBytesOut, "Output of pages that succeeded");
        count(registry, pageTags, "failures", pages, PageStats::getFailures, "Pages that ended in an exception");
    }

    private void bindPool(MeterRegistry registry) {
        gauge(registry, "contexts", PoolState::getContexts, "Contexts that the pool keeps, busy or idle");
        gauge(registry, "contexts.idle", PoolState::getIdle, "Contexts of the pool that are idle");
        gauge(registry, "contexts.limit", PoolState::getMaxContexts, "Largest number of contexts that the pool keeps");
        gauge(registry, "bytes", PoolState::getBytes, "Estimated memory of the contexts that the pool keeps");
        gauge(registry, "bytes.limit", PoolState::getMaxBytes, "Most memory that the contexts may hold together");
        // The name is not "contexts.created", because Prometheus reserves "created" at the end of a name.
        Supplier<PoolState> pool = FastCodecStats::pool;
        count(registry, tags, "pool.created.contexts", pool, PoolState::getCreated, "Contexts created so far");
        count(registry, tags, "pool.closed.contexts", pool, PoolState::getClosed, "Contexts closed so far");
    }

    private void gauge(MeterRegistry registry, String name, ToLongFunction<PoolState> value, String meaning) {
        Gauge.builder(PREFIX + "pool." + name, () -> value.applyAsLong(FastCodecStats.pool()))
                .tags(tags)
                .description(meaning)
                .register(registry);
    }

    private static <S> void count(
            MeterRegistry registry,
            Tags tags,
            String name,
            Supplier<S> numbers,
            ToLongFunction<S> value,
            String meaning) {
        // A registry refers weakly to the counted object; an enum constant lives as long as its class.
        FunctionCounter.builder(PREFIX + name, Direction.COMPRESS, any -> value.applyAsLong(numbers.get()))
                .tags(tags)
                .description(meaning)
                .register(registry);
    }
}
