// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.io.Serializable;
import java.util.Comparator;

/**
 * A file to rewrite to another path. Immutable and serializable.
 *
 * @param source a path or URI that a {@link io.github.fastcodec.internal.storage.Storages} understands
 * @param target the path or URI of the new file, likewise; an existing file is never replaced
 * @param length the length of the source, in bytes
 * @param targetWasThere whether the target existed before the run began; if so, the file there is the work of an earlier run, and
 *     not of a lost attempt of this one
 * @param cleansDirectory whether the task also deletes all leftovers of killed runs in the directory of the target, whichever file
 *     they belong to
 */
public record FileTask(String source, String target, long length, boolean targetWasThere, boolean cleansDirectory)
        implements Serializable {

    /** The order in which files should start, so that the last ones to end are small. */
    public static final Comparator<FileTask> LARGEST_FIRST =
            Comparator.comparingLong(FileTask::length).reversed().thenComparing(FileTask::source);

    /** Creates a task whose target has the same name in every run. */
    public FileTask(String source, String target, long length, boolean targetWasThere) {
        this(source, target, length, targetWasThere, false);
    }

    @Override
    public String toString() {
        return source + " to " + target;
    }
}
