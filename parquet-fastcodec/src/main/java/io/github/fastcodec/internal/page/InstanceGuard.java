// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The state of a compressor or decompressor, which parquet-java declares not to be thread-safe: turns use by two threads
 * at once, and use after release, into an exception instead of wrong bytes. One compare-and-set for each call.
 */
final class InstanceGuard {

    private static final VarHandle BUSY;

    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(InstanceGuard.class, "busy", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Whether a call is under way, which ends when this is set to false; what it did is visible to the thread of the next one.
     * An assignment, no method: a thread whose stack has overflowed can be sure of nothing else.
     */
    volatile boolean busy;

    private final String what;
    private volatile boolean released;

    /** @param what the instance's name in messages, e.g. "SNAPPY compressor" */
    InstanceGuard(String what) {
        this.what = what;
    }

    /**
     * Starts a call, which setting {@link #busy} to false must end.
     *
     * @throws IllegalStateException if the instance was released, or another thread is in a call
     */
    void enter() {
        if (released) {
            throw new IllegalStateException("This " + what + " was released; get another one from its factory");
        }
        if (!BUSY.compareAndSet(this, false, true)) {
            throw new IllegalStateException("This " + what
                    + " is in use by another thread; each thread needs its own, a factory may be shared");
        }
    }

    /** Ends the instance's use for good; a call that is under way on another thread finishes unharmed. */
    void release() {
        released = true;
    }
}
