// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.Listener;
import io.github.fastcodec.internal.storage.Storages;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
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
public final class RepeatingCluster implements Cluster {

    /** How often a task runs whose result is lost, before it runs for good. */
    int lostAttempts;

    /** How many attempts run at the same time, of which the last one to end counts. */
    int attemptsAtOnce = 1;

    final List<String> begun = new ArrayList<>();
    private final Map<String, String> settings;

    public RepeatingCluster(Map<String, String> settings) {
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
    public <T extends Serializable> void call(String what, List<? extends Job<T>> jobs, Consumer<T> results)
            throws IOException {
        for (Job<T> job : jobs) {
            for (int i = 0; i < lostAttempts; i++) {
                travelled(job).run(machine());
            }
            results.accept(travelled(travelled(job).run(machine())));
        }
    }

    private Machine machine() {
        return new Machine(settings, 1, 64 << 20);
    }

    @Override
    public void convert(Conversion conversion, Iterator<FileTask> files, Results results) throws IOException {
        TaskRun.require(conversion);
        Bundles bundles = new Bundles(begun(files));
        while (bundles.hasNext() && !results.isCancelled()) {
            List<FileTask> bundle = travelled(bundles.next());
            for (int i = 0; i < lostAttempts; i++) {
                attempt(conversion, bundle, i);
            }
            List<FileResult> ended =
                    attemptsAtOnce == 1 ? attempt(conversion, bundle, lostAttempts) : attempts(conversion, bundle);
            ended.forEach(results::ended);
        }
    }

    private Iterator<FileTask> begun(Iterator<FileTask> files) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return files.hasNext();
            }

            @Override
            public FileTask next() {
                FileTask file = files.next();
                begun.add(file.source());
                return file;
            }
        };
    }

    private List<FileResult> attempt(Conversion conversion, List<FileTask> bundle, int attempt) throws IOException {
        TaskRun run = new TaskRun(travelled(conversion), storages(), 1, 64 << 20, attempt, 1, Listener.NONE);
        return travelled(run.run(bundle));
    }

    private List<FileResult> attempts(Conversion conversion, List<FileTask> bundle) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(attemptsAtOnce);
        try {
            List<Future<List<FileResult>>> running = new ArrayList<>();
            for (int i = 0; i < attemptsAtOnce; i++) {
                running.add(pool.submit(() -> attempt(conversion, bundle, 0)));
            }
            List<FileResult> last = List.of();
            for (Future<List<FileResult>> attempt : running) {
                last = attempt.get();
            }
            return last;
        } catch (InterruptedException | ExecutionException e) {
            throw new IOException(e);
        } finally {
            pool.shutdownNow();
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
