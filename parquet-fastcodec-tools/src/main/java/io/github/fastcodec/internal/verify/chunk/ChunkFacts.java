// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.chunk;

import io.github.fastcodec.internal.verify.page.PageFacts;
import org.apache.parquet.column.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * The totals of the pages of a column chunk. Immutable.
 *
 * @param nulls the number of nulls, or {@link PageFacts#UNKNOWN}
 * @param nans the number of NaN values, or {@link PageFacts#UNKNOWN}
 * @param nullLists the number of rows with a null list, or {@link PageFacts#UNKNOWN}
 * @param values the least and the largest value, or null if they are unknown
 */
public record ChunkFacts(
        long nulls, long nans, long nullLists, @Nullable Statistics<?> values) {

    public static final ChunkFacts UNKNOWN =
            new ChunkFacts(PageFacts.UNKNOWN, PageFacts.UNKNOWN, PageFacts.UNKNOWN, null);
}
