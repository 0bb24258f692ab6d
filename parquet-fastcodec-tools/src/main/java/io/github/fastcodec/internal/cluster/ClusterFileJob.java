// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.Folder;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.verify.log.TableLogEntry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The job for one file of a task. The file's directories need not be checked for tables or for the leftovers of killed processes,
 * because both checks were made when the files were listed. Not thread-safe.
 */
class ClusterFileJob extends FileJob {

    private final FileTask task;
    private final Storages storages;
    private final boolean isRepeated;
    private final boolean skipsUnchanged;

    /**
     * Creates the job for a file.
     *
     * @param isRepeated whether an earlier attempt of this run may have left a temporary file next to the target; other programs
     *     leave none there
     * @param skipsUnchanged whether a file that would not change is skipped, rather than copied
     */
    ClusterFileJob(FileTask task, Storages storages, boolean isRepeated, boolean skipsUnchanged) throws IOException {
        super(
                storages.of(task.source()),
                storages.path(task.source()),
                task.length(),
                storages.of(task.target()),
                storages.path(task.target()),
                true);
        this.task = task;
        this.storages = storages;
        this.isRepeated = isRepeated;
        this.skipsUnchanged = skipsUnchanged;
    }

    @Override
    public String source() {
        return task.source();
    }

    @Override
    public String target() {
        return task.target();
    }

    @Override
    public boolean skipsUnchanged() {
        return skipsUnchanged;
    }

    @Override
    public List<Folder> folders() {
        return List.of();
    }

    @Override
    public void requireLogged(long length, long rows) throws FileDefect {
        TableLogEntry logged = task.logged();
        if (logged == null) {
            return;
        }
        if (length != logged.length()) {
            throw foreign(length, "bytes", logged.length());
        }
        if (logged.rows() >= 0 && rows != logged.rows()) {
            throw foreign(rows, "rows", logged.rows());
        }
    }

    private static FileDefect foreign(long found, String unit, long logged) {
        return new FileDefect("it has " + found + " " + unit + ", but the table's log says " + logged
                + ": it is not the file that was added to the table; restore that file");
    }

    @Override
    public void clean() throws IOException {
        if (isRepeated) {
            super.clean();
        }
        if (task.cleansDirectory()) {
            Storage to = storages.of(task.target());
            Optional<String> directory = to.parent(storages.path(task.target()));
            if (directory.isPresent()) {
                to.deleteLeftovers(directory.get(), any -> true);
            }
        }
    }

    /** The job for a file that is only estimated, not written. */
    static final class Estimated extends ClusterFileJob {

        private final @Nullable String refusal;

        /**
         * Creates the job for a file.
         *
         * @param refusal why the file must not be copied, or null
         */
        Estimated(FileTask task, Storages storages, @Nullable String refusal) throws IOException {
            super(task, storages, false, false);
            this.refusal = refusal;
        }

        @Override
        public void check() throws FileDefect {
            if (refusal != null) {
                throw new FileDefect(refusal);
            }
        }

        /** Trusts the listing of the targets, so a file without a target costs no request. */
        @Override
        public Optional<FileInput> openTarget() throws IOException {
            return super.task.targetWasThere() ? super.openTarget() : Optional.empty();
        }
    }
}
