// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.Folder;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file of a task. Its directories were checked when the files were listed: whether they belong to a table, and whether a killed
 * process has left something there. For one thread at a time.
 */
class ClusterFileJob extends FileJob {

    private final FileTask task;
    private final Storages storages;
    private final boolean isRepeated;
    private final boolean skipsUnchanged;

    /**
     * Creates a file.
     *
     * @param isRepeated whether there was an attempt to recompress it in this run, which may have left something beside the
     *     target, where no other program leaves anything
     * @param skipsUnchanged whether there need be no new file where nothing would change
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

    /** A file that is not written, only looked at. */
    static final class Estimated extends ClusterFileJob {

        private final @Nullable String refusal;

        /**
         * Creates a file.
         *
         * @param refusal why it may not be copied, or null
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

        /** The listing of the targets is trusted, so that no file costs a request. */
        @Override
        public Optional<FileInput> openTarget() throws IOException {
            return super.task.targetWasThere() ? super.openTarget() : Optional.empty();
        }
    }
}
