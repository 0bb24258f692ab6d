// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.StoredJob;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The directory of new files. For one thread. */
final class Targets {

    private final String directory;
    private final Storage storage;
    private final Map<String, InputFile> taken = new HashMap<>();

    private Targets(String directory, Storage storage) {
        this.directory = directory;
        this.storage = storage;
    }

    /**
     * Returns the jobs of replacing files where they are.
     *
     * @throws IllegalArgumentException if a file cannot be replaced
     */
    static List<FileJob> inPlace(Collection<InputFile> files) {
        List<FileJob> jobs = new ArrayList<>();
        for (InputFile file : files) {
            if (!file.storage().isLocal()) {
                throw new IllegalArgumentException("--in-place cannot be used for " + file
                        + ": its file system is not known to replace a file in one step. Use --to");
            }
            jobs.add(StoredJob.replacement(file.storage(), file.path(), file.length()));
        }
        return jobs;
    }

    /**
     * Returns what writes files to a directory.
     *
     * @throws IllegalArgumentException if a file is there, or the directory lies in what is read
     * @throws IOException if the file system cannot be reached
     */
    static Targets below(String directory, Collection<String> sources, Storages storages) throws IOException {
        Storage storage = storages.of(directory);
        String path = storage.normalize(storages.path(directory));
        if (storage.find(path).filter(entry -> !entry.isDirectory()).isPresent()) {
            throw new IllegalArgumentException("--to is " + directory + ", which is a file, expected a directory");
        }
        for (String source : sources) {
            if (storages.of(source) == storage && isIn(storage, path, storages.path(source))) {
                throw new IllegalArgumentException("--to is " + directory + ", which lies in " + source
                        + ": a second run would take what this one writes for its input");
            }
        }
        return new Targets(path, storage);
    }

    private static boolean isIn(Storage storage, String path, String source) throws IOException {
        String directory = storage.real(source);
        String at = storage.real(path);
        while (!at.equals(directory)) {
            Optional<String> parent = storage.parent(at);
            if (parent.isEmpty()) {
                return false;
            }
            at = parent.get();
        }
        return true;
    }

    /** Returns where a file goes. */
    String target(InputFile file) {
        String path = directory;
        for (String name : file.relative().split("/")) {
            path = storage.child(path, name);
        }
        return path;
    }

    /** Returns where the files go. */
    Storage storage() {
        return storage;
    }

    /**
     * Returns the jobs of writing files again.
     *
     * @throws IllegalArgumentException if two files would become one
     */
    List<FileJob> jobs(Collection<InputFile> files) {
        List<FileJob> jobs = new ArrayList<>();
        for (InputFile file : files) {
            jobs.add(job(file));
        }
        return jobs;
    }

    private FileJob job(InputFile file) {
        String target = target(file);
        InputFile other = taken.put(target, file);
        // Names that are no text may look the same; such files fail when they are opened.
        if (other != null && !other.path().equals(file.path())) {
            throw new IllegalArgumentException(other + " and " + file + " would both become " + target
                    + ": convert one after the other, or the directory above both");
        }
        return new StoredJob(file.storage(), file.path(), file.length(), storage, target, true);
    }
}
