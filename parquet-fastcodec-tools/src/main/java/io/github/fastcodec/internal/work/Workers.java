// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.work;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads and a window of memory that several files share. If there is only one caller, it may be one of the threads: it runs
 * tasks instead of waiting for them, so that no more threads than requested are busy. Thread-safe.
 */
public final class Workers implements Closeable {

    /**
     * The limit for idle arrays per thread, in bytes: enough for a batch, a decompressed page, and an equal number of bytes that
     * wait to be written.
     */
    private static final long BUFFERS_PER_THREAD = 8 << 20;

    private final boolean callerHelps;
    private final Window window;
    private final OrderedWork.Step check;
    private final @Nullable ExecutorService threads;
    private final Buffers buffers;

    /**
     * Creates workers, whose threads run until {@link #close}.
     *
     * @param count the number of threads that run tasks
     * @param callerHelps whether a single thread adds the tasks and also runs tasks; if false, the threads that run tasks add
     *     none
     * @param check throws an exception to cancel all work; many threads call it often
     */
    public Workers(int count, boolean callerHelps, Window window, OrderedWork.Step check) {
        this.callerHelps = callerHelps;
        this.window = window;
        this.check = check;
        int others = callerHelps ? count - 1 : count;
        this.threads = others == 0 ? null : pool(others);
        this.buffers = new Buffers(count * BUFFERS_PER_THREAD);
    }

    /** Returns the number of threads: the requested number, or one per processor if that is 0. */
    public static int count(int requested) {
        return requested > 0 ? requested : Runtime.getRuntime().availableProcessors();
    }

    public static ExecutorService pool(int threads) {
        return Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "parquet-fastcodec-pages");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Returns whether the caller runs tasks instead of waiting for them. */
    boolean callerHelps() {
        return callerHelps;
    }

    public Window window() {
        return window;
    }

    public Buffers buffers() {
        return buffers;
    }

    /** Throws an exception if the work is cancelled. */
    public void check() throws IOException {
        check.run();
    }

    /** Runs a task on one of the threads, or on the calling thread if it is the only one. */
    void execute(Runnable task) {
        if (threads == null) {
            task.run();
        } else {
            threads.execute(task);
        }
    }

    /** Waits for all tasks, and ends the threads. */
    @Override
    public void close() {
        if (threads != null) {
            end(threads);
        }
    }

    public static void end(ExecutorService threads) {
        threads.shutdown();
        Uninterrupted.await(() -> threads.awaitTermination(1, TimeUnit.MINUTES));
    }
}
