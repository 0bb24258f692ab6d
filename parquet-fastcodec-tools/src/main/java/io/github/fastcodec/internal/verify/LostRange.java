// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.parquet.PageLayout;

/**
 * Finds which rows are lost with the pages of a column chunk, which come in their order. A row that is lost is never left out: where
 * two things disagree on how many rows a page has, or nothing tells, the range is as large as it may be, up to the whole chunk. For
 * one thread.
 */
final class LostRange {

    private final PageLayout pages;
    private final PageIndexes indexes;

    /** Whether each page begins with a row: it cannot begin within one, or an offset index says so. */
    private final boolean isWholeRow;

    private final Losses losses;
    private int nextPage;

    /** The first row of the next page in its row group, or {@link PageFacts#UNKNOWN}. */
    private long row;

    /** The first row of the last page, or {@link PageFacts#UNKNOWN}. */
    private long lastRow;

    /** Whether the last page has the length that its header says, as a checksum shows, or is lost itself. */
    private boolean isLastSure = true;

    /** Whether {@link #row} rests on what the header of a lost page says. */
    private boolean isClaimed;

    /** The first row that is lost with pages up to the last one, or {@link PageFacts#UNKNOWN} if that one was read. */
    private long start = PageFacts.UNKNOWN;

    /** @param isFlat whether the column is known to be without lists */
    LostRange(PageLayout pages, PageIndexes indexes, boolean isFlat, Losses losses) {
        this.pages = pages;
        this.indexes = indexes;
        this.isWholeRow = isFlat || indexes.offsets() != null;
        this.losses = losses;
    }

    void add(PageFacts page) {
        if (page.page > nextPage) {
            loseUnread();
        }
        nextPage = page.page + 1;
        isLastSure = page.hasChecksum || page.isLost();
        boolean isDictionary = page.page < pages.dictionaryPages();
        if (isDictionary && page.isLost() || pages.dictionaryPages() > 0 && page.mayBlameDictionary()) {
            loseAll();
        }
        if (isDictionary) {
            return;
        }
        goTo(indexes.firstRow(page.page));
        end(row);
        if (page.isLost()) {
            begin(row);
        }
        lastRow = row;
        boolean isCounted = page.rows != PageFacts.UNKNOWN;
        long rows = isCounted ? page.rows : page.claimedRows;
        isClaimed |= !isCounted;
        row = row == PageFacts.UNKNOWN || rows == PageFacts.UNKNOWN ? PageFacts.UNKNOWN : row + rows;
        if (isCounted) {
            end(row);
        }
    }

    /** Takes the first row of the next page from the offset index, which must agree with what was counted. */
    private void goTo(long promised) {
        if (promised >= 0) {
            if (row != PageFacts.UNKNOWN && row != promised) {
                loseAll();
            }
            row = promised;
            isClaimed = false;
        }
    }

    /** Passes over pages that were not checked. */
    void leaveOut(int first, int end) {
        if (first > nextPage) {
            loseUnread();
        }
        nextPage = end;
        row = PageFacts.UNKNOWN;
    }

    /** Says that no page comes any more. */
    void finish(long rowsOfGroup) {
        if (nextPage < pages.count() || !pages.isWhole()) {
            loseUnread();
        } else if (row == PageFacts.UNKNOWN ? isClaimed : row != rowsOfGroup) {
            loseAll();
        }
        end(rowsOfGroup);
    }

    /** Loses what comes next, up to the next page that was read. */
    private void loseUnread() {
        if (nextPage == 0 || isClaimed || !isLastSure && nextPage <= pages.dictionaryPages()) {
            loseAll(); // a dictionary, or it is not known where this begins
        }
        // The last page may be of another length than its header says, and what follows not be where it is looked for.
        begin(isLastSure ? row : lastRow);
        row = PageFacts.UNKNOWN;
    }

    private void loseAll() {
        losses.addAll(pages.chunk().at());
    }

    /** Loses rows from one on. */
    private void begin(long first) {
        if (first == PageFacts.UNKNOWN) {
            loseAll(); // some part of it
        } else if (start == PageFacts.UNKNOWN) {
            start = isWholeRow ? first : Math.max(0, first - 1);
        }
    }

    private void end(long end) {
        if (start != PageFacts.UNKNOWN && end != PageFacts.UNKNOWN) {
            losses.add(pages.chunk().at(), start, end);
            start = PageFacts.UNKNOWN;
        }
    }
}
