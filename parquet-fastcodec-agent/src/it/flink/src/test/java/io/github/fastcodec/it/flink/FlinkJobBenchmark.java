// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import io.github.fastcodec.it.comparison.JobComparison;
import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Runs {@link Comparison} on plain Flink, and with our writers, readers and format. JUnit starts this benchmark, but only with
 * {@code comparison.properties}.
 */
final class FlinkJobBenchmark {

    private static final int ROUNDS_IN_A_JVM = 6;
    private static final long TIMEOUT_MINUTES = 60;

    @Test
    void table() throws Exception {
        String rows = System.getProperty("comparison.rows");
        int rounds = Integer.parseInt(System.getProperty("comparison.rounds"));
        Path root = Files.createTempDirectory(
                Files.createDirectories(Path.of(System.getProperty("comparison.folder"))), "run-");
        JobComparison comparison =
                new JobComparison(Comparison.CODECS, Comparison.OURS, List.of("sink", "source", "INSERT", "query"));
        List<String> names = comparison.names(rounds);
        int runsInAJvm = ROUNDS_IN_A_JVM * names.size() / rounds;
        for (int first = 0; first < names.size(); first += runsInAJvm) {
            run(root, rows, names.subList(first, Math.min(first + runsInAJvm, names.size())));
        }
        comparison.run(rounds, (name, side) -> JobComparison.read(root.resolve(name + ".properties")));
        comparison.publish(
                "Flink " + System.getProperty("flink.version") + ", two slots", Long.parseLong(rows), rounds);
    }

    private static void run(Path root, String rows, List<String> names) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // commits all memory at the start, so that no time includes its first touch
        command.addAll(List.of("-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch"));
        for (String opened : List.of("util", "lang", "time")) {
            command.add("--add-opens=java.base/java." + opened + "=ALL-UNNAMED");
        }
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
        command.addAll(List.of("-cp", classes(), ComparisonTurns.class.getName()));
        command.addAll(List.of(root.toString(), rows, classPath(Layout.PLAIN), classPath(Layout.LIB)));
        command.addAll(names);
        Path log = root.resolve(names.get(0) + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("it took more than " + TIMEOUT_MINUTES + " minutes; see " + log);
        }
        if (process.exitValue() != 0) {
            throw new AssertionError("it ended with exit code " + process.exitValue() + "; see " + log);
        }
    }

    /** Returns the class path of the turns, without Flink. */
    private static String classes() throws URISyntaxException {
        URL classes =
                ComparisonTurns.class.getProtectionDomain().getCodeSource().getLocation();
        return Path.of(classes.toURI()).toString();
    }

    /** Returns the class path of Flink and the job. */
    private static String classPath(Layout layout) {
        Set<URL> all = new LinkedHashSet<>(layout.lib());
        all.addAll(layout.job());
        return all.stream().map(URL::getPath).collect(Collectors.joining(File.pathSeparator));
    }
}
