// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Converts exceptions of the agent's types to JDK types. An application may, as Spark does, send an exception to another
 * JVM that does not have the agent's classes. Messages and stack traces are kept.
 */
final class PlainExceptions {

    private PlainExceptions() {}

    /** Wraps an exception for an adapter, which unwraps it. */
    static UncheckedIOException of(IOException failure) {
        return new UncheckedIOException(failure.getMessage(), isPlain(failure) ? failure : plainIo(failure));
    }

    /** Returns the exception itself if it is {@linkplain #isPlain plain}, otherwise a copy that has a JDK type. */
    static RuntimeException of(RuntimeException failure) {
        return isPlain(failure)
                ? failure
                : withStackTrace(new IllegalStateException(text(failure), cause(failure)), failure);
    }

    /** Returns the error itself if it is {@linkplain #isPlain plain}, otherwise a copy that has a JDK type. */
    static Error of(Error failure) {
        return isPlain(failure) ? failure : withStackTrace(new Error(text(failure), cause(failure)), failure);
    }

    private static IOException plainIo(IOException failure) {
        return withStackTrace(new IOException(failure.getMessage(), cause(failure)), failure);
    }

    private static @Nullable Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null || isPlain(cause)
                ? cause
                : withStackTrace(new IOException(text(cause), cause(cause)), cause);
    }

    private static @Nullable String text(Throwable failure) {
        return isAgentType(failure) ? failure.toString() : failure.getMessage();
    }

    private static <T extends Throwable> T withStackTrace(T plain, Throwable failure) {
        plain.setStackTrace(failure.getStackTrace());
        return plain;
    }

    /**
     * Returns whether the exception, its causes and all suppressed exceptions are free of the agent's types. Copies have
     * no suppressed exceptions.
     */
    private static boolean isPlain(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (isAgentType(cause)) {
                return false;
            }
            for (Throwable suppressed : cause.getSuppressed()) {
                if (!isPlain(suppressed)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isAgentType(Throwable failure) {
        return failure.getClass().getClassLoader() == PlainExceptions.class.getClassLoader();
    }
}
