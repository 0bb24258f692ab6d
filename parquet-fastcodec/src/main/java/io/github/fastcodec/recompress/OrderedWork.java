// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks on several threads, and what follows each of them on the calling thread, in the order in which they came. What
 * tasks hold is limited: the caller waits where a task would exceed the window, and a task that exceeds it by itself runs
 * alone. One thread means the calling one. For one thread.
 */
final class OrderedWork implements Closeable {

    /** What follows a task. */
    interface Step {
        void run() throws IOException;
    }

    private static final class Pending {

        private final Future<Step> step;
        private final long bytes;

        private Pending(Future<Step> step, long bytes) {
            this.step = step;
            this.bytes = bytes;
        }
    }

    private final long window;
    private final ExecutorService threads;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private long bytesInFlight;

    /**
     * Creates the threads, which end with {@link #close}.
     *
     * @param window how many bytes all tasks together may hold
     */
    OrderedWork(int threads, long window) {
        this.window = window;
        this.threads = threads == 1
                ? null
                : Executors.newFixedThreadPool(threads, task -> {
                    Thread thread = new Thread(task, "parquet-fastcodec-recompress");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /**
     * Waits until the window has room for a task.
     *
     * @param bytes what the task will hold until its step has run, in bytes
     * @throws IOException from a task or a step before
     */
    void awaitRoom(long bytes) throws IOException {
        while (!pending.isEmpty() && bytesInFlight + bytes > window) {
            runFirst();
        }
    }

    /** Adds a task, for which {@link #awaitRoom} has made room. */
    void add(long bytes, Callable<Step> task) throws IOException {
        if (threads == null) {
            call(task).run();
            return;
        }
        bytesInFlight += bytes;
        pending.add(new Pending(threads.submit(task), bytes));
        while (!pending.isEmpty() && pending.element().step.isDone()) {
            runFirst();
        }
    }

    private static Step call(Callable<Step> task) throws IOException {
        try {
            return task.call();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Adds a step without a task. */
    void then(Step step) throws IOException {
        if (threads == null) {
            step.run();
        } else {
            pending.add(new Pending(CompletableFuture.completedFuture(step), 0));
        }
    }

    /**
     * Waits for all tasks and their steps.
     *
     * @throws IOException from the first task or step that failed
     */
    void finish() throws IOException {
        while (!pending.isEmpty()) {
            runFirst();
        }
    }

    private void runFirst() throws IOException {
        Pending first = pending.remove();
        try {
            first.step.get().run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while pages were compressed");
        } catch (ExecutionException e) {
            rethrow(e.getCause());
        }
        bytesInFlight -= first.bytes;
    }

    private static void rethrow(Throwable cause) throws IOException {
        if (cause instanceof IOException) {
            throw (IOException) cause;
        }
        if (cause instanceof RuntimeException) {
            throw (RuntimeException) cause;
        }
        if (cause instanceof Error) {
            throw (Error) cause;
        }
        throw new IllegalStateException(cause);
    }

    /** Drops the tasks that have not begun, and waits for those that have. */
    @Override
    public void close() {
        if (threads == null) {
            return;
        }
        pending.forEach(task -> task.step.cancel(false));
        threads.shutdown();
        boolean interrupted = false;
        while (true) {
            try {
                if (threads.awaitTermination(1, TimeUnit.MINUTES)) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
