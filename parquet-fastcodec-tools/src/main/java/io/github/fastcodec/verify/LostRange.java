// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import org.jspecify.annotations.Nullable;

/**
 * Finds which rows are lost with the pages of a column chunk, which come in their order. Where a page cannot be read, the offset index
 * says which rows it had, or else its header and those of the pages before it. If nothing does, the range goes on to the next page
 * whose first row is known, or to the end. For one thread.
 */
final class LostRange {

    private final ColumnChunk chunk;
    private final ChunkPromises promises;

    /** Whether a page may begin with the rest of a row, unless an offset index says otherwise. */
    private final boolean mayCutRows;

    private final Losses losses;
    private int nextPage;

    /** The first row of the next page in its row group, or {@link PageFacts#UNKNOWN}. */
    private long row;

    /** The first row that is lost with pages up to the last one, or {@link PageFacts#UNKNOWN} if that one was read. */
    private long start = PageFacts.UNKNOWN;

    /** @param statistics says what the column is, or null if that is not known */
    LostRange(ColumnChunk chunk, ChunkPromises promises, @Nullable ChunkStatistics statistics, Losses losses) {
        this.chunk = chunk;
        this.promises = promises;
        this.mayCutRows = statistics == null || statistics.column().getMaxRepetitionLevel() > 0;
        this.losses = losses;
    }

    void add(PageFacts page) {
        if (page.page > nextPage) { // others could not be read
            begin();
            row = PageFacts.UNKNOWN;
        }
        nextPage = page.page + 1;
        if (page.page < chunk.pages().dictionaryPages()) {
            if (page.isLost()) {
                losses.addAll(chunk.at());
            }
            return;
        }
        long promised = promises.firstRow(page.page);
        row = promised >= 0 ? promised : row;
        end(row);
        long rows = page.rows == PageFacts.UNKNOWN ? page.claimedRows : page.rows;
        if (page.isLost()) {
            begin();
        }
        row = row == PageFacts.UNKNOWN || rows == PageFacts.UNKNOWN ? PageFacts.UNKNOWN : row + rows;
        end(row);
    }

    /** Passes over pages that were not checked. */
    void leaveOut(int end) {
        nextPage = end;
        row = PageFacts.UNKNOWN;
    }

    /** Says that no page comes any more. */
    void finish(long rowsOfGroup) {
        if (nextPage < chunk.pages().count() || !chunk.pages().isWhole()) {
            begin();
        }
        end(rowsOfGroup);
    }

    /** Marks what comes next as lost. */
    private void begin() {
        if (row == PageFacts.UNKNOWN) {
            losses.addAll(chunk.at()); // some part of it
        } else if (start == PageFacts.UNKNOWN) {
            boolean isWholeRow = !mayCutRows || promises.offsets() != null;
            start = isWholeRow ? row : Math.max(0, row - 1);
        }
    }

    private void end(long end) {
        if (start != PageFacts.UNKNOWN && end != PageFacts.UNKNOWN) {
            losses.add(chunk.at(), start, end);
            start = PageFacts.UNKNOWN;
        }
    }
}
