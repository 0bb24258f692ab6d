// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import io.github.fastcodec.it.comparison.JobComparison;
import java.io.File;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Runs {@link Comparison} on Flink as it is, with our helpers and format, and with the agent. No test by its name: {@code mvn
 * -Pflink-comparison verify} runs it.
 */
final class ComparisonTable {

    private static final String AGENT = "agent";
    private static final long TIMEOUT_MINUTES = 8;

    @Test
    void table() throws Exception {
        String rows = System.getProperty("comparison.rows");
        int rounds = Integer.parseInt(System.getProperty("comparison.rounds"));
        Path root = Files.createTempDirectory(
                Files.createDirectories(Path.of(System.getProperty("comparison.folder"))), "run-");
        JobComparison comparison = new JobComparison(
                Comparison.CODECS,
                List.of(Comparison.OURS, AGENT),
                new JobComparison.Table("sunk", List.of("sink", "source")),
                new JobComparison.Table("inserted", List.of("INSERT", "query")));
        comparison.run(rounds, (name, side) -> run(root, name, rows, side));
        System.out.printf(
                "%nFlink %s, two slots, %s rows, %d rounds; medians of CPU seconds, and of the ratios within rounds (95 %%"
                        + " confidence interval); DataStream, then SQL%n%n%s",
                System.getProperty("flink.version"), rows, rounds, comparison.asMarkdown());
    }

    private static Properties run(Path root, String name, String rows, String side) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // all memory there from the start, so that its first touch is in nobody's time
        command.addAll(List.of("-Xms2g", "-Xmx2g", "-XX:+AlwaysPreTouch"));
        // what CpuTime needs
        command.addAll(List.of("-XX:-UseDynamicNumberOfCompilerThreads", "-XX:-UseDynamicNumberOfGCThreads"));
        for (String opened : List.of("util", "lang", "time")) {
            command.add("--add-opens=java.base/java." + opened + "=ALL-UNNAMED");
        }
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
        if (side.equals(AGENT)) {
            command.add("-javaagent:" + System.getProperty("agent.jar"));
        }
        Path result = root.resolve(name + ".properties");
        Path log = root.resolve(name + ".log");
        command.addAll(List.of("-cp", classPath(side.equals(Comparison.OURS) ? Layout.LIB : Layout.PLAIN)));
        command.addAll(List.of(Comparison.class.getName(), side, root.toString(), rows, result.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(name + " took more than " + TIMEOUT_MINUTES + " minutes; see " + log);
        }
        if (process.exitValue() != 0) {
            throw new AssertionError(name + " ended with exit code " + process.exitValue() + "; see " + log);
        }
        return JobComparison.read(result);
    }

    /** Returns all that Flink and the job have. */
    private static String classPath(Layout layout) {
        Set<URL> all = new LinkedHashSet<>(layout.lib());
        all.addAll(layout.job());
        return all.stream().map(URL::getPath).collect(Collectors.joining(File.pathSeparator));
    }
}
