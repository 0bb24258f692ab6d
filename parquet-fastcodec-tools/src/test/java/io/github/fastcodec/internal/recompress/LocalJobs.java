// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.LocalStorage;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Creates the jobs of a run over local files. */
final class LocalJobs {

    private final Storage storage;

    private LocalJobs(Storage storage) {
        this.storage = storage;
    }

    /** Returns jobs for the file system of a path. */
    static LocalJobs of(Path path) {
        return new LocalJobs(new LocalStorage(path.getFileSystem()));
    }

    /** Returns a job that writes a new file. */
    static FileJob copy(Path source, Path target, boolean resumes) throws IOException {
        return of(source).copyOf(source, target, resumes);
    }

    FileJob copyOf(Path source, Path target, boolean resumes) throws IOException {
        return new FileJob(
                storage,
                source.toString(),
                storage,
                target.toString(),
                Files.size(source),
                resumes ? FileJob.Policy.RESUME : FileJob.Policy.NEW);
    }
}
