// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.page;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The state of a compressor or decompressor, which parquet-java declares not to be thread-safe: turns use by two threads
 * at once, and use after release, into an exception instead of wrong bytes. One compare-and-set for each call.
 */
final class InstanceGuard {

    private final AtomicBoolean busy = new AtomicBoolean();
    private final String what;
    private volatile boolean released;

    /** @param what the instance's name in messages, e.g. "SNAPPY compressor" */
    InstanceGuard(String what) {
        this.what = what;
    }

    /**
     * Starts a call, which {@link #exit} must end.
     *
     * @throws IllegalStateException if the instance was released, or another thread is in a call
     */
    void enter() {
        if (released) {
            throw new IllegalStateException("This " + what + " was released; get another one from its factory");
        }
        if (!busy.compareAndSet(false, true)) {
            throw new IllegalStateException("This " + what
                    + " is in use by another thread; each thread needs its own, a factory may be shared");
        }
    }

    /** Ends a call; what it did is visible to the thread of the next one. */
    void exit() {
        busy.setRelease(false);
    }

    /** Ends the instance's use for good; a call that is under way on another thread finishes unharmed. */
    void release() {
        released = true;
    }
}
