// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import java.io.IOException;
import java.util.List;

/** A table whose log says which files count. For one thread. */
public interface TableLog {

    /** Returns the live files of the table's current version, as far as they were asked for. */
    LiveFiles liveFiles() throws IOException;

    /**
     * Replaces files in one step, so that readers see all of them or none. Nothing but the files' places and sizes differs
     * afterwards. Commits of others that come in between are no obstacle: files that they have removed or changed are left
     * out.
     *
     * @return what was committed, and what was left out
     * @throws UnknownCommitException if nobody can tell whether the files were replaced
     * @throws IOException if they were not
     */
    Commit replace(List<Replacement> replacements) throws IOException;

    /** Deletes a file that is not part of any version of the table, if it is there. */
    void delete(String path) throws IOException;

    /** What has become of replacements. Immutable. */
    final class Commit {

        private final List<Replacement> done;
        private final List<Replacement> leftOut;
        private final List<Long> versions;

        /**
         * Creates one.
         *
         * @param versions the snapshots or versions of the table that were committed, in order
         */
        public Commit(List<Replacement> done, List<Replacement> leftOut, List<Long> versions) {
            this.done = List.copyOf(done);
            this.leftOut = List.copyOf(leftOut);
            this.versions = List.copyOf(versions);
        }

        /** Returns what was replaced; immutable. */
        public List<Replacement> done() {
            return done;
        }

        /** Returns what was left out, because somebody has removed or changed the file; immutable. */
        public List<Replacement> leftOut() {
            return leftOut;
        }

        /** Returns the snapshots or versions of the table, in order; immutable. */
        public List<Long> versions() {
            return versions;
        }
    }
}
