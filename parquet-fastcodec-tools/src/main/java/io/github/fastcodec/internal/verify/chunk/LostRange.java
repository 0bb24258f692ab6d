// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.chunk;

import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.verify.finding.Losses;
import io.github.fastcodec.internal.verify.page.PageFacts;
import io.github.fastcodec.internal.verify.page.PageIndexes;

/**
 * Finds the rows that are lost with the pages of a column chunk. Pages are added in order. No lost row is left out: if the number of
 * rows in a page is unknown or contradictory, the range is the largest possible, up to the whole chunk. Not thread-safe.
 */
public final class LostRange {

    private final PageLayout pages;
    private final PageIndexes indexes;

    /** Whether the column is known to have no lists. A page of lists may begin within a row. */
    private final boolean isFlat;

    private final Losses losses;
    private int nextPage;

    /** The index in the row group of the next page's first row, or {@link PageFacts#UNKNOWN}. */
    private long row;

    /** The index in the row group of the last added page's first row, or {@link PageFacts#UNKNOWN}. */
    private long lastRow;

    /** Whether a checksum proves the length in the header of the last added page, or that page is lost anyway. */
    private boolean isLastTrusted = true;

    /** Whether {@link #row} relies on the header of a lost page. */
    private boolean isClaimed;

    /** The first row of the open range of lost rows, or {@link PageFacts#UNKNOWN} if no range is open. */
    private long start = PageFacts.UNKNOWN;

    LostRange(PageLayout pages, PageIndexes indexes, boolean isFlat, Losses losses) {
        this.pages = pages;
        this.indexes = indexes;
        this.isFlat = isFlat;
        this.losses = losses;
    }

    void add(PageFacts page) {
        if (page.page > nextPage) {
            loseUnread();
        }
        nextPage = page.page + 1;
        isLastTrusted = page.hasChecksum || page.isLost();
        boolean isDictionary = page.page < pages.dictionaryPages();
        if (isDictionary && page.isLost() || pages.dictionaryPages() > 0 && page.mayBlameDictionary()) {
            loseAll();
        }
        if (isDictionary) {
            return;
        }
        moveTo(indexes.firstRow(page.page));
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

    /** Takes the first row of the next page from the offset index, which must agree with the rows counted so far. */
    private void moveTo(long stated) {
        if (stated >= 0) {
            if (row != PageFacts.UNKNOWN && row != stated) {
                loseAll();
            }
            row = stated;
            isClaimed = false;
        }
    }

    /** Skips the pages from {@code first} to {@code end}, exclusive, which were not checked. */
    void skip(int first, int end) {
        if (first > nextPage) {
            loseUnread();
        }
        nextPage = end;
        row = PageFacts.UNKNOWN;
    }

    /** Adds the lost rows that become known only after the last page. */
    void finish(long rowsOfGroup) {
        if (nextPage < pages.count() || !pages.isWhole()) {
            loseUnread();
        } else if (row == PageFacts.UNKNOWN ? isClaimed : row != rowsOfGroup) {
            loseAll();
        }
        end(rowsOfGroup);
    }

    /** Opens a range of lost rows at the next page, which could not be read. */
    private void loseUnread() {
        if (nextPage == 0 || isClaimed || !isLastTrusted && nextPage <= pages.dictionaryPages()) {
            loseAll(); // the dictionary may be lost, or the first lost row is unknown
        }
        // If the length in the last page's header is wrong, the next page was not found: both pages are lost.
        begin(isLastTrusted ? row : lastRow);
        row = PageFacts.UNKNOWN;
    }

    private void loseAll() {
        losses.addAll(pages.chunk().at());
    }

    /** Opens a range of lost rows, unless one is open. */
    private void begin(long first) {
        if (first == PageFacts.UNKNOWN) {
            loseAll(); // an unknown part of the chunk is lost
        } else if (start == PageFacts.UNKNOWN) {
            start = isFlat ? first : Math.max(0, first - 1);
        }
    }

    private void end(long end) {
        if (start != PageFacts.UNKNOWN && end != PageFacts.UNKNOWN) {
            losses.add(pages.chunk().at(), start, end);
            start = PageFacts.UNKNOWN;
        }
    }
}
