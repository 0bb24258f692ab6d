// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** A table whose log lists its live files. Files are replaced through the log. Not thread-safe. */
public interface TableLog {

    /**
     * Returns the plan with the column names of the files, which may differ from those of the table.
     *
     * @throws IllegalArgumentException if a name could refer to two columns
     */
    default Plan inFiles(Plan plan) {
        return plan;
    }

    /**
     * Checks, before anything is written, that a commit can succeed and will not overwrite another writer's. Some problems show only
     * at the commit itself.
     *
     * @throws IllegalArgumentException if a commit would fail or might overwrite another writer's; the message says how to avoid it
     */
    default void requireSafeCommits() {}

    /**
     * Returns the selected live files of the table's current version. They are read from the log lazily. The caller closes the
     * stream.
     */
    Stream<TableFile> liveFiles();

    /**
     * Returns the same files as {@link #liveFiles}, with their entries in the log. They are read lazily too, and the caller closes
     * the stream.
     */
    Stream<LoggedFile> loggedFiles();

    /**
     * Sets the codec that the table's writers use from now on.
     *
     * @throws UnsupportedOperationException if the table has no property for {@code codec}
     */
    default void setCodec(CodecLevel codec) {
        throw new UnsupportedOperationException("the table has no property for " + codec);
    }

    /** Splits a batch into one list of replacements for each commit, in order. */
    default List<List<Replacement>> commits(List<Replacement> batch) {
        return List.of(batch);
    }

    /**
     * Replaces files in one step: readers see all of the new files or none. Only the paths and sizes of files change; this is
     * proved before the commit and after it. Other writers may commit before this commit succeeds: files that they remove or
     * change, or whose rows they delete, are left out.
     *
     * @param replacements one of the lists that {@link #commits} returns
     * @return the replacements that were committed; no version of the table contains the new file of any other replacement
     * @throws NotCommittedException if nothing was replaced, and no version of the table contains any of the new files
     * @throws IOException if the table may contain the new files, which must therefore not be deleted
     */
    Commit replace(List<Replacement> replacements) throws IOException;

    /** Deletes a file that is not part of any version of the table, if it exists. */
    void delete(String path) throws IOException;

    /**
     * The outcome of {@link #replace}. Immutable.
     *
     * @param done the replacements that were made; all other replacements were left out, because another commit removed or
     *     changed their files
     * @param versions the snapshots or versions of the table that were committed, in order
     */
    record Commit(List<Replacement> done, List<Long> versions) {}
}
