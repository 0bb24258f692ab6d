// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * A call on a thread of its own, which has nothing of its caller's: no thread-locals, no context class loader and no interrupt. A
 * thread that a library starts meanwhile, or an object that it leaves in a thread-local, then keeps none of them.
 */
final class OwnThread {

    private OwnThread() {}

    /**
     * Makes a call and waits for its end, even if the calling thread is interrupted, which it stays then. What the call throws is
     * thrown as it is.
     */
    static <T> T call(Supplier<T> call) {
        // No CompletableFuture: on a thread of a fork-join pool its join runs other tasks meanwhile.
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
                    throw (RuntimeException) e.getCause(); // a supplier throws nothing else
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
