// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Makes calls on a new thread, which takes no thread-locals, no context class loader and no interrupt from the caller.
 * Threads that a library starts during a call cannot inherit these, and objects that the library leaves in thread-locals
 * end with the new thread.
 */
final class OwnThread {

    private OwnThread() {}

    /**
     * Makes a call and waits for its end, even if the calling thread is interrupted. The calling thread's interrupt status is
     * preserved. Throws whatever the call throws.
     */
    static <T> T call(Supplier<T> call) {
        // Not a CompletableFuture: on a thread of a fork-join pool, its join runs other tasks while it waits.
        FutureTask<T> task = new FutureTask<>(call::get);
        Thread thread = new Thread(null, task, "libdeflate", 0, false);
        thread.setContextClassLoader(null);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof Error) {
                        throw (Error) e.getCause();
                    }
                    throw (RuntimeException) e.getCause(); // a supplier throws no checked exceptions
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
