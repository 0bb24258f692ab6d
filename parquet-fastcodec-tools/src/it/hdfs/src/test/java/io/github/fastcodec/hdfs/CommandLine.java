// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hdfs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** One run of the command line, in a JVM of its own. */
final class CommandLine {

    private static final Path JAR = Path.of(System.getProperty("fastcodec.all.jar"));

    /** The lines of a stack trace, or their escaped form in a document of one line. */
    private static final Pattern STACK_TRACE =
            Pattern.compile("(?m)(^\\s+|\\\\n\\\\t)at \\S+\\(|^Caused by:|^Exception in thread");

    /**
     * The result of a run.
     *
     * @param code its exit code
     * @param said what it printed on both outputs
     */
    record Result(int code, String said) {}

    private final Process process;
    private final Path log;

    private CommandLine(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static CommandLine start(Path folder, String... arguments) throws IOException {
        Path log = Files.createTempFile(folder, arguments[0] + "-", ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        // Without the settings of another user or cluster.
        builder.environment().keySet().removeIf(name -> name.startsWith("HADOOP_"));
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new CommandLine(process, log);
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Ends the run as {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
    }

    /** Waits for the end of the run, and requires that it printed no stack trace. */
    Result await() throws IOException, InterruptedException {
        assertTrue(process.waitFor(5, TimeUnit.MINUTES), () -> "still running, see " + log);
        String said = Files.readString(log);
        assertTrue(!STACK_TRACE.matcher(said).find(), said);
        return new Result(process.exitValue(), said);
    }
}
