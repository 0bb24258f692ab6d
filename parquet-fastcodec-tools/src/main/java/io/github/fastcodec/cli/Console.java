// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Facts about the terminal. */
final class Console {

    /** The greatest width of the output in columns, except for paths and sentences, which a terminal wraps. */
    static final int WIDTH = 100;

    static final int STDOUT = 1;
    static final int STDERR = 2;

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** What a terminal has that does not say how wide it is. */
    private static final int USUAL_WIDTH = 80;

    private Console() {}

    /** Returns how many columns the terminal has that this program was started from. */
    static int terminalWidth() {
        try {
            Process size = new ProcessBuilder("sh", "-c", "stty size < /dev/tty")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] rowsAndColumns = new String(size.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ");
            int columns = rowsAndColumns.length == 2 ? Integer.parseInt(rowsAndColumns[1]) : 0;
            return columns > 0 ? columns : USUAL_WIDTH;
        } catch (IOException | NumberFormatException e) {
            return USUAL_WIDTH; // such as without a shell
        }
    }

    /**
     * Returns whether people look at what is written to a descriptor. The JDK knows only of all three descriptors together, so
     * that the system is asked where it tells.
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
            // since Java 22, which has a console without a terminal too
            return (Boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
