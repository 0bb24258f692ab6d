// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Objects;

/** A file that is to be written again somewhere else. Immutable; it travels between JVMs. */
public final class FileTask implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The order in which files should begin, so that the last ones to end are small. */
    public static final Comparator<FileTask> LARGEST_FIRST =
            Comparator.comparingLong(FileTask::length).reversed().thenComparing(FileTask::source);

    private final String source;
    private final String target;
    private final long length;
    private final boolean targetWasThere;
    private final String otherTargets;

    /**
     * Creates a task.
     *
     * @param source a path or URI that a {@link io.github.fastcodec.internal.storage.Storages} understands
     * @param target where the new file goes, likewise; nothing else is ever replaced
     * @param length the length of the source, in bytes
     * @param targetWasThere whether there was something at the target before the run began, so that a file that is found there
     *     is the work of an earlier run, and not that of a lost attempt of this one
     */
    public FileTask(String source, String target, long length, boolean targetWasThere) {
        this(source, target, length, targetWasThere, null);
    }

    private FileTask(String source, String target, long length, boolean targetWasThere, String otherTargets) {
        this.source = Objects.requireNonNull(source, "source");
        this.target = Objects.requireNonNull(target, "target");
        this.length = length;
        this.targetWasThere = targetWasThere;
        this.otherTargets = otherTargets;
    }

    /**
     * Returns a copy that also deletes what killed runs have left beside targets which each run calls otherwise.
     *
     * @param names a regular expression of the names that other runs may have given to targets in the directory of this one
     */
    public FileTask withOtherTargets(String names) {
        return new FileTask(source, target, length, targetWasThere, names);
    }

    /** Returns where the file is, as it was given. */
    public String source() {
        return source;
    }

    /** Returns where the new file goes, as it was given. */
    public String target() {
        return target;
    }

    /** Returns the length of the source, in bytes. */
    public long length() {
        return length;
    }

    /** Returns whether there was something at the target before the run began. */
    public boolean targetWasThere() {
        return targetWasThere;
    }

    /** Returns a regular expression of the targets of other runs beside which to delete what killed ones have left, or null. */
    String otherTargets() {
        return otherTargets;
    }

    @Override
    public String toString() {
        return source + " to " + target;
    }
}
