// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import java.io.IOException;

/**
 * Does what must be done although the thread was interrupted, such as deleting what it has begun: clients of file systems refuse to
 * wait for a server in such a thread.
 */
public final class Uninterrupted {

    /** What is to be done. */
    public interface Action {
        void run() throws IOException;
    }

    private Uninterrupted() {}

    /** Does it, and leaves the thread interrupted if it was. */
    public static void run(Action action) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            action.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
