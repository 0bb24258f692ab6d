// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import java.util.function.Supplier;

/**
 * Hides the caller's context class loader from JNA, which may start a thread. That thread would inherit the loader and outlive
 * the caller's session.
 */
public final class HiddenLoader {

    private HiddenLoader() {}

    /** Makes a call without a context class loader. */
    public static <T> T during(Supplier<T> call) {
        Thread current = Thread.currentThread();
        ClassLoader context = current.getContextClassLoader();
        if (context == ClassLoader.getSystemClassLoader()) {
            // This loader lives as long as the JVM. On threads of the common pool, early Java 25 could not set
            // it again (JDK-8368500).
            return call.get();
        }
        current.setContextClassLoader(null);
        try {
            return call.get();
        } finally {
            current.setContextClassLoader(context);
        }
    }
}
