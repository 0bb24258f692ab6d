// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * Logs warnings before the agent's own classes, which include a logging library, can be loaded. They go to the process's
 * standard error and not to {@code System.err}: an application may have replaced that with code of its own, which must
 * not run while a class is being loaded. Thread-safe.
 */
final class AgentLog {

    private AgentLog() {}

    /** Writes a warning of one or more sentences. */
    static synchronized void warn(String message, @Nullable Throwable cause) {
        // not closed, because the process owns the stream
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err));
        // without the time: the JDK's time zones would fail for the whole JVM if their first use ran out of memory
        err.println("WARN parquet-fastcodec agent - " + message);
        if (cause != null) {
            cause.printStackTrace(err);
        }
        err.flush();
    }
}
