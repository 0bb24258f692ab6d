// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import java.io.Closeable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;

/**
 * Lets a command end in order when the JVM is asked to end, for example by Ctrl-C: the JVM waits until this is closed. Safe
 * for use by many threads.
 */
final class Interruption implements Closeable {

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::waitForTheEnd, "parquet-fastcodec-interruption");

    /** Static, because a JVM ends once. */
    private static volatile boolean requested;

    private Interruption() {}

    /** Begins to watch for the end of the JVM. */
    static Interruption watch() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** Returns whether the command is to end. */
    boolean isRequested() {
        return requested;
    }

    /** @throws CancellationException if the command is to end */
    void check() {
        if (requested) {
            throw new CancellationException("interrupted");
        }
    }

    /**
     * Ends the JVM with an exit code, unless a signal that a command watched for is ending it: its own code stands then, such as
     * 130 after Ctrl-C. Since the hooks have run, {@code System.exit} would not wait for that but replace the code.
     */
    static void exit(int code) {
        if (!requested) {
            System.exit(code);
        }
    }

    private void waitForTheEnd() {
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
            // The JVM is ending, which is why the hook runs.
        }
    }
}
