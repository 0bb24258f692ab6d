// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;

/**
 * The form in which an object of this project is given to a registry of the JDK that lives as long as the JVM: {@link #relay} is
 * made of the JDK's classes alone and refers to the object weakly, so the registry does not keep this project's class loader. The
 * code that registers must keep this instance for as long as it wants to be called, usually in a static field. Safe for use by
 * many threads.
 *
 * @param <T> the registry's interface
 */
public final class WeakRelay<T> implements InvocationHandler {

    /** Up to this version of Java the class of a handle's interface is defined in the context loader. */
    private static final int LAST_JAVA_WITH_CONTEXT = 21;

    private static final MethodHandle INVOKE;

    static {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            MethodHandle invoke = lookup.findVirtual(
                    InvocationHandler.class,
                    "invoke",
                    MethodType.methodType(Object.class, Object.class, Method.class, Object[].class));
            MethodHandle get = lookup.findVirtual(Reference.class, "get", MethodType.methodType(Object.class))
                    .asType(MethodType.methodType(InvocationHandler.class, Reference.class));
            MethodHandle isThere = lookup.findStatic(
                            Objects.class, "nonNull", MethodType.methodType(boolean.class, Object.class))
                    .asType(MethodType.methodType(boolean.class, InvocationHandler.class));
            MethodHandle nothing = MethodHandles.dropArguments(
                    MethodHandles.constant(Object.class, null),
                    0,
                    InvocationHandler.class,
                    Object.class,
                    Method.class,
                    Object[].class);
            // A copy of this project whose class loader was closed lacks the classes that it has not loaded yet.
            // Whoever calls
            // the registry, such as an application that starts Flight Recorder, must not meet that.
            MethodHandle call = MethodHandles.catchException(
                    MethodHandles.guardWithTest(isThere, invoke, nothing),
                    LinkageError.class,
                    MethodHandles.dropArguments(MethodHandles.constant(Object.class, null), 0, LinkageError.class));
            INVOKE = MethodHandles.filterArguments(call, 0, get);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final T target;
    private final T relay;

    private WeakRelay(Class<T> type, T target) {
        this.target = target;
        InvocationHandler weak =
                ofJdk(InvocationHandler.class, INVOKE.bindTo(new WeakReference<InvocationHandler>(this)));
        this.relay =
                type.cast(Proxy.newProxyInstance(ClassLoader.getPlatformClassLoader(), new Class<?>[] {type}, weak));
    }

    /**
     * Returns the relay of an object.
     *
     * @param type a public interface of the JDK
     */
    public static <T> WeakRelay<T> to(T target, Class<T> type) {
        return new WeakRelay<>(type, target);
    }

    /**
     * Returns what to register. Its methods do nothing once this instance has been collected, or if the target meets a
     * {@link LinkageError}.
     */
    public T relay() {
        return relay;
    }

    /**
     * Has something done when this instance has been collected, as a rule together with its class loader.
     *
     * @param action takes {@link #relay} out of the registry; of the JDK's classes alone, its arguments too
     * @return does it at once, and then not again
     */
    public Cleaner.Cleanable whenCollected(MethodHandle action) {
        return Cleanup.CLEANER.register(this, ofJdk(Runnable.class, action));
    }

    /** Returns an interface over a handle, by a class that does not refer to this project. */
    public static <I> I ofJdk(Class<I> type, MethodHandle handle) {
        if (Runtime.version().feature() > LAST_JAVA_WITH_CONTEXT) {
            return MethodHandleProxies.asInterfaceInstance(type, handle);
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            return MethodHandleProxies.asInterfaceInstance(type, handle);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Called through the relay. */
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            switch (method.getName()) {
                case "equals":
                    return proxy == arguments[0];
                case "hashCode":
                    return System.identityHashCode(proxy);
                default:
                    return target.toString();
            }
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
