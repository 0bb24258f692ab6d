// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.search.ListedFile;
import java.io.Serializable;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A file to rewrite to another path. Immutable and serializable.
 *
 * @param source a path or URI that a {@link io.github.fastcodec.internal.storage.Storages} understands
 * @param target a path or URI of the new file, in the same form; an existing file is never replaced
 * @param length the length of the source, in bytes
 * @param targetWasThere whether the target existed before the run began; if so, an earlier run wrote the file there, not a lost
 *     attempt of this run
 * @param cleansDirectory whether the task also deletes all leftovers of killed runs in the target's directory, whichever files
 *     they belong to
 * @param logged the length and the rows of the source in the log of its table; null if it does not belong to a table
 */
public record FileTask(
        String source,
        String target,
        long length,
        boolean targetWasThere,
        boolean cleansDirectory,
        FileJob.@Nullable Logged logged)
        implements Serializable {

    /** The order in which to start files: largest first, so that the last files to end are small. */
    public static final Comparator<FileTask> LARGEST_FIRST =
            Comparator.comparingLong(FileTask::length).reversed().thenComparing(FileTask::source);

    /** Creates a task for a file of a directory. Its target has the same name in every run, so its directory need not be cleaned. */
    public FileTask(String source, String target, long length, boolean targetWasThere) {
        this(source, target, length, targetWasThere, false, null);
    }

    FileTask(ListedFile file) {
        this(file.source(), file.target(), file.length(), file.targetWasThere());
    }
}
