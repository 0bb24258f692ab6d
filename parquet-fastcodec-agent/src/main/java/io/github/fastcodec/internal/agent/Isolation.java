// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The agent's own classes and engines, in their class loader. Everything is loaded when it is first needed. Thread-safe.
 */
final class Isolation {

    /** The beginning of every warning that the agent is not active. */
    static final String NOT_ACTIVE = "parquet-fastcodec is not active; parquet-java's codecs are used. Reason: ";

    private static final String INSIDE = "io.github.fastcodec.internal.agent.inside.";

    private static final String INITIALIZER_MEMORY = "io.github.fastcodec.internal.memory.InitializerMemory";

    private final Map<String, String> arguments;
    private @Nullable IsolatedLoader loader;
    private @Nullable BiFunction<String, byte[], byte[]> patch;
    private @Nullable BiFunction<Object, Object, Object> service;

    /** @param arguments the agent's settings for the process; the map must not change after this call */
    Isolation(Map<String, String> arguments) {
        this.arguments = arguments;
    }

    /**
     * Returns the patched class file of a factory, or null if the class is not parquet-java's.
     *
     * @throws IllegalStateException if the class is parquet-java's but has none of the methods to patch
     */
    byte @Nullable [] patch(String name, byte[] classFile)
            throws IOException, ReflectiveOperationException, URISyntaxException {
        return patch().apply(name, classFile);
    }

    @SuppressWarnings("unchecked") // the loaded class implements this type
    private synchronized BiFunction<String, byte[], byte[]> patch()
            throws IOException, ReflectiveOperationException, URISyntaxException {
        if (patch == null) {
            patch = (BiFunction<String, byte[], byte[]>)
                    loader().loadClass(INSIDE + "FactoryPatch").getConstructor().newInstance();
        }
        return patch;
    }

    /** Returns the service for patched factories. */
    @SuppressWarnings("unchecked") // the loaded class implements this type
    synchronized BiFunction<Object, Object, Object> service()
            throws IOException, ReflectiveOperationException, URISyntaxException {
        if (service == null) {
            try {
                loader().loadClass(INITIALIZER_MEMORY).getMethod("require").invoke(null);
                service = (BiFunction<Object, Object, Object>) loader().loadClass(INSIDE + "AgentService")
                        .getConstructor(Map.class)
                        .newInstance(arguments);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof OutOfMemoryError || e.getCause() instanceof StackOverflowError) {
                    throw (VirtualMachineError) e.getCause();
                }
                throw new IllegalStateException("the agent's service did not start", e.getCause());
            }
        }
        return service;
    }

    synchronized IsolatedLoader loader() throws IOException, URISyntaxException {
        if (loader == null) {
            Path jar = Path.of(Isolation.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            loader = new IsolatedLoader(jar);
        }
        return loader;
    }
}
