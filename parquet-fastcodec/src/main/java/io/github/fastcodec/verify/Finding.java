// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Something that is wrong with a file: where, and what was expected and what was found. Immutable and safe for use by many
 * threads.
 */
public final class Finding {

    private final String file;
    private final int rowGroup;
    private final String column;
    private final int page;
    private final long offset;
    private final String message;

    Finding(String file, int rowGroup, String column, int page, long offset, String message) {
        this.file = Objects.requireNonNull(file, "file");
        this.rowGroup = rowGroup;
        this.column = column;
        this.page = page;
        this.offset = offset;
        this.message = Objects.requireNonNull(message, "message");
    }

    /** Returns the file, as the caller named it. */
    public String file() {
        return file;
    }

    /** Returns the index of the row group, from 0; empty if the file as a whole is concerned. */
    public OptionalInt rowGroup() {
        return rowGroup < 0 ? OptionalInt.empty() : OptionalInt.of(rowGroup);
    }

    /** Returns the path of the column in the schema, with dots; empty if no single column is concerned. */
    public Optional<String> column() {
        return Optional.ofNullable(column);
    }

    /** Returns the index of the page in its column chunk, from 0, the dictionary page included; empty if no page is concerned. */
    public OptionalInt page() {
        return page < 0 ? OptionalInt.empty() : OptionalInt.of(page);
    }

    /** Returns where the page's header starts in the file, in bytes; empty if no page is concerned. */
    public OptionalLong offset() {
        return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    /** Returns what was expected and what was found, as a sentence. */
    public String message() {
        return message;
    }

    /** Returns all of that as one line. */
    @Override
    public String toString() {
        return file
                + (rowGroup < 0 ? "" : ": row group " + rowGroup)
                + (column == null ? "" : ", column " + column)
                + (page < 0 ? "" : ", page " + page + " at offset " + offset)
                + ": " + message;
    }
}
