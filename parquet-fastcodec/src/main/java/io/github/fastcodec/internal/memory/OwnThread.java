// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.memory;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call on a thread of its own, which has nothing of its caller's: no frames, no thread-locals and no class loader. What outlives
 * the call, as an exception, or a thread that a library starts, then keeps none of them. Safe for use by many threads.
 */
public final class OwnThread {

    private OwnThread() {}

    /**
     * Makes a call and waits for its end, even if the calling thread is interrupted, which it stays then. What the call throws is
     * thrown as it is.
     *
     * @param name of the thread
     * @param context the thread's context class loader
     */
    public static <T> T call(String name, @Nullable ClassLoader context, Supplier<T> call) {
        // No CompletableFuture: on a thread of a fork-join pool its join runs other tasks meanwhile.
        FutureTask<T> task = new FutureTask<>(call::get);
        Thread thread = new Thread(null, task, name, 0, false);
        thread.setContextClassLoader(context);
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
