// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import java.util.List;

/** A row group, with its column chunks in the order of the footer. Immutable. */
public final class RowGroup {

    static final int TOTAL_BYTE_SIZE = 2;
    private static final int ROWS = 3;
    static final int FILE_OFFSET = 5;
    static final int TOTAL_COMPRESSED_SIZE = 6;

    /**
     * A column by which the rows are sorted, according to the footer.
     *
     * @param column the index of the column's chunk, which may be out of range
     */
    public record SortingColumn(int column, boolean isDescending, boolean isNullsFirst) {}

    private final List<ColumnChunk> chunks;
    private final List<SortingColumn> sortingColumns;
    private final Fields.Numbers numbers;

    RowGroup(List<ColumnChunk> chunks, List<SortingColumn> sortingColumns, Fields.Numbers numbers) {
        this.chunks = List.copyOf(chunks);
        this.sortingColumns = List.copyOf(sortingColumns);
        this.numbers = numbers;
    }

    /** Returns the number of rows, according to the footer. */
    public long rowCount() {
        return numbers.value(ROWS);
    }

    /** Returns the column chunks; immutable. */
    public List<ColumnChunk> chunks() {
        return chunks;
    }

    /** Returns the columns by which the rows are sorted, according to the footer, the most significant one first; immutable. */
    public List<SortingColumn> sortingColumns() {
        return sortingColumns;
    }

    /** Returns the smallest offset of a page of this group, according to the footer, or 0 if the footer gives none. */
    public long start() {
        return chunks.stream()
                .mapToLong(ColumnChunk::start)
                .filter(start -> start > 0)
                .min()
                .orElse(0);
    }

    /** Returns the file_offset in the footer, or 0 if there is none. */
    public long fileOffset() {
        return numbers.value(FILE_OFFSET);
    }

    /** Returns the total_byte_size in the footer. */
    public long statedUncompressedLength() {
        return numbers.value(TOTAL_BYTE_SIZE);
    }

    Fields.Numbers numbers() {
        return numbers;
    }

    /**
     * Returns whether the group's offset and totals in the footer, where present, match its chunks.
     *
     * @param pages the pages of all chunks of the file
     */
    boolean hasTrueTotals(List<PageLayout> pages) {
        long length = 0;
        long uncompressed = 0;
        for (ColumnChunk chunk : chunks) {
            length += pages.get(chunk.ordinal()).length();
            uncompressed += pages.get(chunk.ordinal()).uncompressedLength();
        }
        return numbers.value(TOTAL_BYTE_SIZE) == uncompressed
                && numbers.value(TOTAL_COMPRESSED_SIZE, length) == length
                && numbers.value(FILE_OFFSET, start()) == start();
    }

    /**
     * Returns the offset by which readers assign this row group to one of the file's splits. It is the start of the schema's
     * first column, wherever in the group that column is, plus half the group's length.
     */
    public long middle() {
        long length = chunks.stream().mapToLong(ColumnChunk::statedLength).sum();
        long anchor = chunks.isEmpty() ? 0 : chunks.get(0).anchor();
        return anchor + numbers.value(TOTAL_COMPRESSED_SIZE, length) / 2;
    }
}
