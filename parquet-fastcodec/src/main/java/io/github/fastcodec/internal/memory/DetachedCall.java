// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.memory;

import java.lang.invoke.MethodHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * A call of the JDK without a class of this project on the stack. Up to Java 23, some objects of the JDK keep the protection
 * domains of all classes on the stack that makes them, and so their class loaders, for as long as they live.
 */
public final class DetachedCall {

    private DetachedCall() {}

    /**
     * Has a call made soon, on a thread that the JDK itself has started. It belongs to the common pool, which others may keep
     * busy; so the caller must be able to do without.
     *
     * @param call of the JDK's classes alone, its arguments too
     * @return the task. Waiting for it could run it on the calling thread: ask it
     */
    public static ForkJoinTask<?> submit(MethodHandle call) {
        Callable<?> detached = WeakRelay.ofJdk(Callable.class, call);
        return ForkJoinPool.commonPool().submit(detached);
    }
}
