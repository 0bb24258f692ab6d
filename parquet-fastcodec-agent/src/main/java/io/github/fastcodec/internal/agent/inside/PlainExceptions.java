// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Makes exceptions of the JDK's types out of ours. An application may send an exception to another JVM, as Spark does, and that
 * has no class of ours to read it with. Messages and stacks stay.
 */
final class PlainExceptions {

    private PlainExceptions() {}

    /** Returns what an adapter unwraps. */
    static UncheckedIOException of(IOException failure) {
        return new UncheckedIOException(failure.getMessage(), isPlain(failure) ? failure : plainIo(failure));
    }

    /** Returns the exception itself if it is the JDK's throughout, else one of the JDK's like it. */
    static RuntimeException of(RuntimeException failure) {
        return isPlain(failure) ? failure : alike(failure, new IllegalStateException(text(failure), cause(failure)));
    }

    /** Returns the error itself if it is the JDK's throughout, else one of the JDK's like it. */
    static Error of(Error failure) {
        return isPlain(failure) ? failure : alike(failure, new Error(text(failure), cause(failure)));
    }

    private static IOException plainIo(IOException failure) {
        return alike(failure, new IOException(failure.getMessage(), cause(failure)));
    }

    private static @Nullable Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null || isPlain(cause) ? cause : alike(cause, new IOException(text(cause), cause(cause)));
    }

    private static @Nullable String text(Throwable failure) {
        return isOurs(failure) ? failure.toString() : failure.getMessage();
    }

    private static <T extends Throwable> T alike(Throwable failure, T plain) {
        plain.setStackTrace(failure.getStackTrace());
        return plain;
    }

    /** Looks at causes, which are few; what is suppressed counts too, and is left out of the copy. */
    private static boolean isPlain(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (isOurs(cause)) {
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

    private static boolean isOurs(Throwable failure) {
        return failure.getClass().getClassLoader() == PlainExceptions.class.getClassLoader();
    }
}
