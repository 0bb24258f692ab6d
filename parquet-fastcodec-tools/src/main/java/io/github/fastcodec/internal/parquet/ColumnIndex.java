// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.ArrayList;
import java.util.List;

/** The column index of a column chunk: what it says of each data page. Immutable once it is read. */
public final class ColumnIndex {

    private static final int LAST_ORDER = 2;

    private final List<Boolean> nullPages = new ArrayList<>();
    private final List<byte[]> minimums = new ArrayList<>();
    private final List<byte[]> maximums = new ArrayList<>();
    private final List<Long> nullCounts = new ArrayList<>();
    private boolean countsNulls;
    private int boundaryOrder;

    private ColumnIndex() {}

    /**
     * Reads a column index, which is all of {@code bytes}.
     *
     * @param origin where it starts in the file, for messages
     * @throws FileDefect if there is none, if it lacks a field that readers need, or if its lists are not of one length
     */
    public static ColumnIndex read(byte[] bytes, long origin) throws FileDefect {
        ColumnIndex index = new ColumnIndex();
        CompactScanner scanner = new CompactScanner(bytes, 0, bytes.length, origin);
        CompactScanner.Struct struct = scanner.struct("ColumnIndex");
        while (struct.next()) {
            switch (struct.id()) {
                case 1 -> {
                    for (int left = struct.booleans(); left > 0; left--) {
                        index.nullPages.add(scanner.booleanElement());
                    }
                }
                case 2 -> {
                    for (int left = struct.list(CompactScanner.BINARY); left > 0; left--) {
                        index.minimums.add(scanner.bytesElement());
                    }
                }
                case 3 -> {
                    for (int left = struct.list(CompactScanner.BINARY); left > 0; left--) {
                        index.maximums.add(scanner.bytesElement());
                    }
                }
                case 4 -> index.boundaryOrder = struct.i32();
                case 5 -> {
                    index.countsNulls = true;
                    for (int left = struct.list(CompactScanner.I64); left > 0; left--) {
                        index.nullCounts.add(scanner.i64Element());
                    }
                }
                default -> struct.skip();
            }
        }
        struct.requireFields(4);
        if (index.boundaryOrder < 0 || index.boundaryOrder > LAST_ORDER) {
            throw new FileDefect("the column index at offset " + origin + " has the boundary_order "
                    + index.boundaryOrder + ", expected 0 (unordered), 1 (ascending) or 2 (descending)");
        }
        if (scanner.position() != bytes.length) {
            throw new FileDefect("the column index at offset " + origin + " takes " + scanner.position()
                    + " bytes, the footer says " + bytes.length);
        }
        index.requireOneLength();
        return index;
    }

    private void requireOneLength() throws FileDefect {
        int pages = nullPages.size();
        if (minimums.size() != pages || maximums.size() != pages || countsNulls && nullCounts.size() != pages) {
            throw new FileDefect("its column index has " + pages + " null_pages, " + minimums.size() + " min_values, "
                    + maximums.size() + " max_values and " + (countsNulls ? nullCounts.size() : "no")
                    + " null_counts, expected one for each data page");
        }
    }

    /** Returns the number of data pages. */
    public int count() {
        return nullPages.size();
    }

    /** Returns whether a data page has nulls only. */
    public boolean isNullPage(int page) {
        return nullPages.get(page);
    }

    /** Returns the least value of a data page as the file has it, of no meaning in a page of nulls. */
    public byte[] minimum(int page) {
        return minimums.get(page);
    }

    /** Returns the largest value of a data page as the file has it, of no meaning in a page of nulls. */
    public byte[] maximum(int page) {
        return maximums.get(page);
    }

    /** Returns the number of nulls in a data page, or -1 if the index does not tell. */
    public long nullCount(int page) {
        return countsNulls ? nullCounts.get(page) : -1;
    }
}
