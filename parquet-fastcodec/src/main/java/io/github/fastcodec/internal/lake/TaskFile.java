// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.lake;

import io.github.fastcodec.internal.file.FileDefect;
import io.github.fastcodec.internal.file.FileInput;
import io.github.fastcodec.internal.file.NewFile;
import io.github.fastcodec.internal.file.NewPart;
import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.Folder;
import io.github.fastcodec.internal.recompress.Range;
import io.github.fastcodec.internal.storage.Entry;
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
final class TaskFile implements FileJob {

    private final FileTask task;
    private final Storages storages;
    private final boolean skipsUnchanged;
    private final Storage from;
    private final String source;
    private final Storage to;
    private final String target;

    /** Why it may not be copied, or null. */
    private final String refusal;

    /** Whether the list is believed in what it says of the target, so that nobody is asked for each file. */
    private final boolean believesList;

    /** Whether an attempt before this one may have left something beside the target, and nothing else stands there. */
    private final boolean isRepeated;

    /** What is recompressed to a part, or null. */
    private final Range range;

    /** Where the parts are, or null. */
    private final List<String> parts;

    /** What the source must be, or null for whatever it is. */
    private final String version;

    /** What the source was when it was looked at last. */
    private Entry found;

    /** What was at the target when it was looked for last, or null. */
    private Entry there;

    /** The part file that was created last. */
    private NewPart part;

    /**
     * Creates a file.
     *
     * @param isRepeated whether there was an attempt to recompress it in this run
     * @param skipsUnchanged whether there need be no new file where nothing would change
     */
    TaskFile(FileTask task, Storages storages, boolean isRepeated, boolean skipsUnchanged) throws IOException {
        this(task, storages, isRepeated, skipsUnchanged, null, false, null, null, null);
    }

    private TaskFile(
            FileTask task,
            Storages storages,
            boolean isRepeated,
            boolean skipsUnchanged,
            String refusal,
            boolean believesList,
            Range range,
            List<String> parts,
            String version)
            throws IOException {
        this.range = range;
        this.parts = parts;
        this.version = version;
        this.isRepeated = isRepeated;
        this.refusal = refusal;
        this.believesList = believesList;
        this.task = task;
        this.storages = storages;
        this.skipsUnchanged = skipsUnchanged;
        this.from = storages.of(task.source());
        this.source = storages.path(task.source());
        this.to = storages.of(task.target());
        this.target = storages.path(task.target());
    }

    /**
     * Returns a file that is not written, only looked at.
     *
     * @param refusal why it may not be copied, or null
     */
    static TaskFile forEstimate(FileTask task, Storages storages, String refusal) throws IOException {
        return new TaskFile(task, storages, false, false, refusal, true, null, null, null);
    }

    /** Returns row groups of a file, which are recompressed to a part. Nothing is cleaned beside it: there are other parts. */
    static TaskFile forPart(PartWork work, Storages storages) throws IOException {
        return new TaskFile(work.file(), storages, false, true, null, false, work.range(), null, null);
    }

    /** Returns a file that is written from its parts. */
    static TaskFile forJoin(JoinWork work, Storages storages, boolean skipsUnchanged) throws IOException {
        return new TaskFile(
                work.file(), storages, false, skipsUnchanged, null, false, null, work.parts(), work.version());
    }

    /** Returns what the source was when it was looked at last, or null. */
    String version() {
        return found == null ? null : found.version();
    }

    /** Returns where the part file is, so that it means the same on each machine. */
    String partPath() {
        String path = to.absolute(part.path());
        return to == storages.local() ? "file:" + path : path;
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
        if (refusal != null) {
            throw new FileDefect(refusal);
        }
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
        Entry now = from.find(source).orElseThrow(() -> new NoSuchFileException(task.source()));
        if (!now.isFile()) {
            throw new FileDefect("it is no regular file");
        }
        if (version != null && !version.equals(now.version())) {
            throw new FileDefect("it has changed while it was read");
        }
        found = now;
        return now;
    }

    @Override
    public Optional<FileInput> openTarget() throws IOException {
        if (range != null || believesList && !task.targetWasThere()) {
            return Optional.empty();
        }
        there = to.find(target).orElse(null);
        return there == null ? Optional.empty() : Optional.of(to.open(target));
    }

    @Override
    public Range range() {
        return range;
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
    public List<String> parts() {
        return parts;
    }

    @Override
    public FileInput openPart(String path) throws IOException {
        return storages.of(path).open(storages.path(path));
    }

    @Override
    public NewFile create() throws IOException {
        if (range != null) {
            part = to.createPart(target, from == to ? source : null);
            return part;
        }
        return to.create(target, from == to ? source : null);
    }
}
