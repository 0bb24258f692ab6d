// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import java.io.IOException;
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

    private Console() {}

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
