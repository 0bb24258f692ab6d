// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

/** A live file of a table, as the table's log has it. Immutable. */
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
     * @param target where the new file goes, where nothing is yet
     * @param entry what the log needs to replace the file
     */
    record Replaceable(String source, long length, String target, Object entry) implements TableFile {}
}
