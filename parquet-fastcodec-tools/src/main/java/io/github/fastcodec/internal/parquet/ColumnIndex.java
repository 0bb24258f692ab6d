// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.ArrayList;
import java.util.List;

/**
 * The column index of a column chunk, which has an entry for each data page. Immutable once it is read.
 *
 * @param nullPages for each data page, whether it contains only nulls
 * @param minimums the least value of each data page as encoded in the file, meaningless for a page of nulls
 * @param maximums the largest value of each data page as encoded in the file, meaningless for a page of nulls
 * @param nullCounts the number of nulls in each data page; empty if the index does not give it
 */
public record ColumnIndex(
        List<Boolean> nullPages, List<byte[]> minimums, List<byte[]> maximums, List<Long> nullCounts) {

    private static final int LAST_ORDER = 2;

    /**
     * Reads a column index that takes up all of {@code bytes}.
     *
     * @param origin the offset of the index in the file, for messages
     * @throws FileDefect if the index is malformed, lacks a field that readers need, or has lists of different lengths
     */
    public static ColumnIndex read(byte[] bytes, long origin) throws FileDefect {
        ColumnIndex index = new ColumnIndex(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        int boundaryOrder = 0;
        CompactScanner scanner = new CompactScanner(bytes, 0, bytes.length, origin);
        CompactScanner.Struct struct = scanner.struct("ColumnIndex");
        while (struct.next()) {
            switch (struct.id()) {
                case 1 -> {
                    for (int left = struct.booleans(); left > 0; left--) {
                        index.nullPages.add(scanner.booleanElement());
                    }
                }
                case 2, 3 -> {
                    List<byte[]> values = struct.id() == 2 ? index.minimums : index.maximums;
                    for (int left = struct.list(CompactScanner.BINARY); left > 0; left--) {
                        values.add(scanner.bytesElement());
                    }
                }
                case 4 -> boundaryOrder = struct.i32();
                case 5 -> {
                    for (int left = struct.list(CompactScanner.I64); left > 0; left--) {
                        index.nullCounts.add(count(scanner, "nulls"));
                    }
                }
                case 8 -> {
                    for (int left = struct.list(CompactScanner.I64); left > 0; left--) {
                        count(scanner, "NaN values");
                    }
                }
                default -> struct.skip();
            }
        }
        struct.requireFields(4);
        if (boundaryOrder < 0 || boundaryOrder > LAST_ORDER) {
            throw new FileDefect("the column index at offset " + origin + " has the boundary_order " + boundaryOrder
                    + ", expected 0 (unordered), 1 (ascending) or 2 (descending)");
        }
        if (scanner.position() != bytes.length) {
            throw new FileDefect("the column index at offset " + origin + " takes " + scanner.position()
                    + " bytes, but the footer says " + bytes.length);
        }
        index.requireOneLength(struct.has(5));
        return index;
    }

    private static long count(CompactScanner scanner, String what) throws FileDefect {
        long count = scanner.i64Element();
        if (count < 0) {
            throw new FileDefect("its column index says " + count + " " + what
                    + " for a page, expected 0 or more: parquet-java skips rows by this number");
        }
        return count;
    }

    private void requireOneLength(boolean countsNulls) throws FileDefect {
        if (minimums.size() != count() || maximums.size() != count() || countsNulls && nullCounts.size() != count()) {
            throw new FileDefect("its column index has " + count() + " null_pages, " + minimums.size() + " min_values, "
                    + maximums.size() + " max_values and " + (countsNulls ? nullCounts.size() : "no")
                    + " null_counts, expected one for each data page");
        }
    }

    /** Returns the number of data pages. */
    public int count() {
        return nullPages.size();
    }

    /** Returns the number of nulls in a data page, or -1 if the index does not give it. */
    public long nullCount(int page) {
        return nullCounts.isEmpty() ? -1 : nullCounts.get(page);
    }
}
