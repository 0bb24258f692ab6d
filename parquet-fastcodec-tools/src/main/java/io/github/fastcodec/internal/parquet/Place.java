// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import org.jspecify.annotations.Nullable;

/**
 * A place in a file: the file as a whole, a row group, a column chunk, or one of its pages. Immutable.
 *
 * @param rowGroup the index of the row group, or -1 for all
 * @param column the dotted path of the column in the schema, or null for a row group or the file
 * @param page the index of the page in its column chunk, counting the dictionary page, or -1
 * @param offset the offset of the page's header in the file, or -1
 */
public record Place(int rowGroup, @Nullable String column, int page, long offset) {

    /** The file as a whole. */
    public static final Place FILE = new Place(-1, null, -1, -1);

    /** Returns the place of the row group with index {@code rowGroup}, counted from 0. */
    public static Place rowGroup(int rowGroup) {
        return new Place(rowGroup, null, -1, -1);
    }

    /** Returns the place of the column with the given path, in all row groups. */
    public static Place column(String column) {
        return new Place(-1, column, -1, -1);
    }

    static Place column(int rowGroup, String column) {
        return new Place(rowGroup, column, -1, -1);
    }

    /**
     * Returns the place of a page of this column chunk, given the page's index, counted from 0, and the offset of its header in
     * the file.
     */
    public Place page(int newPage, long newOffset) {
        return new Place(rowGroup, column, newPage, newOffset);
    }

    /** Returns the name of this place for messages; empty for the file. */
    @Override
    public String toString() {
        return (rowGroup < 0 ? "" : "row group " + rowGroup)
                + (column == null ? "" : (rowGroup < 0 ? "" : ", ") + "column " + column)
                + (page < 0 ? "" : ", page " + page + " at offset " + offset);
    }
}
