// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.lake;

import io.github.fastcodec.internal.recompress.Listener;
import io.github.fastcodec.internal.storage.Storages;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** A cluster in this JVM, which sends everything through serialization and runs each task as often as it is told to. */
final class RepeatingCluster implements Cluster {

    /** How often a task runs whose result is lost, before it runs for good. */
    int lostAttempts;

    /** How many attempts run at the same time, of which the last one to end counts. */
    int attemptsAtOnce = 1;

    final List<String> begun = new ArrayList<>();
    private final Map<String, String> settings;

    RepeatingCluster(Map<String, String> settings) {
        this.settings = settings;
    }

    @Override
    public Map<String, String> settings() {
        return settings;
    }

    @Override
    public int threads() {
        return 1;
    }

    Storages storages() {
        return new Storages(getClass().getClassLoader(), settings);
    }

    @Override
    public void list(List<Directory> directories, Consumer<ListedDirectory> listed) throws IOException {
        for (Directory directory : directories) {
            listed.accept(travelled(new DirectoryRun(storages()).list(travelled(directory))));
        }
    }

    @Override
    public void convert(Conversion conversion, Iterator<FileTask> files, Results results) throws IOException {
        TaskRun.require(conversion);
        while (files.hasNext() && !results.isCancelled()) {
            FileTask task = travelled(files.next());
            begun.add(task.source());
            for (int i = 0; i < lostAttempts; i++) {
                attempt(conversion, task);
            }
            results.ended(travelled(attemptsAtOnce == 1 ? attempt(conversion, task) : attempts(conversion, task)));
        }
    }

    private FileResult attempt(Conversion conversion, FileTask task) throws IOException {
        return new TaskRun(travelled(conversion), storages(), 1, 64 << 20, 0, 1, Listener.NONE)
                .run(List.of(task))
                .get(0);
    }

    private FileResult attempts(Conversion conversion, FileTask task) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(attemptsAtOnce);
        try {
            List<Future<FileResult>> running = new ArrayList<>();
            for (int i = 0; i < attemptsAtOnce; i++) {
                running.add(threads.submit(() -> attempt(conversion, task)));
            }
            FileResult last = null;
            for (Future<FileResult> attempt : running) {
                last = attempt.get();
            }
            return last;
        } catch (InterruptedException | ExecutionException e) {
            throw new IOException(e);
        } finally {
            threads.shutdownNow();
        }
    }

    @SuppressWarnings("unchecked") // what goes in comes out
    static <T> T travelled(T object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
