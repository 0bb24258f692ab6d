// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the agent's service. Patched factories find it by name in the system class loader, so its signatures
 * contain only JDK types. If it returns null, the factory works as it does without the agent.
 *
 * <p>All hooks share one agent, and have no other state. Thread-safe.
 */
public final class Hook implements BiFunction<Object, Object, Object> {

    private static volatile @Nullable Isolation agent;

    /**
     * The first Java version that does not let a thread of the common pool restore the system class loader as its context
     * class loader.
     */
    private static final int FIRST_JAVA_WITHOUT_RESTORE = 24;

    private static final AtomicBoolean WARNED = new AtomicBoolean();

    /** Set after the warning, which may fail for want of memory too. */
    private static volatile boolean warnedOfMemory;

    /** Creates a hook. Patched factories call this. */
    public Hook() {}

    static void use(Isolation isolation) {
        agent = isolation;
    }

    /**
     * Requests a compressor or decompressor from the agent's service.
     *
     * @param lookup the lookup of the patched factory's class
     * @param request the factory, the codec, the class of the result, and the level or null
     * @return the compressor or decompressor, or null if no agent runs or parquet-java's own codec is to be used
     * @throws IllegalArgumentException if a setting of the file has a wrong value. Nothing else is thrown
     */
    @Override
    @SuppressWarnings("removal") // no other call keeps new threads from referring to the application's classes
    public @Nullable Object apply(Object lookup, Object request) {
        Isolation isolation = agent;
        if (isolation == null) {
            return null;
        }
        Object answer;
        try {
            ClassLoader isolated = isolation.loader();
            Thread current = Thread.currentThread();
            ClassLoader context = current.getContextClassLoader();
            // libraries read configuration through the context loader, which threads that they start inherit
            current.setContextClassLoader(canRestore(current, context) ? isolated : context);
            try {
                BiFunction<Object, Object, Object> service = isolation.service();
                answer = AccessController.doPrivileged((PrivilegedAction<Object>) () -> service.apply(lookup, request));
            } finally {
                current.setContextClassLoader(context);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            if (!warnedOfMemory) {
                // without the stack trace, whose first use could fail the JDK's classes for the whole JVM
                AgentLog.warn(
                        Isolation.NOT_ACTIVE + "the JVM is out of memory or stack. The next file tries again.", null);
                warnedOfMemory = true;
            }
            return null;
        } catch (Throwable e) {
            if (WARNED.compareAndSet(false, true)) {
                AgentLog.warn(Isolation.NOT_ACTIVE + "the agent's own classes cannot be started.", e);
            }
            return null;
        }
        if (answer instanceof IllegalArgumentException) {
            throw (IllegalArgumentException) answer;
        }
        return answer;
    }

    /**
     * Returns whether a thread can get its context class loader back after a different one was set. From Java 24 to
     * 25.0.2 a thread of the common pool cannot get the system class loader back (JDK-8368500).
     */
    private static boolean canRestore(Thread thread, @Nullable ClassLoader context) {
        return !(thread instanceof ForkJoinWorkerThread)
                || context != ClassLoader.getSystemClassLoader()
                || Runtime.version().feature() < FIRST_JAVA_WITHOUT_RESTORE;
    }
}
