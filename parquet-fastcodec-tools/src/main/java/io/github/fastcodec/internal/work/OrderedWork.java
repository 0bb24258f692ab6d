// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.work;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.LinkedList;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on workers. The step that follows each task runs on the calling thread, in the order in which the tasks were added.
 * Memory is limited: the caller waits while a task would exceed the workers' window. Not thread-safe.
 */
public final class OrderedWork implements Closeable {

    /** The step that follows a task. */
    public interface Step {
        void run() throws IOException;
    }

    /** The time between a waiting thread's checks for cancellation, in milliseconds. */
    private static final long CHECK_MILLIS = 200;

    private static final class Pending {

        private final FutureTask<Step> task;
        private final long bytes;
        private final AtomicBoolean started = new AtomicBoolean();

        private Pending(Callable<Step> task, long bytes) {
            this.task = new FutureTask<>(task);
            this.bytes = bytes;
        }

        /** Runs the task unless another thread has already started it, and returns whether this thread ran it. */
        private boolean run() {
            boolean isFirst = started.compareAndSet(false, true);
            if (isFirst) {
                task.run();
            }
            return isFirst;
        }
    }

    private final Workers workers;
    /** A linked list: if memory runs out while a task is added, the tasks added before it are not lost. */
    private final Queue<Pending> pending = new LinkedList<>();

    /** The memory reserved for the next task, in bytes; 0 if none is reserved. */
    private long reserved;

    /** Whether tasks that have not started are dropped. */
    private volatile boolean closed;

    public OrderedWork(Workers workers) {
        this.workers = workers;
    }

    /** Returns the arrays that the workers share. */
    public Buffers buffers() {
        return workers.buffers();
    }

    /**
     * Waits until the window has room for the next task, and reserves it.
     *
     * @param bytes the memory that the task holds until its step has run, in bytes; above 0
     * @throws IOException if an earlier task or step fails
     */
    public void awaitRoom(long bytes) throws IOException {
        check();
        giveBackReserved(); // in case the task for which it was reserved was not added
        while (!workers.window().tryTake(bytes)) {
            if (pending.isEmpty()) {
                workers.window().take(bytes, workers::check);
                break;
            }
            runFirst();
        }
        reserved = bytes;
    }

    /** Adds the task for which {@link #awaitRoom} has reserved memory. */
    public void add(Callable<Step> task) throws IOException {
        Pending added = new Pending(() -> closed ? null : task.call(), reserved);
        pending.add(added);
        reserved = 0;
        workers.execute(added::run);
        runDone();
    }

    /** Adds a step without a task. */
    public void addStep(Step step) throws IOException {
        Pending added = new Pending(() -> step, 0);
        added.run();
        pending.add(added);
        runDone();
    }

    /** Runs the steps whose task, and all tasks before it, are done. */
    private void runDone() throws IOException {
        while (!pending.isEmpty() && pending.element().task.isDone()) {
            runFirst();
        }
    }

    /**
     * Waits for all tasks, and runs their steps.
     *
     * @throws IOException the first failure of a task or a step
     */
    public void finish() throws IOException {
        while (!pending.isEmpty()) {
            runFirst();
        }
    }

    /**
     * Waits for the first task whose step has not run, and runs that step.
     *
     * @throws IOException if the task or the step fails
     */
    private void runFirst() throws IOException {
        check();
        while (workers.callerHelps() && !pending.element().task.isDone() && help()) {
            check();
        }
        Pending first = pending.remove();
        try {
            first.task.get().run();
        } catch (InterruptedException e) {
            await(first.task);
            throw interrupted();
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            workers.window().giveBack(first.bytes);
        }
    }

    /**
     * Throws an exception if the work is cancelled or this thread is interrupted. A thread that never blocks would not notice an
     * interrupt otherwise.
     */
    private void check() throws IOException {
        workers.check();
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted();
        }
    }

    /** Runs the first task that no thread has started, and returns whether there was one. */
    private boolean help() {
        for (Pending next : pending) {
            if (next.run()) {
                return true;
            }
        }
        return false;
    }

    /** Sets the interrupt status of this thread, and returns the exception to throw. */
    public static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("Interrupted while pages were read and written");
    }

    /**
     * Waits for a task that any thread runs, and returns its result.
     *
     * @param check is called every 200 ms until the task is done; if it throws an exception, the wait ends with that exception
     * @throws IOException if the task fails
     * @throws InterruptedIOException if this thread is interrupted; its interrupt status stays set
     */
    public static <T extends @Nullable Object> T result(Future<T> task, Step check) throws IOException {
        while (true) {
            try {
                return task.get(CHECK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                check.run();
            } catch (InterruptedException e) {
                throw interrupted();
            } catch (ExecutionException e) {
                throw failure(e.getCause());
            }
        }
    }

    /** Returns the failure of a task if it is an {@link IOException}; throws it if it is unchecked. */
    private static IOException failure(@Nullable Throwable cause) {
        if (cause instanceof IOException iOException) {
            return iOException;
        }
        if (cause instanceof RuntimeException runtimeException) {
            throw runtimeException;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(cause);
    }

    /**
     * Requires that this is not closed. Tasks that wait for other tasks call it, because {@link #close} drops tasks. Any thread may call
     * it.
     *
     * @throws InterruptedIOException if this is closed
     */
    public void requireOpen() throws InterruptedIOException {
        if (closed) {
            throw new InterruptedIOException("The work has ended");
        }
    }

    /** Drops the tasks that have not started, waits for those that have, and gives back the memory of all. */
    @Override
    public void close() {
        closed = true;
        for (Pending next : pending) {
            next.run(); // marks a dropped task as done: all workers may have ended
            await(next.task);
            workers.window().giveBack(next.bytes);
        }
        pending.clear();
        giveBackReserved();
    }

    private void giveBackReserved() {
        if (reserved > 0) {
            workers.window().giveBack(reserved);
            reserved = 0;
        }
    }

    private static void await(Future<?> task) {
        Uninterrupted.await(() -> {
            try {
                task.get();
            } catch (ExecutionException e) {
                // a task that failed has ended, too
            }
            return true;
        });
    }
}
