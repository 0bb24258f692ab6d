// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** All numbers of {@link FastCodecStats}, read once, in the shape that JMX shows. Immutable. */
final class StatsSnapshot implements FastCodecMXBean {

    private final Map<String, Pages> pages = new TreeMap<>();
    private final Pool pool = new PoolNumbers(FastCodecStats.pool());

    StatsSnapshot() {
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            if (codec != CompressionCodecName.UNCOMPRESSED) { // of which nothing is counted
                for (Direction direction : Direction.values()) {
                    pages.put(key(codec, direction), new PageNumbers(FastCodecStats.of(codec, direction)));
                }
            }
        }
    }

    private static String key(CompressionCodecName codec, Direction direction) {
        return codec.name().toLowerCase(Locale.ROOT) + "." + direction.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Map<String, Pages> getPages() {
        return Collections.unmodifiableMap(pages);
    }

    @Override
    public Pool getPool() {
        return pool;
    }

    /** Returns a line for each codec and direction that had pages or failures, and one for the pool. */
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

    private static final class PageNumbers implements Pages {
        private final PageStats stats;

        private PageNumbers(PageStats stats) {
            this.stats = stats;
        }

        @Override
        public long getPages() {
            return stats.pages();
        }

        @Override
        public long getBytesIn() {
            return stats.bytesIn();
        }

        @Override
        public long getBytesOut() {
            return stats.bytesOut();
        }

        @Override
        public long getNanos() {
            return stats.nanos();
        }

        @Override
        public long getFailures() {
            return stats.failures();
        }

        @Override
        public String toString() {
            return stats.toString();
        }
    }

    private static final class PoolNumbers implements Pool {
        private final PoolState state;

        private PoolNumbers(PoolState state) {
            this.state = state;
        }

        @Override
        public int getContexts() {
            return state.contexts();
        }

        @Override
        public int getIdle() {
            return state.idle();
        }

        @Override
        public long getBytes() {
            return state.bytes();
        }

        @Override
        public long getCreated() {
            return state.created();
        }

        @Override
        public long getClosed() {
            return state.closed();
        }

        @Override
        public int getMaxContexts() {
            return state.maxContexts();
        }

        @Override
        public long getMaxBytes() {
            return state.maxBytes();
        }

        @Override
        public int getIdleSeconds() {
            return state.idleSeconds();
        }

        @Override
        public String toString() {
            return state.toString();
        }
    }
}
