// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.internal.context.ContextPool;
import io.github.fastcodec.internal.context.PoolBudget;
import io.github.fastcodec.internal.page.PageCounters;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Statistics of the pages that this copy of parquet-fastcodec has processed since its classes were loaded, and the state of
 * its context pool. The Java agent keeps its own statistics. Thread-safe; reading the statistics does not slow down the
 * threads that process pages.
 */
public final class FastCodecStats {

    private FastCodecStats() {}

    /**
     * Returns the statistics of one codec and direction, summed over all threads. A page is counted when it is finished.
     * UNCOMPRESSED pages are not counted.
     */
    public static PageStats of(CompressionCodecName codec, Direction direction) {
        Objects.requireNonNull(codec, "codec");
        PageCounters counters = direction == Direction.COMPRESS
                ? PageCounters.ofCompression(codec)
                : PageCounters.ofDecompression(codec);
        return new PageStats(
                counters.pages(), counters.bytesIn(), counters.bytesOut(), counters.nanos(), counters.failures());
    }

    /** Returns the state of the context pool. */
    public static PoolState pool() {
        PoolBudget process = ContextPool.process();
        int idle = process.idle(); // read before contexts(), so that it rarely exceeds that number
        return new PoolState(
                process.contexts(),
                idle,
                process.bytes(),
                process.created(),
                process.closed(),
                process.maxContexts(),
                process.maxBytes(),
                process.idleSeconds());
    }

    /**
     * Returns all current numbers in the form that JMX exposes: the statistics of each codec and direction, and the state
     * of the pool. This works without JMX. The result is immutable, so the work done between two snapshots is the
     * difference of their numbers. The result's {@code toString} returns one line for each codec and direction with pages
     * or failures, and one line for the pool.
     */
    public static FastCodecMXBean snapshot() {
        return new Snapshot();
    }

    private static final class Snapshot implements FastCodecMXBean {
        private final Map<String, PageStats> pages = new TreeMap<>();
        private final PoolState pool = pool();

        private Snapshot() {
            for (CompressionCodecName codec : CompressionCodecName.values()) {
                if (codec != CompressionCodecName.UNCOMPRESSED) { // UNCOMPRESSED pages are not counted
                    for (Direction direction : Direction.values()) {
                        pages.put((codec + "." + direction).toLowerCase(Locale.ROOT), of(codec, direction));
                    }
                }
            }
        }

        @Override
        public Map<String, PageStats> getPages() {
            return Collections.unmodifiableMap(pages);
        }

        @Override
        public PoolState getPool() {
            return pool;
        }

        @Override
        public String toString() {
            StringBuilder lines = new StringBuilder();
            pages.forEach((key, row) -> {
                if (row.getPages() > 0 || row.getFailures() > 0) {
                    lines.append(key).append(": ").append(row).append('\n');
                }
            });
            return lines.append("pool: ").append(pool).toString();
        }
    }
}
