// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What patched factories find by its name in the system class loader: the way to the agent's service. Types of the JDK alone
 * cross it. Never throws; null stands for "do as if there were no agent".
 *
 * <p>Stateless but for the agent that it stands for; safe for use by many threads.
 */
public final class Hook implements BiFunction<Object, Object, Object> {

    private static volatile @Nullable Isolation agent;

    /** The first version of Java whose common pool does not take the system's class loader back. */
    private static final int FIRST_JAVA_THAT_KEEPS_CONTEXT = 24;

    private static final AtomicBoolean WARNED = new AtomicBoolean();

    /** Creates a hook. Patched factories call this. */
    public Hook() {}

    static void use(Isolation isolation) {
        agent = isolation;
    }

    /**
     * Asks the agent's service for a compressor or decompressor.
     *
     * @param lookup of the patched factory's class
     * @param request the factory, the codec, the class of the result, and the level or null
     * @return its answer, or null if no agent runs, or it cannot serve
     */
    @Override
    @SuppressWarnings("removal") // no other call has threads that start meanwhile forget the application's classes
    public @Nullable Object apply(Object lookup, Object request) {
        Isolation isolation = agent;
        if (isolation == null) {
            return null;
        }
        try {
            ClassLoader isolated = isolation.loader();
            Thread current = Thread.currentThread();
            ClassLoader context = current.getContextClassLoader();
            // libraries read configuration by the context loader, and threads that they start keep it
            current.setContextClassLoader(takesBack(current, context) ? isolated : context);
            try {
                BiFunction<Object, Object, Object> service = isolation.service();
                return AccessController.doPrivileged((PrivilegedAction<Object>) () -> service.apply(lookup, request));
            } finally {
                current.setContextClassLoader(context);
            }
        } catch (Throwable e) {
            if (WARNED.compareAndSet(false, true)) {
                AgentLog.warn(Isolation.NOT_ACTIVE + "its own classes cannot be started.", e);
            }
            return null;
        }
    }

    /**
     * Returns whether a thread that is given another context loader takes its own back. One of the common pool with the system's does
     * not, from Java 24 to 25.0.2 (JDK-8368500).
     */
    private static boolean takesBack(Thread thread, @Nullable ClassLoader context) {
        return !(thread instanceof ForkJoinWorkerThread)
                || context != ClassLoader.getSystemClassLoader()
                || Runtime.version().feature() < FIRST_JAVA_THAT_KEEPS_CONTEXT;
    }
}
