// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

/** A live file of a table, as recorded in the table's log. Immutable. */
public sealed interface TableFile {

    /** Returns the absolute path or URI. */
    String source();

    /** Returns the length that the log states, in bytes. */
    long length();

    /** A file that stays as it is. */
    record Kept(String source, long length, KeepReason reason) implements TableFile {}

    /**
     * A file that may be replaced.
     *
     * @param rows the number of rows that the log states; -1 if it states none
     * @param target the path or URI of the new file; nothing exists there yet
     * @param entry the data that the log needs to replace the file
     */
    record Replaceable(String source, long length, long rows, String target, Object entry) implements TableFile {}
}
