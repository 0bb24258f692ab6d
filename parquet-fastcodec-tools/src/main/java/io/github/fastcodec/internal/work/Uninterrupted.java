// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.work;

import java.io.IOException;

/** Runs or awaits actions that an interrupt must not end. The thread's interrupt status is kept. */
public final class Uninterrupted {

    /** An attempt to wait, which an interrupt may end. */
    public interface Wait {
        /** Waits for some time, and returns whether the wait is over. */
        boolean isOver() throws InterruptedException;
    }

    private Uninterrupted() {}

    /**
     * Runs an action, such as deleting an unfinished file, with the interrupt status cleared: file-system clients refuse to wait
     * for a server on an interrupted thread.
     */
    public static void run(OrderedWork.Step action) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            action.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits until {@link Wait#isOver} returns true. */
    public static void await(Wait wait) {
        boolean interrupted = false;
        try {
            for (boolean isOver = false; !isOver; ) {
                try {
                    isOver = wait.isOver();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
