// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.UnservedSchemeException;
import io.github.fastcodec.internal.text.Reason;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Describes a failure in one sentence. */
final class Failures {

    private Failures() {}

    /** Returns a sentence for an exception, even for an exception of the JDK whose message is only a path. */
    static String of(Throwable failure) {
        if (failure instanceof FileSystemException fileSystemException) {
            return sentence(of(fileSystemException));
        }
        if (failure instanceof UnservedSchemeException) {
            return sentence(failure.getMessage() + ". Name them with --jars");
        }
        if (failure instanceof InvalidPathException invalidPathException) {
            return invalidPathException.getInput() + " is not a valid path here ("
                    + invalidPathException.getReason()
                    + "). If the locale lacks its characters, set LC_ALL=C.UTF-8.";
        }
        if (failure instanceof OutOfMemoryError) {
            return "The heap of " + ByteSize.format(Runtime.getRuntime().maxMemory())
                    + " is too small: raise it (java -Xmx4g -jar ...), or lower --threads.";
        }
        String message = failure.getMessage();
        if (failure instanceof NoClassDefFoundError && message != null && message.matches("[\\w/$.]+")) {
            return "The class " + message.replace('/', '.')
                    + " is missing: name the jar that contains it with --jars, or add it to the class path.";
        }
        boolean isClear = message != null
                && !(failure instanceof CancellationException)
                && !(failure instanceof NullPointerException)
                && !(failure instanceof IndexOutOfBoundsException)
                && !(failure instanceof ClassCastException)
                && !(failure instanceof LinkageError);
        return sentence(
                isClear ? message : "Internal error, please report it with the output of --verbose: " + failure);
    }

    /** Returns a sentence on why a file is not recompressed. */
    static String of(String file, Exception failure) {
        if (failure instanceof FileDefect) {
            return sentence(file + " is not recompressed: " + Reason.of(failure));
        }
        String why = of(failure);
        return names(why, file) ? why : file + ": " + why;
    }

    /** Returns whether a sentence names a file, with white space or punctuation around the name. */
    private static boolean names(String sentence, String file) {
        return sentence.matches("(?s)(.*\\s)?" + Pattern.quote(file) + "([\\s:.,].*)?");
    }

    /** Returns why a file failed, without the file's name if the caller names it. */
    static String reason(String file, Exception failure) {
        boolean isOfFile = failure instanceof FileSystemException ofPath && file.equals(ofPath.getFile());
        return isOfFile ? Reason.of(failure) : of(failure);
    }

    /** Returns a sentence, followed by the stack trace if {@code verbose}. A file defect without a cause has no trace. */
    static List<String> lines(String sentence, @Nullable Throwable failure, boolean verbose) {
        List<String> lines = new ArrayList<>(List.of(sentence));
        boolean isPlainDefect = failure instanceof FileDefect && failure.getCause() == null;
        if (verbose && failure != null && !isPlainDefect) {
            Reason.trace(failure).lines().forEach(lines::add);
        }
        return lines;
    }

    private static String of(FileSystemException failure) {
        String file = failure.getFile();
        String because = failure.getReason() == null ? "" : ": " + failure.getReason();
        if (failure instanceof NoSuchFileException) {
            return file.indexOf('\ufffd') < 0
                    ? file + " does not exist" + because
                    : file + " cannot be opened, because its name is not valid in Java's encoding: rename it";
        }
        if (failure instanceof AccessDeniedException) {
            return file + " may not be accessed by this user" + because;
        }
        if (failure instanceof NotDirectoryException) {
            return file + " is not a directory";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return file + " already exists" + because;
        }
        return failure.getMessage() == null ? Reason.of(failure) : failure.getMessage();
    }

    /** Appends a full stop to {@code text}, unless it ends with a full stop, an exclamation mark or a question mark. */
    static String sentence(@Nullable String text) {
        String trimmed = String.valueOf(text).strip();
        return trimmed.matches("(?s).*[.!?]") ? trimmed : trimmed + ".";
    }
}
