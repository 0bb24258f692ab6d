// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.InterruptedIOException;

/** How often a store is asked for the same thing, and the pauses between: an overload of some time is outlived. */
public final class Attempts {

    /** The most attempts. */
    public static final int MOST = 10;

    private static final long FIRST_PAUSE_MILLIS = 100;

    private Attempts() {}

    /**
     * Waits before an attempt; the pauses grow.
     *
     * @param attempt which one, from 2 on
     * @throws InterruptedIOException if the thread is interrupted meanwhile, which it stays
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
