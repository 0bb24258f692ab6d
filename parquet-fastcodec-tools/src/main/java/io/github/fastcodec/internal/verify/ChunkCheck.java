// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.ColumnIndex;
import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.verify.FindingKind;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.column.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/** Adds up what the pages of a column chunk told, in their order, and compares it with footer and indexes. For one thread. */
final class ChunkCheck {

    private final PageLayout pages;
    private final ColumnChunk chunk;
    private final PageIndexes indexes;
    private final @Nullable ChunkStatistics statistics;
    private final @Nullable Nesting nesting;
    private final GroupLevels groupLevels;
    private final SortingCheck sorting;
    private final long rowsOfGroup;

    /** Whether the column is known to be without lists: in empty ones writers do not agree on what a null is. */
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

    /** Where the column's groups are null or repeated, so far; null if that is unknown. */
    private @Nullable List<Nesting.Digest> groups;

    /** The first data page without values, or null. */
    private @Nullable Place emptyPage;

    private boolean isEmptyPageFound;

    /**
     * @param statistics what the footer states, or null if that is not known
     * @param nesting how the column is nested, or null if its levels are not compared
     * @param groupLevels the chunks before this one in its row group
     * @param sorting the order of the rows in its row group
     * @param rowsOfGroup the number of rows that the footer has for the row group
     */
    ChunkCheck(
            PageLayout pages,
            PageIndexes indexes,
            @Nullable ChunkStatistics statistics,
            @Nullable Nesting nesting,
            GroupLevels groupLevels,
            SortingCheck sorting,
            long rowsOfGroup,
            Findings result) {
        this.pages = pages;
        this.chunk = pages.chunk();
        this.indexes = indexes;
        this.statistics = statistics;
        this.nesting = nesting;
        this.groupLevels = groupLevels;
        this.sorting = sorting;
        this.rowsOfGroup = rowsOfGroup;
        this.groups =
                nesting == null ? null : Collections.nCopies(nesting.groups().size(), Nesting.Digest.EMPTY);
        this.isFlat = statistics != null && statistics.column().getMaxRepetitionLevel() == 0;
        this.result = result;
        this.lost = new LostRange(pages, indexes, isFlat, result.losses());
    }

    void add(PageFacts page) {
        compare(page);
        result.add(page);
        lost.add(page);
    }

    private void compare(PageFacts page) {
        if (page.page != nextPage) { // others could not be read
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
        sorting.add(chunk, page.order);
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

    /** Readers end at a page without values, or fail. */
    private void checkEmpty(PageFacts page) {
        if (page.valueCount == 0 && emptyPage == null) {
            emptyPage = page.place;
        } else if (page.valueCount > 0 && emptyPage != null && !isEmptyPageFound) {
            isEmptyPageFound = true;
            page.found(
                    FindingKind.PAGE,
                    "it comes after page " + emptyPage.page()
                            + ", which has no values: parquet-java does not read that page, and pyarrow none after it");
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
        long firstRow = indexes.firstRow(page.page);
        if (firstRow < 0) {
            return;
        }
        if (rows != PageFacts.UNKNOWN && rows != firstRow) {
            page.found(
                    FindingKind.OFFSET_INDEX,
                    "the pages before it hold " + rows + " rows, its offset index says " + firstRow);
        }
        rows = rows == PageFacts.UNKNOWN ? firstRow : rows;
    }

    private void checkNulls(PageFacts page) {
        ColumnIndex index = indexes.columnIndex(page.page);
        if (!isFlat || index == null || page.nulls == PageFacts.UNKNOWN) {
            return;
        }
        int dataPage = page.page - indexes.dictionaryPages();
        long promised = index.nullCount(dataPage);
        if (promised >= 0 && promised != page.nulls) {
            page.found(FindingKind.COLUMN_INDEX, "it has " + page.nulls + " nulls, its column index says " + promised);
        } else if (index.nullPages().get(dataPage) != page.isAllNulls()) {
            page.found(
                    FindingKind.COLUMN_INDEX,
                    page.isAllNulls()
                            ? "it has nulls only, its column index says that it has values"
                            : "it has values, its column index says that it has nulls only");
        }
    }

    /** Passes over pages that were not checked. */
    void leaveOut(int first, int end) {
        lost.leaveOut(first, end);
    }

    /**
     * Returns what the pages hold.
     *
     * @param isComplete whether all pages were added
     */
    ChunkFacts facts(boolean isComplete) {
        return isComplete && pages.isWhole()
                ? new ChunkFacts(nulls, nans, nullLists, valuesKnown ? values : null)
                : ChunkFacts.UNKNOWN;
    }

    /**
     * Compares the totals.
     *
     * @param isComplete whether all pages were added
     */
    void finish(boolean isComplete) {
        lost.finish(rowsOfGroup);
        if (!isComplete || !pages.isWhole()) {
            return;
        }
        if (rows != PageFacts.UNKNOWN && rows != rowsOfGroup) {
            result.found(
                    FindingKind.COLUMN_CHUNK,
                    chunk.at(),
                    "its pages hold " + rows + " rows, the footer says " + rowsOfGroup);
        }
        sorting.finish(chunk);
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
                            + " of its pages have values that are in no dictionary; by its encodings in the footer"
                            + " readers take it that there are none, and may leave out the rows");
        }
        long before = result.damages();
        if (isFlat && nulls != PageFacts.UNKNOWN && statistics.nullCount() >= 0 && nulls != statistics.nullCount()) {
            result.found(
                    FindingKind.STATISTICS,
                    chunk.at(),
                    "its pages hold " + nulls + " nulls, its statistics say " + statistics.nullCount());
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
            result.losses().addAll(chunk.at()); // a page may be wrong, and which one is not known
        }
    }
}
