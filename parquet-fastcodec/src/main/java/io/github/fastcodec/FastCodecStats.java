// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.internal.link.AgentLink;
import io.github.fastcodec.internal.page.PageCounters;
import java.util.Objects;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What parquet-fastcodec has done in this process since its classes were loaded, and what it holds. Safe for use by many
 * threads; reading disturbs none of them. Where the Java agent runs beside, its pages and contexts are included.
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
     * Returns all of it at once, in the shape that JMX shows: the pages of each codec and direction, and the pool. What is returned
     * is immutable and stays as it is, so the difference of two snapshots is what happened between them. Needs no JMX. Its
     * {@code toString} has a line for each codec and direction that had pages or failures, and one for the pool.
     */
    public static FastCodecMXBean snapshot() {
        return new StatsSnapshot();
    }
}
