// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads the configuration from the instances of one codec factory class. Immutable and thread-safe. */
final class FactoryAccess {

    private final MethodHandle field;
    private final MethodHandle get;

    /**
     * Finds the field that holds the configuration; the methods of the field's type identify it. Up to parquet-java 1.13
     * the field is {@code configuration}, of Hadoop's type; later versions also have {@code conf}, of parquet-java's own
     * type.
     *
     * @param factory the lookup of a {@code CodecFactory}
     * @throws NoSuchFieldException if there is no such field
     */
    FactoryAccess(MethodHandles.Lookup factory) throws ReflectiveOperationException {
        Field found = null;
        MethodHandle method = null;
        for (Field field : factory.lookupClass().getDeclaredFields()) {
            MethodHandle candidate = Modifier.isStatic(field.getModifiers()) ? null : get(factory, field.getType());
            // if the field's type is an interface, it is parquet-java's own, and the field holds the
            // configuration with which the factory was created
            if (candidate != null && (found == null || field.getType().isInterface())) {
                found = field;
                method = candidate;
            }
        }
        if (found == null || method == null) {
            throw new NoSuchFieldException(
                    "the factory has no field for a configuration, i.e. with a method String get(String)");
        }
        this.field = factory.unreflectGetter(found).asType(MethodType.methodType(Object.class, Object.class));
        this.get = method.asType(MethodType.methodType(String.class, Object.class, String.class));
    }

    private static @Nullable MethodHandle get(MethodHandles.Lookup factory, Class<?> type) {
        if (type.isPrimitive() || type.isArray() || type.getName().startsWith("java.")) {
            return null;
        }
        try {
            return factory.findVirtual(type, "get", MethodType.methodType(String.class, String.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }

    /**
     * Returns a function that looks up a key in a factory's configuration, and returns the key's text, or null if the key
     * is not set.
     */
    UnaryOperator<String> configuration(Object factory) throws Throwable {
        Object configuration = (Object) field.invokeExact(factory);
        return configuration == null ? key -> null : key -> value(configuration, key);
    }

    private @Nullable String value(Object configuration, String key) {
        try {
            return (String) get.invokeExact(configuration, key);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the configuration's get(\"" + key + "\") failed", e);
        }
    }
}
