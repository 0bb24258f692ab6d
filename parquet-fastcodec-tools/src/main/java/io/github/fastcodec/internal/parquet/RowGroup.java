// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A row group: its column chunks in the order of the footer. Immutable but for the chunks' pages. */
public final class RowGroup {

    private static final int TOTAL_BYTE_SIZE = 2;
    private static final int ROWS = 3;
    private static final int FILE_OFFSET = 5;
    private static final int TOTAL_COMPRESSED_SIZE = 6;

    /**
     * A column by which the footer says that the rows are sorted.
     *
     * @param column the index of its chunk, which need not be one
     */
    public record SortingColumn(int column, boolean isDescending, boolean isNullsFirst) {}

    private final List<ColumnChunk> chunks;
    private final List<SortingColumn> sortingColumns;
    private final Fields.Numbers numbers;

    private RowGroup(List<ColumnChunk> chunks, List<SortingColumn> sortingColumns, Fields.Numbers numbers) {
        this.chunks = List.copyOf(chunks);
        this.sortingColumns = List.copyOf(sortingColumns);
        this.numbers = numbers;
    }

    static RowGroup read(CompactScanner scanner, int index, ColumnChunk.Paths paths, Set<String> notes, Defects defects)
            throws FileDefect {
        List<ColumnChunk> chunks = new ArrayList<>();
        List<SortingColumn> sortingColumns = new ArrayList<>();
        Fields.Numbers numbers = new Fields.Numbers(Fields.ROW_GROUP);
        CompactScanner.Struct struct = scanner.struct("RowGroup");
        while (struct.next()) {
            switch (struct.id()) {
                case 1 -> {
                    int count = struct.list(CompactScanner.STRUCT);
                    for (int i = 0; i < count; i++) {
                        chunks.add(ColumnChunk.read(scanner, index, i, paths, notes, defects));
                    }
                }
                case 4 -> {
                    if (struct.is(CompactScanner.LIST)) {
                        for (int left = struct.list(CompactScanner.STRUCT); left > 0; left--) {
                            sortingColumns.add(readSorting(scanner.struct("SortingColumn"), notes));
                        }
                    } else {
                        struct.skip();
                    }
                }
                default -> {
                    if (!numbers.read(struct)) {
                        defects.strange(Place.rowGroup(index), struct.unknown());
                        struct.skip();
                    }
                }
            }
        }
        struct.requireFields(3);
        return new RowGroup(chunks, sortingColumns, numbers);
    }

    private static SortingColumn readSorting(CompactScanner.Struct struct, Set<String> notes) throws FileDefect {
        int column = 0;
        boolean isDescending = false;
        boolean isNullsFirst = false;
        while (struct.next()) {
            switch (struct.id()) {
                case 1 -> column = struct.i32();
                case 2 -> isDescending = struct.bool();
                case 3 -> isNullsFirst = struct.bool();
                default -> Shape.SORTING_COLUMN.skipField(struct, notes);
            }
        }
        Shape.SORTING_COLUMN.requireFields(struct);
        return new SortingColumn(column, isDescending, isNullsFirst);
    }

    /** Returns the number of rows, as the footer has it. */
    public long rowCount() {
        return numbers.value(ROWS);
    }

    /** Returns the column chunks; immutable. */
    public List<ColumnChunk> chunks() {
        return chunks;
    }

    /** Returns the columns by which the footer says that the rows are sorted, the most significant one first; immutable. */
    public List<SortingColumn> sortingColumns() {
        return sortingColumns;
    }

    /** Returns the least offset of a page that the footer names, or 0 if it names none. */
    public long start() {
        return chunks.stream()
                .mapToLong(ColumnChunk::start)
                .filter(start -> start > 0)
                .min()
                .orElse(0);
    }

    /** Replaces what a change of the pages changes, in the chunks too. */
    void splice(Splicer splicer, FooterChange changes) {
        long uncompressed = 0;
        long length = 0;
        long first = Long.MAX_VALUE;
        for (ColumnChunk chunk : chunks) {
            ChunkChange change = changes.of(chunk);
            chunk.splice(splicer, change);
            uncompressed += change.places().uncompressedLength();
            length += change.length();
            first = chunk.start() > 0 ? Math.min(first, change.pageOffset(0)) : first;
        }
        numbers.replace(splicer, TOTAL_BYTE_SIZE, uncompressed);
        numbers.replace(splicer, TOTAL_COMPRESSED_SIZE, length);
        numbers.replace(splicer, FILE_OFFSET, first == Long.MAX_VALUE ? 0 : first);
    }

    /** Returns whether the totals that are there are those of the chunks. */
    boolean hasTrueTotals() {
        long length = chunks.stream().mapToLong(chunk -> chunk.pages().length()).sum();
        long uncompressed = chunks.stream()
                .mapToLong(chunk -> chunk.pages().uncompressedLength())
                .sum();
        return numbers.value(TOTAL_BYTE_SIZE) == uncompressed
                && numbers.value(TOTAL_COMPRESSED_SIZE, length) == length
                && numbers.value(FILE_OFFSET, start()) == start();
    }

    /**
     * Returns the byte by which readers find out which part of a file, of those that tasks share, a row group belongs to. It is half
     * of the group's length behind the start of the schema's first column, wherever in the group that column stands.
     */
    public long middle() {
        long length = chunks.stream().mapToLong(ColumnChunk::statedLength).sum();
        long anchor = chunks.isEmpty() ? 0 : chunks.get(0).anchor();
        return anchor + numbers.value(TOTAL_COMPRESSED_SIZE, length) / 2;
    }

    /** Returns the same for the new file. */
    long middle(FooterChange changes) {
        long length =
                chunks.stream().mapToLong(chunk -> changes.of(chunk).length()).sum();
        long anchor = chunks.isEmpty() ? 0 : chunks.get(0).anchor(changes.of(chunks.get(0)));
        return anchor + length / 2;
    }

    /** Erases what a change of the pages may change, in the chunks too. */
    void erase(Splicer splicer) {
        chunks.forEach(chunk -> chunk.erase(splicer));
        numbers.erase(splicer);
    }
}
