// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import org.jspecify.annotations.Nullable;

/**
 * Says that a file takes more of this machine than there is: of the heap, or of a thread's stack. Such a file fails like a damaged one,
 * and a run goes on with the next. Any other error is a fault of the program or the machine, and ends the run.
 */
public final class TooLargeException extends FileDefect {

    private static final long serialVersionUID = 1L;

    /** Something that is done with a file. */
    public interface Work<T extends @Nullable Object, E extends Exception> {
        T run() throws E;
    }

    private TooLargeException(VirtualMachineError error) {
        super(
                error instanceof StackOverflowError
                        ? "something in it is nested too deep for the stack of a thread: use a larger one (-Xss)"
                        : "it needs more memory than is free in the heap of "
                                + (Runtime.getRuntime().maxMemory() >> 20) + " MiB: use a larger heap (-Xmx)",
                error);
    }

    /**
     * Does something with one file. This is the only place that tells a file's faults from others.
     *
     * @throws TooLargeException if it takes more of the heap or the stack than there is
     * @throws E what the work throws
     */
    public static <T extends @Nullable Object, E extends Exception> T watch(Work<T, E> work)
            throws TooLargeException, E {
        try {
            return work.run();
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw new TooLargeException(e);
        }
    }

    /** Returns whether it is the heap that was too small, which another attempt may find less full. */
    public boolean isOfHeap() {
        return getCause() instanceof OutOfMemoryError;
    }
}
