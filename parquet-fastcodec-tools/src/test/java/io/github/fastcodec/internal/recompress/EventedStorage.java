// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.FileOutput;
import io.github.fastcodec.internal.storage.ForwardingStorage;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;

/** A storage that announces each step before it takes it. */
class EventedStorage extends ForwardingStorage {

    /** Receives the steps. */
    interface Events {
        void happened(String step) throws IOException;
    }

    private final Events events;

    private EventedStorage(Storage storage, Events events) {
        super(storage);
        this.events = events;
    }

    /** Returns a job that announces its steps. */
    static FileJob job(FileJob job, Events events) {
        Storage evented = new EventedStorage(job.from(), events);
        return new FileJob(evented, job.sourcePath(), evented, job.targetPath(), job.length(), job.policy());
    }

    /** Behaves like a server, so that files are read ahead and several are recompressed at once. */
    @Override
    public boolean isLocal() {
        return false;
    }

    @Override
    public NewFile createCopy(String path, Storage from, FileInput source) throws IOException {
        events.happened("create");
        NewFile file = super.createCopy(path, from, source);
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
}
