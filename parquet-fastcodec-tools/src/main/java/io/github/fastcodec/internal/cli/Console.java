// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Facts about the terminal. */
final class Console {

    /** The maximum width of the output, in columns. Paths and sentences may be longer; the terminal wraps them. */
    static final int WIDTH = 100;

    static final int STDOUT = 1;
    static final int STDERR = 2;

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** The width to assume if the terminal's width is unknown. */
    private static final int DEFAULT_WIDTH = 80;

    private Console() {}

    /** Returns the width, in columns, of the terminal that this program was started from. */
    static int terminalWidth() {
        try {
            Process size = new ProcessBuilder("sh", "-c", "stty size < /dev/tty")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] rowsAndColumns = new String(size.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ");
            int columns = rowsAndColumns.length == 2 ? Integer.parseInt(rowsAndColumns[1]) : 0;
            return columns > 0 ? columns : DEFAULT_WIDTH;
        } catch (IOException | NumberFormatException e) {
            return DEFAULT_WIDTH; // for example because there is no shell
        }
    }

    /**
     * Returns whether a file descriptor is a terminal. The JDK can report only whether both the standard input and the standard
     * output are terminals, so {@code /proc} is used where it exists.
     */
    static boolean isTerminal(int descriptor) {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try {
            String name = Files.readSymbolicLink(DESCRIPTORS.resolve(String.valueOf(descriptor)))
                    .toString();
            return name.startsWith("/dev/pts/") || name.startsWith("/dev/tty") || name.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return isTerminal(System.console());
        }
    }

    private static boolean isTerminal(java.io.@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            // Since Java 22 a console may exist without a terminal.
            return (Boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
