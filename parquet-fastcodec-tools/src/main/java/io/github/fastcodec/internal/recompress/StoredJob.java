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

/** A file of any storage that is written again: under another name in any storage, or in its place. For one thread at a time. */
public class StoredJob implements FileJob {

    private final Storage from;
    private final String source;
    private final long length;
    private final Storage to;
    private final String target;
    private final boolean inPlace;
    private final boolean resumes;

    /** What the source was when it was opened; null before that. */
    private @Nullable Entry opened;

    /** What {@link #openTarget} found last, or null. */
    private @Nullable Entry there;

    /**
     * Creates the job of writing a new file.
     *
     * @param length the length of the source, in bytes; 0 if it is unknown
     * @param resumes whether a target that an earlier run has written is left as it is, else it is an error
     */
    public StoredJob(Storage from, String source, long length, Storage to, String target, boolean resumes) {
        this(from, source, length, to, target, false, resumes);
    }

    private StoredJob(
            Storage from, String source, long length, Storage to, String target, boolean inPlace, boolean resumes) {
        this.from = from;
        this.source = source;
        this.length = length;
        this.to = to;
        this.target = target;
        this.inPlace = inPlace;
        this.resumes = resumes;
    }

    /**
     * Returns the job of replacing a file.
     *
     * @param storage one that is {@link Storage#isLocal}
     * @param length the length of the file, in bytes; 0 if it is unknown
     */
    public static StoredJob replacement(Storage storage, String file, long length) {
        return new StoredJob(storage, file, length, storage, file, true, false);
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean isLocal() {
        return from.isLocal() && to.isLocal();
    }

    @Override
    public boolean isInPlace() {
        return inPlace;
    }

    @Override
    public List<Folder> folders() throws IOException {
        List<Folder> folders = new ArrayList<>(Folder.around(from, source));
        if (!inPlace) {
            folders.addAll(Folder.around(to, target));
        }
        return folders;
    }

    @Override
    public void check() throws IOException {
        if (inPlace) {
            from.requireReplaceable(source);
        }
    }

    @Override
    public void clean() throws IOException {
        to.deleteLeftovers(target);
    }

    @Override
    public FileInput open() throws IOException {
        FileInput input = from.open(source);
        opened = input.entry();
        return input;
    }

    @Override
    public Object openedState() throws IOException {
        return state(opened());
    }

    private Entry opened() {
        return Objects.requireNonNull(opened, "open");
    }

    @Override
    public Object state() throws IOException {
        return state(from.find(source).orElseThrow(() -> new NoSuchFileException(source)));
    }

    private Object state(Entry now) throws IOException {
        if (!now.isFile()) {
            throw new FileDefect("it is no regular file");
        }
        // In place the new file has the permissions and the attributes that the source had, which may change too.
        return inPlace ? List.of(now, from.changed(source)) : now;
    }

    @Override
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

    @Override
    public boolean isTargetTheSource() throws IOException {
        Object key = opened().key();
        boolean sameKey = key != null
                && key.equals(Objects.requireNonNull(there, "openTarget").key());
        return from == to && (sameKey || from.real(source).equals(to.real(target)));
    }

    @Override
    public Object targetKey() throws IOException {
        Object key = to.isLocal() ? to.find(target).map(Entry::key).orElse(null) : null;
        return key == null ? to.real(target) : key;
    }

    @Override
    public boolean isTargetOlder() {
        return FileJob.isOlder(Objects.requireNonNull(there, "openTarget").modified(), opened().modified());
    }

    @Override
    public NewFile create() throws IOException {
        return inPlace ? to.replace(target) : to.createCopy(target, from, source);
    }
}
