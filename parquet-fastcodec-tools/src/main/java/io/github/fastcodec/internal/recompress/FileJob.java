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

/** A file of any storage that is written again under another name, in any storage. For one thread at a time. */
public class FileJob {

    private final Storage from;
    private final String source;
    private final long length;
    private final Storage to;
    private final String target;
    private final boolean resumes;

    /** The source, once it was opened; null before that. */
    private @Nullable FileInput opened;

    /** What {@link #openTarget} found last, or null. */
    private @Nullable Entry there;

    /**
     * Creates the job of writing a new file.
     *
     * @param length the length of the source, in bytes; 0 if it is unknown
     * @param resumes whether a target that an earlier run has written is left as it is, else it is an error
     */
    public FileJob(Storage from, String source, long length, Storage to, String target, boolean resumes) {
        this.from = from;
        this.source = source;
        this.length = length;
        this.to = to;
        this.target = target;
        this.resumes = resumes;
    }

    /** Returns what messages call the source. */
    public String source() {
        return source;
    }

    /** Returns what messages call the target. */
    public String target() {
        return target;
    }

    /** Returns the length of the source, in bytes; 0 if it is unknown. */
    public long length() {
        return length;
    }

    /** Returns whether source and target are on this machine, or look so. */
    public boolean isLocal() {
        return from.isLocal() && to.isLocal();
    }

    /** Returns whether there need be no new file where nothing of the source would change. */
    public boolean skipsUnchanged() {
        return false;
    }

    /** Returns the folders around the source and around the target, for the guard of tables. */
    public List<Folder> folders() throws IOException {
        List<Folder> folders = new ArrayList<>(Folder.around(from, source));
        folders.addAll(Folder.around(to, target));
        return folders;
    }

    /**
     * Requires that the source may be copied, as far as that was asked when it was listed.
     *
     * @throws FileDefect if it may not
     */
    public void check() throws FileDefect {}

    /** Deletes what a killed process has left beside the target. */
    public void clean() throws IOException {
        to.deleteLeftovers(target);
    }

    /**
     * Opens the source for reading; the caller closes it.
     *
     * @throws FileDefect if it is no regular file: to open a pipe may take for ever
     */
    public FileInput open() throws IOException {
        FileInput input = from.open(source);
        opened = input;
        return input;
    }

    /** Returns what {@link #state} was when the source was opened. */
    public Object openedState() throws IOException {
        return state(opened());
    }

    /** Returns what the source was when it was opened. */
    private Entry opened() {
        return Objects.requireNonNull(input().entry(), "entry");
    }

    private FileInput input() {
        return Objects.requireNonNull(opened, "open");
    }

    /**
     * Returns a value that stays equal until the source is written to or replaced.
     *
     * @throws FileDefect if the source is no regular file
     */
    public Object state() throws IOException {
        return state(from.find(source).orElseThrow(() -> new NoSuchFileException(source)));
    }

    private Object state(Entry now) throws IOException {
        if (!now.isFile()) {
            throw new FileDefect("it is no regular file");
        }
        return now;
    }

    /** Opens what is at the target already for reading, if an earlier run may have written it. */
    public Optional<FileInput> openTarget() throws IOException {
        there = null;
        if (!resumes) {
            return Optional.empty();
        }
        try {
            FileInput input = to.open(target);
            there = input.entry();
            return Optional.of(input);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (FileDefect e) {
            throw new FileAlreadyExistsException(target, null, "something is there that is no file");
        }
    }

    private Entry there() {
        return Objects.requireNonNull(there, "openTarget");
    }

    /** Returns whether what is at the target is the source itself, by whatever name. */
    public boolean isTargetTheSource() throws IOException {
        Object key = opened().key();
        boolean sameKey = key != null && key.equals(there().key());
        return from == to && (sameKey || from.real(source).equals(to.real(target)));
    }

    /**
     * Returns what is equal for two targets that are one file: through a link, or where a file system takes upper case for lower
     * case. There is a file at the target.
     */
    public Object targetKey() throws IOException {
        Object key = to.isLocal() ? to.find(target).map(Entry::key).orElse(null) : null;
        return key == null ? to.real(target) : key;
    }

    /**
     * Creates the new file, and its directory.
     *
     * @throws FileAlreadyExistsException if there is something at the target
     */
    public NewFile create() throws IOException {
        return to.createCopy(target, from, input());
    }
}
