// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** A table whose log says which files count. For one thread. */
public interface TableLog {

    /**
     * Returns a plan whose columns have the names that the files have, where the table's columns have other ones.
     *
     * @throws IllegalArgumentException if a name could be that of two columns
     */
    default Plan inFiles(Plan plan) {
        return plan;
    }

    /**
     * Requires that commits of several writers do not undo each other, as far as that can be told before anything is written.
     *
     * @throws IllegalArgumentException if they may; says what to set
     */
    default void requireSafeCommits() {}

    /**
     * Returns the live files of the table's current version, as far as they were asked for. They are read from the log while they
     * are taken. The caller closes the stream.
     */
    Stream<TableFile> liveFiles();

    /** Returns the same files, and what the log says of each, likewise. */
    Stream<LoggedFile> loggedFiles();

    /** Sets what the table's writers compress with from now on, where a table has a property for that. */
    default void setCodec(CodecLevel codec) {
        throw new UnsupportedOperationException("the table has no property for " + codec);
    }

    /** Returns the directory of the table, below which its files are unless it says otherwise. */
    String directory();

    /** Returns which of a batch's files go into one commit each, in order. */
    default List<List<Replacement>> commits(List<Replacement> batch) {
        return List.of(batch);
    }

    /**
     * Replaces files in one step, so that readers see all of them or none. Nothing but the files' places and sizes differs
     * afterwards, which is proved before the commit and after it. Commits of others that come in between are no obstacle: files
     * that they have removed or changed, or whose rows they have deleted, are left out.
     *
     * @param replacements one list of {@link #commits}
     * @return what was committed; of the others no version of the table has the new files
     * @throws NotCommittedException if nothing was replaced, and no version of the table has any of the new files
     * @throws IOException if the table may have the new files, which must not be deleted
     */
    Commit replace(List<Replacement> replacements) throws IOException;

    /** Deletes a file that is not part of any version of the table, if it is there. */
    void delete(String path) throws IOException;

    /**
     * The outcome of replacements. Immutable.
     *
     * @param done what was replaced; the others were left out, because another commit removed or changed them
     * @param versions the snapshots or versions of the table that were committed, in order
     */
    record Commit(List<Replacement> done, List<Long> versions) {}
}
