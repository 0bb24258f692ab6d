// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A cluster in this JVM that serializes everything it passes on, and runs each task as often as the test wants. */
public final class RepeatingCluster implements Cluster {

    /** The number of attempts of each task whose results are lost, before the one that counts. */
    int lostAttempts;

    /** The number of concurrent attempts; the result of the last one to end counts. */
    int attemptsAtOnce = 1;

    final List<Object> begun = new ArrayList<>();
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

    @Override
    public <V extends Serializable, R extends Serializable> void call(
            String what, ClusterFunction<V, R> job, Iterator<V> values, Consumer<R> results, BooleanSupplier cancelled)
            throws IOException {
        while (values.hasNext() && !cancelled.getAsBoolean()) {
            V value = values.next();
            begun.add(value);
            for (int i = 0; i < lostAttempts; i++) {
                attempt(job, value, i, cancelled);
            }
            results.accept(attemptsAtOnce == 1 ? attempt(job, value, lostAttempts, cancelled) : attempts(job, value));
        }
    }

    private <V extends Serializable, R extends Serializable> R attempt(
            ClusterFunction<V, R> job, V value, int attempt, BooleanSupplier cancelled) throws IOException {
        Machine machine = new Machine(settings, 1, 64 << 20, attempt, true, cancelled);
        return travelled(travelled(job).run(travelled(value), machine));
    }

    private <V extends Serializable, R extends Serializable> R attempts(ClusterFunction<V, R> job, V value)
            throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(attemptsAtOnce);
        try {
            List<Future<R>> running = new ArrayList<>();
            for (int i = 0; i < attemptsAtOnce; i++) {
                running.add(pool.submit(() -> attempt(job, value, 0, () -> false)));
            }
            R last = null;
            for (Future<R> attempt : running) {
                last = attempt.get();
            }
            return last;
        } catch (InterruptedException | ExecutionException e) {
            throw new IOException(e);
        } finally {
            pool.shutdownNow();
        }
    }

    @SuppressWarnings("unchecked") // the copy has the type of the original
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
