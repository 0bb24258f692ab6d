// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.internal.link.AgentLink;
import io.github.fastcodec.internal.page.PageCounters;
import java.util.Objects;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The pages that parquet-fastcodec processed in this process since its classes were loaded, and the contexts that it holds. If the
 * Java agent runs too, its pages and contexts are included. Safe for use by many threads; reading slows none of them down.
 */
public final class FastCodecStats {

    private FastCodecStats() {}

    /**
     * Returns the pages that went through one codec in one direction, in all threads. A page counts when it is done.
     * UNCOMPRESSED pages are not counted.
     */
    public static PageStats of(CompressionCodecName codec, Direction direction) {
        Objects.requireNonNull(codec, "codec");
        return new PageStats(
                direction == Direction.COMPRESS
                        ? PageCounters.ofCompression(codec)
                        : PageCounters.ofDecompression(codec),
                AgentLink.pages(codec.name() + "/" + direction.name()));
    }

    /** Returns what the pool of contexts holds. */
    public static PoolState pool() {
        return new PoolState();
    }

    /**
     * Returns all numbers at once, in the shape that JMX shows: the pages of each codec and direction, and the pool. The result is
     * immutable, so the difference of two snapshots is what happened between them. Needs no JMX. The result's {@code toString} has a line for each codec and direction that had pages or failures, and one for the pool.
     */
    public static FastCodecMXBean snapshot() {
        return new StatsSnapshot();
    }
}
