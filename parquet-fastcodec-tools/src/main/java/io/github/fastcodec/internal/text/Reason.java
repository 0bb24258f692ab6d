// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.text;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Describes failures for use in messages. */
public final class Reason {

    private Reason() {}

    /** Returns the stack trace of a failure and of its causes. */
    public static String trace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return trace.toString().replace("\t", "    ");
    }

    /** Returns the first line of a failure's message that is not blank: Spark's messages for syntax errors begin with a blank line. */
    public static String firstLine(Throwable failure) {
        return of(failure).lines().filter(line -> !line.isBlank()).findFirst().orElseThrow();
    }

    /**
     * Returns the message of a failure, or else that of the nearest cause with a message, or else the failure's type and the method
     * that threw it. Leaves out the path, which the caller names, and the stack trace that HDFS servers send in a message.
     */
    public static String of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileSystemException ofPath) {
                String reason = ofPath.getReason();
                if (reason == null && cause instanceof AccessDeniedException) {
                    return "this user has no permission to access it";
                }
                if (reason == null && cause instanceof NoSuchFileException) {
                    return "it does not exist";
                }
                if (reason != null && cause.getClass() == FileSystemException.class) {
                    return reason;
                }
            }
            if (cause instanceof UnknownHostException) {
                return "the host is unknown (" + cause.getMessage() + ")";
            }
            if (cause.getMessage() != null && !cause.getMessage().isBlank()) {
                return cause.getMessage().split("\n\tat ", 2)[0];
            }
        }
        StackTraceElement[] trace = failure.getStackTrace();
        String type = failure.getClass().getSimpleName();
        return trace.length == 0 ? type : type + " in " + trace[0].getClassName() + "." + trace[0].getMethodName();
    }
}
