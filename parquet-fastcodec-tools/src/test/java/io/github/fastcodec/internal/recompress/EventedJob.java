// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.FileOutput;
import io.github.fastcodec.internal.storage.LocalStorage;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.util.List;
import java.util.Optional;

/** A job that announces each step before it takes it. */
class EventedJob extends FileJob {

    /** Receives the steps. */
    interface Events {
        void happened(String step) throws IOException;
    }

    /** A placeholder: the job that this one wraps does everything that needs a storage. */
    private static final Storage STORAGE = new LocalStorage(FileSystems.getDefault());

    private final FileJob job;
    private final Events events;

    EventedJob(FileJob job, Events events) {
        super(STORAGE, job.source(), job.length(), STORAGE, job.target(), false);
        this.job = job;
        this.events = events;
    }

    /** Behaves like a server, so that files are read ahead and several are recompressed at once. */
    @Override
    public boolean isLocal() {
        return false;
    }

    @Override
    public boolean isTargetTheSource() throws IOException {
        return job.isTargetTheSource();
    }

    @Override
    public Object targetKey() throws IOException {
        return job.targetKey();
    }

    @Override
    public NewFile create() throws IOException {
        events.happened("create");
        NewFile file = job.create();
        events.happened("created");
        return new NewFile() {
            @Override
            public FileOutput output() {
                return file.output();
            }

            @Override
            public void finish() throws IOException {
                events.happened("finish");
                file.finish();
            }

            @Override
            public FileInput open() throws IOException {
                events.happened("verify");
                return file.open();
            }

            @Override
            public void publish(Condition condition) throws IOException {
                events.happened("publish");
                file.publish(condition);
                events.happened("published");
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    @Override
    public List<Folder> folders() throws IOException {
        return job.folders();
    }

    @Override
    public void clean() throws IOException {
        job.clean();
    }

    @Override
    public FileInput open() throws IOException {
        return job.open();
    }

    @Override
    public Object openedState() throws IOException {
        return job.openedState();
    }

    @Override
    public Object state() throws IOException {
        return job.state();
    }

    @Override
    public Optional<FileInput> openTarget() throws IOException {
        return job.openTarget();
    }
}
