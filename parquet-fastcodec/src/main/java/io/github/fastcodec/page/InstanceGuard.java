// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.page;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The state of a compressor or decompressor, which parquet-java declares not to be thread-safe: turns use by two threads
 * at once, and use after release, into an exception instead of wrong bytes. One compare-and-set for each call.
 */
final class InstanceGuard {

    private static final int FREE = 0;
    private static final int BUSY = 1;
    private static final int RELEASED = 2;

    private final AtomicInteger state = new AtomicInteger(FREE);
    private final String what;

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
        if (!state.compareAndSet(FREE, BUSY)) {
            throw new IllegalStateException(
                    (state.get() & RELEASED) != 0
                            ? "This " + what + " was released; get another one from its factory"
                            : "This " + what
                                    + " is in use by another thread; each thread needs its own, a factory may be"
                                    + " shared");
        }
    }

    void exit() {
        state.getAndUpdate(s -> s & ~BUSY);
    }

    /** Ends the instance's use for good; a call that is under way on another thread finishes unharmed. */
    void release() {
        state.getAndUpdate(s -> s | RELEASED);
    }
}
