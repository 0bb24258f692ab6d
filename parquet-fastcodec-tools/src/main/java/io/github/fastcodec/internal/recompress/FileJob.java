// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A source and the target to which it is recompressed, each in any storage. Not thread-safe. */
public class FileJob {

    private final Storage from;
    private final String source;
    private final long length;
    private final Storage to;
    private final String target;
    private final boolean resumes;

    /** The source, or null if it has not been opened. */
    private @Nullable FileInput opened;

    /** The target that {@link #openTarget} found last, or null. */
    private @Nullable Entry existing;

    /**
     * Creates a job.
     *
     * @param length the length of the source, in bytes; 0 if it is unknown
     * @param resumes whether to keep a target that an earlier run has written; if not, such a target is an error
     */
    public FileJob(Storage from, String source, long length, Storage to, String target, boolean resumes) {
        this.from = from;
        this.source = source;
        this.length = length;
        this.to = to;
        this.target = target;
        this.resumes = resumes;
    }

    /** Returns the name of the source in messages. */
    public String source() {
        return source;
    }

    /** Returns the name of the target in messages. */
    public String target() {
        return target;
    }

    /** Returns the length of the source, in bytes; 0 if it is unknown. */
    public long length() {
        return length;
    }

    /** Returns whether source and target are on this machine, or behave as if they were. */
    public boolean isLocal() {
        return from.isLocal() && to.isLocal();
    }

    /** Returns whether no new file is needed if the plan does not change the source. */
    public boolean skipsUnchanged() {
        return false;
    }

    /** Returns the directories of the source and of the target, for the table guard. */
    public List<Folder> folders() throws IOException {
        List<Folder> folders = new ArrayList<>(Folder.ofFile(from, source));
        folders.addAll(Folder.ofFile(to, target));
        return folders;
    }

    /**
     * Requires that the listing of the source's directory found no reason why the source must not be copied.
     *
     * @throws FileDefect if it found one; the message is the reason
     */
    public void check() throws FileDefect {}

    /**
     * Requires that the source is the file that the log of its table lists, if it belongs to one.
     *
     * @param length the length of the source, in bytes
     * @param rows the number of rows in its row groups, according to the footer
     * @throws FileDefect if it is another file
     */
    public void requireLogged(long length, long rows) throws FileDefect {}

    /** Deletes the temporary files that a killed process left next to the target. */
    public void clean() throws IOException {
        to.deleteLeftovers(target);
    }

    /**
     * Opens the source for reading; the caller closes it.
     *
     * @throws FileDefect if it is not a regular file: opening a pipe may block forever
     */
    public FileInput open() throws IOException {
        FileInput input = from.open(source);
        opened = input;
        return input;
    }

    /** Returns the {@link #state} that the source had when it was opened. */
    public Object openedState() throws IOException {
        return state(opened());
    }

    private Entry opened() {
        return Objects.requireNonNull(input().entry(), "entry");
    }

    private FileInput input() {
        return Objects.requireNonNull(opened, "open");
    }

    /**
     * Returns a value that stays equal until the source is written to or replaced.
     *
     * @throws FileDefect if the source is not a regular file
     */
    public Object state() throws IOException {
        return state(from.find(source).orElseThrow(() -> new NoSuchFileException(source)));
    }

    private Object state(Entry now) throws IOException {
        if (!now.isFile()) {
            throw new FileDefect("it is not a regular file");
        }
        return now;
    }

    /** Opens the target for reading, if it exists and this job may keep it. */
    public Optional<FileInput> openTarget() throws IOException {
        existing = null;
        if (!resumes) {
            return Optional.empty();
        }
        try {
            FileInput input = to.open(target);
            existing = input.entry();
            return Optional.of(input);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (FileDefect e) {
            throw new FileAlreadyExistsException(target, null, "it is not a regular file");
        }
    }

    private Entry existing() {
        return Objects.requireNonNull(existing, "openTarget");
    }

    /** Returns whether the existing target is the source itself, possibly under another name. */
    public boolean isTargetTheSource() throws IOException {
        Object key = opened().key();
        boolean sameKey = key != null && key.equals(existing().key());
        return from == to && (sameKey || from.real(source).equals(to.real(target)));
    }

    /**
     * Returns a key of the target, which must exist. Two targets have equal keys if links or a case-insensitive file system make
     * them the same file.
     */
    public Object targetKey() throws IOException {
        Object key = to.isLocal() ? to.find(target).map(Entry::key).orElse(null) : null;
        return key == null ? to.real(target) : key;
    }

    /**
     * Creates the new file, and its directory.
     *
     * @throws FileAlreadyExistsException if the target exists
     */
    public NewFile create() throws IOException {
        return to.createCopy(target, from, input());
    }
}
