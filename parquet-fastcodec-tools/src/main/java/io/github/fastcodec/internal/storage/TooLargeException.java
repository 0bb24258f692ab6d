// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a file needs more heap, or a deeper stack, than this JVM has. Such a file fails like a damaged one, and a run
 * continues with the next file. Any other error is a fault of the program or the machine, and ends the run.
 */
public final class TooLargeException extends FileDefect {

    private static final long serialVersionUID = 1L;

    /** An operation on a file. */
    public interface Work<T extends @Nullable Object, E extends Exception> {
        T run() throws E;
    }

    private TooLargeException(VirtualMachineError error) {
        super(
                error instanceof StackOverflowError
                        ? "something in it is nested too deeply for a thread's stack: use a larger stack (-Xss)"
                        : "it needs more memory than is free in the heap of "
                                + (Runtime.getRuntime().maxMemory() >> 20) + " MiB: use a larger heap (-Xmx)",
                error);
    }

    /**
     * Runs an operation on one file. This is the only place that attributes an error of the JVM to a file.
     *
     * @throws TooLargeException if the operation runs out of heap or stack
     * @throws E if the operation throws it
     */
    public static <T extends @Nullable Object, E extends Exception> T watch(Work<T, E> work)
            throws TooLargeException, E {
        try {
            return work.run();
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw new TooLargeException(e);
        }
    }

    /** Returns whether the heap was too small. If it was, another attempt may succeed when the heap is less full. */
    public boolean isOfHeap() {
        return getCause() instanceof OutOfMemoryError;
    }
}
