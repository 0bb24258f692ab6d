// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;

/** A file of any storage that is written again in any storage, under another name. For one thread at a time. */
public final class StoredJob implements FileJob {

    private final InputFile source;
    private final Storage storage;
    private final String target;

    /**
     * Creates the job of writing a new file. A target that an earlier run has written is left as it is.
     *
     * @param storage where the target is
     */
    public StoredJob(InputFile source, Storage storage, String target) {
        this.source = source;
        this.storage = storage;
        this.target = target;
    }

    @Override
    public String source() {
        return source.path();
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public long length() {
        return source.length();
    }

    @Override
    public boolean isInPlace() {
        return false;
    }

    @Override
    public Iterable<Folder> folders() {
        return List.of(folder(source.storage(), source.path()), folder(storage, target));
    }

    private static Folder folder(Storage storage, String file) {
        String path = storage.absolute(file);
        return new StoredFolder(storage, storage.parent(path).orElse(path));
    }

    @Override
    public void check() {
        // Nothing is replaced.
    }

    @Override
    public void clean() throws IOException {
        storage.deleteLeftovers(target);
    }

    @Override
    public FileInput open() throws IOException {
        return source.open();
    }

    @Override
    public Object state() throws IOException {
        Entry now = source.storage().find(source.path()).orElseThrow(() -> new NoSuchFileException(source.path()));
        if (!now.isFile()) {
            throw new FileDefect("it is no regular file");
        }
        return now;
    }

    @Override
    public Optional<FileInput> openTarget() throws IOException {
        return storage.find(target).isPresent() ? Optional.of(storage.open(target)) : Optional.empty();
    }

    @Override
    public boolean isTargetTheSource() throws IOException {
        return source.storage() == storage && storage.real(source.path()).equals(storage.real(target));
    }

    @Override
    public boolean isTargetOlder() throws IOException {
        return FileJob.isOlder(modified(storage, target), modified(source.storage(), source.path()));
    }

    private static long modified(Storage storage, String path) throws IOException {
        return storage.find(path).map(Entry::modified).orElse(0L);
    }

    @Override
    public NewFile create() throws IOException {
        return storage.create(target, source.storage() == storage ? source.path() : null);
    }
}
