// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import java.util.Objects;

/**
 * A live file of a table, as the table's log has it. Immutable.
 *
 * @param source the absolute path or URI
 * @param length the length that the log states, in bytes
 * @param target where the new file goes, or null if the file stays as it is
 * @param keepReason why the file stays as it is, or null
 * @param entry what the log needs to replace the file
 */
public record TableFile(String source, long length, String target, KeepReason keepReason, Object entry) {

    public TableFile {
        Objects.requireNonNull(source, "source");
    }

    /**
     * Returns a file that may be written again.
     *
     * @param source an absolute path or URI
     * @param target where the new file goes, where nothing is yet
     * @param entry what the log needs to replace it
     */
    public static TableFile of(String source, long length, String target, Object entry) {
        return new TableFile(source, length, Objects.requireNonNull(target, "target"), null, entry);
    }

    /** Returns a file that stays as it is. */
    public static TableFile kept(String source, long length, KeepReason reason) {
        return new TableFile(source, length, null, Objects.requireNonNull(reason, "reason"), null);
    }
}
