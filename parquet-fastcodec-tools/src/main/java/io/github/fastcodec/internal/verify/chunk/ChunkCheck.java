// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.chunk;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.ColumnIndex;
import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.verify.finding.Findings;
import io.github.fastcodec.internal.verify.footer.ChunkStatistics;
import io.github.fastcodec.internal.verify.page.ChunkContext;
import io.github.fastcodec.internal.verify.page.Nesting;
import io.github.fastcodec.internal.verify.page.PageFacts;
import io.github.fastcodec.internal.verify.page.PageIndexes;
import io.github.fastcodec.internal.verify.page.RowOrder;
import io.github.fastcodec.verify.FindingKind;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.column.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/** Adds up the facts about the pages of a column chunk, in order, and compares them with the footer and indexes. Not thread-safe. */
public final class ChunkCheck {

    private final PageLayout pages;
    private final ColumnChunk chunk;
    private final PageIndexes indexes;
    private final @Nullable ChunkStatistics statistics;
    private final @Nullable Nesting nesting;
    private final GroupLevels groupLevels;
    private final long rowsOfGroup;

    /** Whether the column is known to have no lists. Writers disagree on what counts as a null in empty lists. */
    private final boolean isFlat;

    private final Findings result;
    private final LostRange lost;

    private int nextPage;
    private int pagesWithoutDictionary;
    private long rows;
    private long nulls;
    private long nans;
    private long nullLists;
    private @Nullable Statistics<?> values;
    private boolean valuesKnown = true;

    /** The order of the values so far, or null if the column is not sorted or the order is unknown. */
    private @Nullable RowOrder order;

    /** Digests of where the column's groups are null or repeated, up to the last added page; null if unknown. */
    private @Nullable List<Nesting.Digest> groups;

    /** The first data page without values, or null. */
    private @Nullable Place emptyPage;

    private boolean isEmptyPageFound;

    /**
     * Creates the check of a chunk.
     *
     * @param groupLevels the levels of the chunks before this one in the row group
     */
    public ChunkCheck(ChunkContext context, GroupLevels groupLevels, Findings result) {
        this.pages = context.pages();
        this.chunk = pages.chunk();
        this.indexes = context.indexes();
        this.statistics = context.statistics();
        this.nesting = context.nesting();
        this.groupLevels = groupLevels;
        this.order = context.sorted() == null ? null : new RowOrder(context.sorted());
        this.rowsOfGroup = context.rowsOfGroup();
        this.groups =
                nesting == null ? null : Collections.nCopies(nesting.groups().size(), Nesting.Digest.EMPTY);
        this.isFlat = statistics != null && statistics.column().getMaxRepetitionLevel() == 0;
        this.result = result;
        this.lost = new LostRange(pages, indexes, isFlat, result.losses());
    }

    public void add(PageFacts page) {
        compare(page);
        page.addTo(result);
        lost.add(page);
    }

    private void compare(PageFacts page) {
        if (page.page != nextPage) { // pages in between could not be read
            rows = PageFacts.UNKNOWN;
            nulls = PageFacts.UNKNOWN;
            nans = PageFacts.UNKNOWN;
            nullLists = PageFacts.UNKNOWN;
            valuesKnown = false;
            groups = null;
        }
        nextPage = page.page + 1;
        if (page.page < pages.dictionaryPages()) {
            return;
        }
        checkEmpty(page);
        groups = joined(groups, page.groups);
        if (order != null && page.order != null) {
            order.add(page.order);
        } else {
            order = null;
        }
        pagesWithoutDictionary += page.isWithoutDictionary ? 1 : 0;
        checkFirstRow(page);
        checkNulls(page);
        rows = PageFacts.sum(rows, page.rows);
        nulls = PageFacts.sum(nulls, page.nulls);
        nans = PageFacts.sum(nans, page.nans);
        nullLists = PageFacts.sum(nullLists, page.nullLists);
        if (page.values == null) {
            valuesKnown &= page.isAllNulls();
        } else if (values == null) {
            values = page.values.copy();
        } else {
            values.mergeStatistics(page.values);
        }
    }

    /** Reports an empty page before other pages: readers stop at it, or fail. */
    private void checkEmpty(PageFacts page) {
        if (page.valueCount == 0 && emptyPage == null) {
            emptyPage = page.place;
        } else if (page.valueCount > 0 && emptyPage != null && !isEmptyPageFound) {
            isEmptyPageFound = true;
            page.found(
                    FindingKind.PAGE,
                    "it comes after page " + emptyPage.page()
                            + ", which has no values: parquet-java cannot read that page, and pyarrow reads no page"
                            + " after it");
        }
    }

    private static @Nullable List<Nesting.Digest> joined(
            @Nullable List<Nesting.Digest> before, @Nullable List<Nesting.Digest> page) {
        return before == null || page == null
                ? null
                : IntStream.range(0, before.size())
                        .mapToObj(i -> before.get(i).followedBy(page.get(i)))
                        .toList();
    }

    private void checkFirstRow(PageFacts page) {
        if (page.beginsWithinRow && indexes.offsets() != null) {
            result.found( // no row is lost: without the index, readers return all of them
                    FindingKind.OFFSET_INDEX,
                    page.place,
                    "it begins within a row, but its column chunk has an offset index: parquet-java's filters"
                            + " return values of other rows");
        }
        long firstRow = indexes.firstRow(page.page);
        if (firstRow < 0) {
            return;
        }
        if (rows != PageFacts.UNKNOWN && rows != firstRow) {
            page.found(
                    FindingKind.OFFSET_INDEX,
                    "the pages before it hold " + rows + " rows, but its offset index says " + firstRow);
        }
        rows = rows == PageFacts.UNKNOWN ? firstRow : rows;
    }

    private void checkNulls(PageFacts page) {
        ColumnIndex index = indexes.columnIndex(page.page);
        if (!isFlat || index == null || page.nulls == PageFacts.UNKNOWN) {
            return;
        }
        int dataPage = page.page - indexes.dictionaryPages();
        long stated = index.nullCount(dataPage);
        if (stated >= 0 && stated != page.nulls) {
            page.found(
                    FindingKind.COLUMN_INDEX, "it has " + page.nulls + " nulls, but its column index says " + stated);
        } else if (page.valueCount > 0 && index.nullPages().get(dataPage) != page.isAllNulls()) {
            page.found(
                    FindingKind.COLUMN_INDEX,
                    page.isAllNulls()
                            ? "all its values are null, but its column index says that it has values"
                            : "it has values, but its column index says that all are null");
        }
    }

    /** Records that the pages from {@code first} to {@code end}, exclusive, were not checked. */
    public void skip(int first, int end) {
        lost.skip(first, end);
    }

    /**
     * Returns the totals of the pages, which are unknown unless all pages are readable.
     *
     * @param isComplete whether all pages were added
     */
    public ChunkFacts facts(boolean isComplete) {
        return isComplete && pages.isWhole()
                ? new ChunkFacts(nulls, nans, nullLists, valuesKnown ? values : null)
                : ChunkFacts.UNKNOWN;
    }

    /**
     * Compares the totals with the footer, after the last page.
     *
     * @param isComplete whether all pages were added
     */
    public void finish(boolean isComplete) {
        lost.finish(rowsOfGroup);
        if (!isComplete || !pages.isWhole()) {
            return;
        }
        if (rows != PageFacts.UNKNOWN && rows != rowsOfGroup) {
            result.found(
                    FindingKind.COLUMN_CHUNK,
                    chunk.at(),
                    "its pages hold " + rows + " rows, but the footer says " + rowsOfGroup);
        }
        String outOfOrder = order == null ? null : order.problem();
        if (outOfOrder != null) {
            result.found(FindingKind.SORTING_COLUMNS, chunk.at(), outOfOrder);
        }
        if (nesting != null && groups != null) {
            groupLevels.add(chunk, nesting, groups);
        }
        if (statistics == null) {
            return;
        }
        if (pagesWithoutDictionary > 0 && pages.dictionaryPages() > 0 && statistics.hasDictionaryOnly()) {
            result.found(
                    FindingKind.COLUMN_CHUNK,
                    chunk.at(),
                    pagesWithoutDictionary
                            + " of its pages have values outside the dictionary; by its encodings in the footer"
                            + " readers assume that there are none, and may skip the rows");
        }
        long before = result.damages();
        if (isFlat && nulls != PageFacts.UNKNOWN && statistics.nullCount() >= 0 && nulls != statistics.nullCount()) {
            result.found(
                    FindingKind.STATISTICS,
                    chunk.at(),
                    "its pages hold " + nulls + " nulls, but its statistics say " + statistics.nullCount());
        }
        if (values != null) {
            String problem = ValueRange.problem(statistics.column().getPrimitiveType(), values);
            if (problem != null) {
                result.found(FindingKind.VALUE_RANGE, chunk.at(), problem);
            }
        }
        if (valuesKnown && values != null) {
            statistics.checkExact(values, chunk.at(), result);
        }
        if (result.damages() > before) {
            result.losses().addAll(chunk.at()); // any of its pages may be wrong
        }
    }
}
