// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.InterruptedIOException;

/** The number of attempts for a request to a store, and the pauses between them, which outlast a short overload. */
public final class Attempts {

    /** The maximum number of attempts. */
    public static final int MAX = 10;

    private static final long FIRST_PAUSE_MILLIS = 100;

    private Attempts() {}

    /**
     * Pauses before an attempt. Each pause is twice as long as the one before it, up to 6.4 seconds.
     *
     * @param attempt the number of the attempt, at least 2
     * @throws InterruptedIOException if the thread is interrupted; its interrupt status is kept
     */
    public static void pauseBefore(int attempt) throws InterruptedIOException {
        try {
            Thread.sleep(FIRST_PAUSE_MILLIS << Math.min(attempt - 2, 6));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted before a request was sent again");
        }
    }
}
