// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.text;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What a failure says, for a message that contains it. */
public final class Reason {

    private Reason() {}

    /** Returns the stack trace of a failure, with those of its causes. */
    public static String trace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return trace.toString().replace("\t", "    ");
    }

    /**
     * Returns the message of a failure, or that of its cause; where none has one, the type and the method that threw it. The stack
     * trace that HDFS's servers send within a message is left out, and so is the path, which the caller names.
     */
    public static String of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileSystemException ofPath) {
                String reason = ofPath.getReason();
                if (reason == null && cause instanceof AccessDeniedException) {
                    return "this user has no permission for it";
                }
                if (reason == null && cause instanceof NoSuchFileException) {
                    return "it does not exist";
                }
                if (reason != null && cause.getClass() == FileSystemException.class) {
                    return reason;
                }
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
