// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.work;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads and a window of memory, which several files share. A caller that is alone may be one of the threads: it takes tasks
 * where it would wait for them, so that no more threads are at work than there are processors for. One thread is always the
 * caller's. Safe for use by many threads.
 */
public final class Workers implements Closeable {

    /** What idle arrays may take, in bytes: a batch read, a page decompressed, and as much waiting to be written. */
    private static final long BUFFERS_PER_THREAD = 8 << 20;

    private final boolean callerHelps;
    private final Window window;
    private final OrderedWork.Step check;
    private final @Nullable ExecutorService threads;
    private final Buffers buffers;

    /**
     * Creates the threads, which end with {@link #close}.
     *
     * @param count how many threads run tasks
     * @param callerHelps whether one of them is the only thread that gives tasks, else none is
     * @param check ends all work by its exception; called often, by many threads
     */
    public Workers(int count, boolean callerHelps, Window window, OrderedWork.Step check) {
        this.callerHelps = callerHelps;
        this.window = window;
        this.check = check;
        int others = callerHelps ? count - 1 : count;
        this.threads = others == 0 ? null : pool(others);
        this.buffers = new Buffers(count * BUFFERS_PER_THREAD);
    }

    /** Returns how many threads work, where 0 asks for one on each processor. */
    public static int count(int asked) {
        return asked > 0 ? asked : Runtime.getRuntime().availableProcessors();
    }

    public static ExecutorService pool(int threads) {
        return Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "parquet-fastcodec-pages");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Returns whether the caller runs tasks where it would wait for them. */
    boolean callerHelps() {
        return callerHelps;
    }

    public Window window() {
        return window;
    }

    public Buffers buffers() {
        return buffers;
    }

    /** Throws what ends all work, if it is to end. */
    public void check() throws IOException {
        check.run();
    }

    /** Has a thread run a task; the caller, if there is no other one. */
    void execute(Runnable task) {
        if (threads == null) {
            task.run();
        } else {
            threads.execute(task);
        }
    }

    /** Waits for the tasks that have begun. */
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
