// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import java.util.Objects;

/** A live file of a table, as the table's log has it. Immutable. */
public final class TableFile {

    private final String source;
    private final long length;
    private final String target;
    private final KeepReason keepReason;
    private final Object entry;

    private TableFile(String source, long length, String target, KeepReason keepReason, Object entry) {
        this.source = Objects.requireNonNull(source, "source");
        this.length = length;
        this.target = target;
        this.keepReason = keepReason;
        this.entry = entry;
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

    /** Returns the absolute path or URI. */
    public String source() {
        return source;
    }

    /** Returns the length that the log states, in bytes. */
    public long length() {
        return length;
    }

    /** Returns where the new file goes, or null if the file stays as it is. */
    public String target() {
        return target;
    }

    /** Returns why the file stays as it is, or null. */
    public KeepReason keepReason() {
        return keepReason;
    }

    /** Returns what the log needs to replace the file. */
    public Object entry() {
        return entry;
    }
}
