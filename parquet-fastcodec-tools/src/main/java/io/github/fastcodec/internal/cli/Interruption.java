// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import java.io.Closeable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;

/**
 * Lets a command finish properly when the JVM shuts down, for example after Ctrl-C: the JVM waits until this is closed.
 * Thread-safe.
 */
final class Interruption implements Closeable {

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::awaitClose, "parquet-fastcodec-interruption");

    /** Static, because a JVM shuts down only once. */
    private static volatile boolean requested;

    private Interruption() {}

    /** Starts watching for the shutdown of the JVM. */
    static Interruption watch() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** Returns whether the command should end. */
    boolean isRequested() {
        return requested;
    }

    /** @throws CancellationException if the command should end */
    void check() {
        if (requested) {
            throw new CancellationException("interrupted");
        }
    }

    /**
     * Exits the JVM with a code. Does nothing if a signal is already ending the JVM: the shutdown hooks have already run, so
     * {@code System.exit} would replace the exit code of the signal, such as 130 after Ctrl-C.
     */
    static void exit(int code) {
        if (!requested) {
            System.exit(code);
        }
    }

    private void awaitClose() {
        requested = true;
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down, and the hook is running.
        }
    }
}
