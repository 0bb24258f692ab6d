// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * What the agent says before its own classes, and with them a log, can be loaded. It goes to the process's standard error and
 * not to {@code System.err}, which an application may have replaced by code of its own: that must not run while a class is
 * being loaded. Safe for use by many threads.
 */
final class AgentLog {

    private AgentLog() {}

    /** Writes a warning of one or more sentences. */
    static synchronized void warn(String message, @Nullable Throwable cause) {
        // not closed: the stream is the process's
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err));
        err.println(LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
                + " WARN parquet-fastcodec agent - " + message);
        if (cause != null) {
            cause.printStackTrace(err);
        }
        err.flush();
    }
}
