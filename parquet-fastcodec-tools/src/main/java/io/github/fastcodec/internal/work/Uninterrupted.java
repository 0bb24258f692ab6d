// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.work;

import java.io.IOException;

/** Does what must be done although the thread was interrupted, and leaves it interrupted if it was. */
public final class Uninterrupted {

    /** One attempt to wait, which an interrupt may end. */
    public interface Wait {
        /** Returns whether it is over. */
        boolean isOver() throws InterruptedException;
    }

    private Uninterrupted() {}

    /** Does something, such as deleting what was begun: clients of file systems refuse to wait for a server in such a thread. */
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

    /** Waits until something is over. */
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
