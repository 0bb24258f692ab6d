// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

import java.io.Closeable;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs contenders in turns in one JVM. A round has one turn of each contender for each cell, so that the turns to compare
 * are within tens of milliseconds of each other. The order changes from round to round, so that no contender always
 * follows the same other contender. A turn is a slice of time, or a single shot.
 *
 * <p>A turn of one thread is measured in CPU time, which does not advance while the garbage collector stops the thread or
 * another process uses the core. So a turn includes neither the collection of earlier garbage nor other processes. A turn
 * of several threads, started by the benchmark or by the operation, is measured in wall-clock time until the last thread
 * ends. The garbage of other turns is collected before such a turn begins. Not thread-safe.
 */
public final class Turns implements Closeable {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** The approximate number of times that a slice checks the clock. */
    private static final int CHECKS = 32;

    /**
     * The largest number of runs between two checks. Without a limit, the number would overflow for an operation that takes
     * no time.
     */
    private static final int MAX_BATCH = 1 << 20;

    private final List<List<Lane>> cells = new ArrayList<>();
    private final long sliceNanos;
    private final int threads;
    private final boolean wallClock;
    private final ExecutorService executor;
    private int rounds;

    /** One contender in one cell. */
    private static final class Lane {
        private final String cell;
        private final String contender;
        private final ContenderLoader loader;
        private final Operation operation;

        /** The number of runs between two checks of the clock. */
        private int batch = 1;

        private Lane(String cell, String contender, ContenderLoader loader, Operation operation) {
            this.cell = cell;
            this.contender = contender;
            this.loader = loader;
            this.operation = operation;
        }
    }

    /**
     * Creates all contenders.
     *
     * @param subject the name of the {@link Subject} class; each contender loads its own copy
     * @param contenders the names of the contenders, see {@link Contender}
     * @param sliceNanos the length of a turn, in nanoseconds; 0 for single shots
     * @param threads the number of threads that run an operation concurrently
     * @param wallClock whether a single shot of one thread is measured in wall-clock time
     */
    Turns(
            String subject,
            List<String> contenders,
            Map<String, String> params,
            Object shared,
            long sliceNanos,
            int threads,
            boolean wallClock)
            throws Exception {
        this.sliceNanos = sliceNanos;
        this.threads = threads;
        this.wallClock = wallClock;
        executor = threads > 1 ? Executors.newFixedThreadPool(threads) : null;
        for (String contender : contenders) {
            ContenderLoader loader = ContenderLoader.of(contender);
            Map<String, Operation> operations = within(loader, () -> {
                Subject copy = (Subject)
                        loader.loadClass(subject).getDeclaredConstructor().newInstance();
                return copy.operations(Contender.implementation(contender), params, shared);
            });
            int index = 0;
            for (Map.Entry<String, Operation> entry : operations.entrySet()) {
                if (cells.size() <= index) {
                    cells.add(new ArrayList<>());
                }
                cells.get(index++).add(new Lane(entry.getKey(), contender, loader, entry.getValue()));
            }
        }
    }

    /** Runs a round and returns a sample of each contender in each cell. */
    List<Sample> round() throws Exception {
        List<Sample> samples = new ArrayList<>();
        for (List<Lane> cell : cells) {
            for (int index : order(cell.size(), rounds)) {
                Lane lane = cell.get(index);
                samples.add(within(lane.loader, () -> turn(lane)));
            }
        }
        rounds++;
        return samples;
    }

    /**
     * Returns the order of the contenders in a round. Every second round reverses the previous one, and each pair of
     * rounds begins one contender later.
     */
    public static List<Integer> order(int contenders, int round) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < contenders; i++) {
            order.add(i);
        }
        Collections.rotate(order, -(round / 2));
        if (round % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }

    private Sample turn(Lane lane) throws Exception {
        if (sliceNanos == 0) {
            return shot(lane);
        }
        if (lane.batch > 1) {
            lane.operation.run(lane.batch); // fills the caches with this contender's data again
        }
        long runs = 0;
        long elapsed = 0;
        long start = clock();
        do {
            lane.operation.run(lane.batch);
            runs += lane.batch;
            long now = clock() - start;
            if (now - elapsed < sliceNanos / CHECKS / 2 && lane.batch < MAX_BATCH) {
                lane.batch *= 2;
            }
            elapsed = now;
        } while (elapsed < sliceNanos);
        return sample(lane, (double) elapsed / runs);
    }

    private Sample shot(Lane lane) throws Exception {
        Sample sample = timedShot(lane);
        lane.operation.cleanUp();
        return sample;
    }

    private Sample timedShot(Lane lane) throws Exception {
        if (threads == 1 && wallClock) {
            System.gc();
            long start = System.nanoTime();
            lane.operation.run(1);
            return sample(lane, System.nanoTime() - start);
        }
        if (threads == 1) {
            long start = clock();
            lane.operation.run(1);
            return sample(lane, clock() - start);
        }
        Callable<Void> task = () -> within(lane.loader, () -> {
            lane.operation.run(1);
            return null;
        });
        System.gc();
        long start = System.nanoTime();
        for (Future<Void> done : executor.invokeAll(Collections.nCopies(threads, task))) {
            done.get();
        }
        return sample(lane, System.nanoTime() - start);
    }

    private static Sample sample(Lane lane, double nanos) {
        return new Sample(lane.cell, lane.contender, nanos, lane.operation.bytes());
    }

    /** Returns the CPU time of this thread, in nanoseconds; the wall-clock time if the system does not count CPU time. */
    public static long clock() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    /** Runs a task with a context class loader, because Hadoop loads classes and files through it. */
    private static <T> T within(ClassLoader loader, Callable<T> task) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return task.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public void close() {
        if (executor != null) {
            executor.shutdown();
        }
    }
}
