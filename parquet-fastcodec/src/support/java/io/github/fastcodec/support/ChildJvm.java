// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The outcome of a child JVM: its exit code, which is not 0 if it was killed, and its output. */
public record ChildJvm(List<String> command, int exit, String output, String errors) {

    /** An option that exists since Java 24. */
    public static final String DENY_NATIVE_ACCESS = "--illegal-native-access=deny";

    /**
     * Optimizes code as in a job: objects then live no longer than their last use, which is when native memory may be freed
     * too early.
     */
    public static final String OPTIMIZED = "-XX:TieredStopAtLevel=4";

    /** An option that exists since Java 23. */
    public static final String DENY_UNSAFE = "--sun-misc-unsafe-memory-access=deny";

    /**
     * Runs a JVM with the Java and class path of this one. It has native access unless an option denies it, and compiles without
     * optimizing unless {@link #OPTIMIZED} is among the options.
     *
     * @param directory where it runs, and where what it prints is kept, in {@code name.out} and {@code name.err}
     * @param seconds after which it is killed
     * @param launcher a command that runs the rest of its arguments, or nothing
     * @param arguments options, the main class, and the arguments of that
     */
    public static ChildJvm run(Path directory, String name, int seconds, List<String> launcher, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(launcher);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // the option exists since Java 17
        if (Runtime.version().feature() >= 17 && !arguments.contains(DENY_NATIVE_ACCESS)) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        // most children end before optimized code pays
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        command.addAll(arguments);
        return run(directory, name, seconds, command);
    }

    /**
     * Runs a JVM with a complete command.
     *
     * @param directory where it runs, and where what it prints is kept, in {@code name.out} and {@code name.err}
     * @param seconds after which it is killed
     */
    public static ChildJvm run(Path directory, String name, int seconds, List<String> command)
            throws IOException, InterruptedException {
        Path output = directory.resolve(name + ".out");
        Path errors = directory.resolve(name + ".err");
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        Process child = builder.redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        if (!child.waitFor(seconds, TimeUnit.SECONDS)) {
            child.destroyForcibly().waitFor();
        }
        return new ChildJvm(command, child.exitValue(), Files.readString(output), Files.readString(errors));
    }
}
