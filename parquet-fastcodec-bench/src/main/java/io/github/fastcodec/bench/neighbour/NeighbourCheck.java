// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.neighbour;

import io.github.fastcodec.bench.Suite;
import io.github.fastcodec.bench.report.Agreement;
import io.github.fastcodec.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether measurements survive a busy machine: runs the quick suite once on the machine as it is, which should do nothing else,
 * and twice with a neighbour that comes and goes, and compares the means. Half an hour and more. Prints the table of
 * docs/benchmarks.md and ends with 1 if the runs disagree.
 *
 * <p>{@code NeighbourCheck DIRECTORY [JMH options]}: the reports go into folders of the directory.
 */
public final class NeighbourCheck {

    private NeighbourCheck() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 0) {
            System.err.println("Usage: NeighbourCheck DIRECTORY [JMH options]");
            System.exit(2);
        }
        Path directory = Path.of(args[0]);
        List<String> options = List.of(args).subList(1, args.length);
        Map<String, Path> results = new LinkedHashMap<>();
        results.put("idle", run(directory.resolve("idle"), options));
        Process neighbour = start(List.of(Neighbour.class.getName()), ProcessBuilder.Redirect.PIPE);
        try {
            for (String name : List.of("busy", "busy-again")) {
                results.put(name.replace('-', ' '), run(directory.resolve(name), options));
            }
        } finally {
            // the end of its standard input is the end of it
            neighbour.getOutputStream().close();
            neighbour.waitFor();
        }
        Agreement agreement = Agreement.of(results);
        String table = agreement.markdown();
        Files.writeString(directory.resolve("agreement.md"), table);
        System.out.println(table);
        if (!agreement.holds()) {
            System.exit(1);
        }
    }

    private static Path run(Path report, List<String> options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(Suite.class.getName(), "--quick", "--report=" + report));
        arguments.addAll(options);
        Process suite = start(arguments, ProcessBuilder.Redirect.INHERIT);
        if (suite.waitFor() != 0) {
            throw new IllegalStateException("the suite for " + report + " ended with " + suite.exitValue());
        }
        return report.resolve(Report.RESULTS);
    }

    private static Process start(List<String> arguments, ProcessBuilder.Redirect input) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(arguments);
        return new ProcessBuilder(command).inheritIO().redirectInput(input).start();
    }
}
