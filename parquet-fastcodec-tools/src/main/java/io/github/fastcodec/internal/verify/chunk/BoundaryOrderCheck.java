// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.chunk;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.verify.footer.Bounds;
import io.github.fastcodec.internal.verify.page.ColumnValues;
import io.github.fastcodec.verify.FindingKind;
import java.util.Locale;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** Checks that bounds of pages have the order that the column index declares: parquet-java relies on it for binary searches. */
public final class BoundaryOrderCheck {

    private BoundaryOrderCheck() {}

    /**
     * Requires the order of bounds that a column index declares.
     *
     * @throws FileDefect if the bounds are not in this order
     */
    public static void require(ColumnIndex index, PrimitiveType type) throws FileDefect {
        if (index.getBoundary_order() == BoundaryOrder.UNORDERED || !ColumnValues.isOrdered(type)) {
            return;
        }
        boolean isAscending = index.getBoundary_order() == BoundaryOrder.ASCENDING;
        Bounds before = null;
        for (int page = 0; page < index.getNull_pagesSize(); page++) {
            if (index.getNull_pages().get(page)) {
                continue;
            }
            Bounds bounds = Bounds.of(
                    FindingKind.COLUMN_INDEX,
                    "the column index",
                    type,
                    index.getMin_values().get(page).array(),
                    index.getMax_values().get(page).array());
            if (!isInOrder(isAscending ? before : bounds, isAscending ? bounds : before)) {
                throw new FileDefect("its column index says that the bounds of its pages are "
                        + index.getBoundary_order().name().toLowerCase(Locale.ROOT) + ", but those of data page " + page
                        + " are not: parquet-java skips pages with values that it searches for");
            }
            before = bounds;
        }
    }

    private static boolean isInOrder(@Nullable Bounds lower, @Nullable Bounds higher) {
        if (lower == null || higher == null) {
            return true;
        }
        Statistics<?> stated = lower.stated();
        return higher.compare(Bounds.Side.MINIMUM, stated) <= 0 && higher.compare(Bounds.Side.MAXIMUM, stated) <= 0;
    }
}
