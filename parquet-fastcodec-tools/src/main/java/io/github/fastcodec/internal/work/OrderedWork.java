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
 * Runs tasks on workers, and what follows each of them on the calling thread, in the order in which they came. What tasks hold
 * is limited: the caller waits where a task would exceed the workers' window. For one thread.
 */
public final class OrderedWork implements Closeable {

    /** What follows a task. */
    public interface Step {
        void run() throws IOException;
    }

    /** How long a task is waited for until something else is looked at. */
    private static final long LOOK_MILLIS = 200;

    private static final class Pending {

        private final FutureTask<Step> task;
        private final long bytes;
        private final AtomicBoolean begun = new AtomicBoolean();

        private Pending(Callable<Step> task, long bytes) {
            this.task = new FutureTask<>(task);
            this.bytes = bytes;
        }

        /** Runs the task, and returns true, unless a thread has begun it before. */
        private boolean run() {
            boolean isFirst = begun.compareAndSet(false, true);
            if (isFirst) {
                task.run();
            }
            return isFirst;
        }
    }

    private final Workers workers;
    /** Linked, so that none is lost if there is no memory for one more. */
    private final Queue<Pending> pending = new LinkedList<>();

    /** What the next task has been given room for, or 0. */
    private long reserved;

    /** Tells tasks that have not begun that their results are not wanted. */
    private volatile boolean closed;

    public OrderedWork(Workers workers) {
        this.workers = workers;
    }

    /** Returns the arrays that the workers share. */
    public Buffers buffers() {
        return workers.buffers();
    }

    /**
     * Waits until the window has room for the next task.
     *
     * @param bytes what the task will hold until its step has run, in bytes; above 0
     * @throws IOException from a task or a step before
     */
    public void awaitRoom(long bytes) throws IOException {
        check();
        giveBackReserved(); // of a task that did not come
        while (!workers.window().tryTake(bytes)) {
            if (pending.isEmpty()) {
                workers.window().take(bytes, workers::check);
                break;
            }
            runFirst();
        }
        reserved = bytes;
    }

    /** Adds the task for which {@link #awaitRoom} has made room. */
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

    /** Runs the steps whose turn it is. */
    private void runDone() throws IOException {
        while (!pending.isEmpty() && pending.element().task.isDone()) {
            runFirst();
        }
    }

    /**
     * Waits for all tasks and their steps.
     *
     * @throws IOException from the first task or step that failed
     */
    public void finish() throws IOException {
        while (!pending.isEmpty()) {
            runFirst();
        }
    }

    /**
     * Waits for the first task whose step has not run, and runs that step.
     *
     * @throws IOException from the task or the step
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

    /** Ends the work if it is to end, or if the caller is interrupted, who may never wait for anything. */
    private void check() throws IOException {
        workers.check();
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted();
        }
    }

    /** Runs the first task that no thread has begun, and returns whether there was one. */
    private boolean help() {
        for (Pending next : pending) {
            if (next.run()) {
                return true;
            }
        }
        return false;
    }

    public static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("Interrupted while pages were read and written");
    }

    /**
     * Waits for a task of any thread, and returns its result.
     *
     * @param meanwhile runs now and then while the task takes long, and ends the waiting by its exception
     * @throws IOException from the task
     * @throws InterruptedIOException if this thread is interrupted, which it stays
     */
    public static <T extends @Nullable Object> T result(Future<T> task, Step meanwhile) throws IOException {
        while (true) {
            try {
                return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                meanwhile.run();
            } catch (InterruptedException e) {
                throw interrupted();
            } catch (ExecutionException e) {
                throw failure(e.getCause());
            }
        }
    }

    /** Returns the failure of a task, unless it is one that is thrown without being declared. */
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
     * Ends a task's wait for another task, which may have been dropped. May be called by any thread.
     *
     * @throws InterruptedIOException if no result is wanted any more
     */
    public void requireOpen() throws InterruptedIOException {
        if (closed) {
            throw new InterruptedIOException("The work has ended");
        }
    }

    /** Drops the tasks that have not begun, waits for those that have, and gives back what they hold. */
    @Override
    public void close() {
        closed = true;
        for (Pending begun : pending) {
            begun.run(); // no thread may be left to run it
            await(begun.task);
            workers.window().giveBack(begun.bytes);
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
                // only the end matters
            }
            return true;
        });
    }
}
