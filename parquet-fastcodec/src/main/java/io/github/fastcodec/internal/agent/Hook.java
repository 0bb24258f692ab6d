// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent;

import io.github.fastcodec.internal.link.AgentLink;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What patched factories, and other copies of this project, find by its name in the system class loader: the way to the agent's
 * service. Types of the JDK alone cross it. Never throws; null stands for "do as if there were no agent".
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
     * Asks the agent's service.
     *
     * @return its answer, or null if no agent runs, or it cannot serve
     */
    @Override
    @SuppressWarnings("removal") // no other call has threads that start meanwhile forget the application's classes
    public @Nullable Object apply(Object request, @Nullable Object argument) {
        Isolation isolation = agent;
        if (isolation == null) {
            return null;
        }
        if (AgentLink.OTHER_COPY.equals(request)) {
            return isolation.isOther(argument);
        }
        try {
            ClassLoader isolated = isolation.loader();
            Thread current = Thread.currentThread();
            ClassLoader context = current.getContextClassLoader();
            if (current instanceof ForkJoinWorkerThread
                    && Runtime.version().feature() >= FIRST_JAVA_THAT_KEEPS_CONTEXT
                    && context == ClassLoader.getSystemClassLoader()) {
                return askOnItsOwnThread(isolation, request, argument);
            }
            // libraries read configuration by the context loader, and threads that they start keep it
            current.setContextClassLoader(isolated);
            try {
                BiFunction<Object, Object, Object> service = isolation.service();
                return AccessController.doPrivileged((PrivilegedAction<Object>) () -> service.apply(request, argument));
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
     * Asks for a thread of the common pool, which from Java 24 on until JDK-8368500 takes another context loader and does not take
     * the system's back.
     */
    private static @Nullable Object askOnItsOwnThread(Isolation isolation, Object request, @Nullable Object argument)
            throws Throwable {
        FutureTask<@Nullable Object> task =
                new FutureTask<>(() -> isolation.service().apply(request, argument));
        Thread thread = new Thread(null, task, "parquet-fastcodec-agent", 0, false);
        thread.setContextClassLoader(isolation.loader());
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw e.getCause();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
