// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.Folder;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A file of a task. Who made the list of files has looked at the directories, once for each: whether they belong to a table,
 * and whether leftovers lie there. For one thread at a time.
 */
class TaskFile implements FileJob {

    private final FileTask task;
    private final boolean isRepeated;
    private final boolean skipsUnchanged;
    private final Storage from;
    private final String source;
    private final Storage to;
    private final String target;

    /** What the source was when it was looked at last, or null. */
    private Entry found;

    /** What was at the target when it was looked for last, or null. */
    private Entry there;

    /**
     * Creates a file.
     *
     * @param isRepeated whether there was an attempt to recompress it in this run, which may have left something beside the
     *     target, where nobody else leaves anything
     * @param skipsUnchanged whether there need be no new file where nothing would change
     */
    TaskFile(FileTask task, Storages storages, boolean isRepeated, boolean skipsUnchanged) throws IOException {
        this.task = task;
        this.isRepeated = isRepeated;
        this.skipsUnchanged = skipsUnchanged;
        this.from = storages.of(task.source());
        this.source = storages.path(task.source());
        this.to = storages.of(task.target());
        this.target = storages.path(task.target());
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
    public long length() {
        return task.length();
    }

    @Override
    public boolean isInPlace() {
        return false;
    }

    @Override
    public boolean skipsUnchanged() {
        return skipsUnchanged;
    }

    @Override
    public Iterable<Folder> folders() {
        return List.of();
    }

    @Override
    public void check() throws FileDefect {
        // Nothing is replaced.
    }

    @Override
    public void clean() throws IOException {
        if (isRepeated) {
            to.deleteLeftovers(target);
        }
        if (task.otherTargets() != null) {
            Optional<String> directory = to.parent(target);
            if (directory.isPresent()) {
                to.deleteLeftovers(
                        directory.get(), Pattern.compile(task.otherTargets()).asMatchPredicate());
            }
        }
    }

    @Override
    public FileInput open() throws IOException {
        return from.open(source);
    }

    @Override
    public Object state() throws IOException {
        found = from.find(source).orElseThrow(() -> new NoSuchFileException(task.source()));
        if (!found.isFile()) {
            throw new FileDefect("it is no regular file");
        }
        return found;
    }

    @Override
    public Optional<FileInput> openTarget() throws IOException {
        there = to.find(target).orElse(null);
        return there == null ? Optional.empty() : Optional.of(to.open(target));
    }

    @Override
    public boolean isTargetTheSource() throws IOException {
        return from == to && to.real(source).equals(to.real(target));
    }

    /** What was not there when the run began, an attempt of this run has written. */
    @Override
    public boolean isTargetOlder() {
        return task.targetWasThere() && there != null && FileJob.isOlder(there.modified(), found.modified());
    }

    @Override
    public NewFile create() throws IOException {
        return to.create(target, from == to ? source : null);
    }

    /** A file that is not written, only looked at. */
    static final class Estimated extends TaskFile {

        private final boolean targetWasThere;
        private final String refusal;

        /**
         * Creates a file.
         *
         * @param refusal why it may not be copied, or null
         */
        Estimated(FileTask task, Storages storages, String refusal) throws IOException {
            super(task, storages, false, false);
            this.targetWasThere = task.targetWasThere();
            this.refusal = refusal;
        }

        @Override
        public void check() throws FileDefect {
            if (refusal != null) {
                throw new FileDefect(refusal);
            }
        }

        /** The list is believed in what it says of targets, so that nobody is asked for each file. */
        @Override
        public Optional<FileInput> openTarget() throws IOException {
            return targetWasThere ? super.openTarget() : Optional.empty();
        }
    }
}
