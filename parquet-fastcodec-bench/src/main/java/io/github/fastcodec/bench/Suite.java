// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import io.github.fastcodec.bench.report.Environment;
import io.github.fastcodec.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;

/**
 * The benchmarks, one command: runs the steps of a {@link Plan}, one after the other, and writes a report. What is not an
 * option of its own is JMH's; JMH's go before the plan's values, so that {@code -p codec=ZSTD} or {@code -f 3} narrow or
 * widen every step, and regular expressions choose among the benchmarks.
 *
 * <p>{@code java -jar benchmarks.jar [--quick] [--report=DIRECTORY] [--baseline=RESULTS.json]
 * [--against=OTHER.jar] [JMH options]}
 */
public final class Suite {

    private Suite() {}

    /** Runs the suite; exits with 1 if no benchmark has a result. */
    public static void main(String[] args)
            throws IOException, RunnerException, CommandLineOptionException, InterruptedException {
        boolean quick = false;
        Path report = Path.of("report");
        Path baseline = null;
        Path against = null;
        List<String> rest = new ArrayList<>();
        for (String arg : args) {
            String value = arg.substring(arg.indexOf('=') + 1);
            if (arg.equals("--quick") || arg.startsWith("--quick=")) {
                quick = !value.equals("false");
            } else if (arg.startsWith("--report=")) {
                report = Path.of(value);
            } else if (arg.startsWith("--baseline=")) {
                baseline = value.isEmpty() ? null : Path.of(value);
            } else if (arg.startsWith("--against=")) {
                against = value.isEmpty() ? null : Path.of(value);
            } else {
                rest.add(arg);
            }
        }
        String[] jmhArgs = rest.toArray(new String[0]);
        CommandLineOptions options = new CommandLineOptions(jmhArgs);
        if (options.shouldHelp()
                || options.shouldList()
                || options.shouldListWithParams()
                || options.shouldListProfilers()
                || options.shouldListResultFormats()) {
            Main.main(jmhArgs);
            return;
        }
        if (baseline != null && !Files.isReadable(baseline)) {
            System.err.println("baseline: cannot read " + baseline.toAbsolutePath()
                    + "; expected the results.json of an earlier report");
            System.exit(2);
        }
        if (against != null && !Files.isReadable(against)) {
            System.err.println("against: cannot read " + against.toAbsolutePath()
                    + "; expected the jar of another build of parquet-fastcodec");
            System.exit(2);
        }
        List<Plan.Step> steps = Plan.narrowed(quick ? Plan.quick() : Plan.full(), options);
        if (steps.isEmpty()) {
            System.err.println("No benchmark of the plan matches " + String.join(" ", rest)
                    + "; -lp lists benchmarks and parameters.");
            System.exit(2);
        }
        printEstimate(steps, options, against != null);
        Collection<RunResult> results = new ArrayList<>();
        for (Plan.Step step : steps) {
            Options stepOptions = step.options(options, against);
            results.addAll(new Runner(stepOptions, Progress.of(stepOptions)).run());
        }
        if (results.isEmpty()) {
            System.err.println("No benchmark gave a result.");
            System.exit(1);
        }
        Files.createDirectories(report);
        Path json = report.resolve(Report.RESULTS);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, json.toString()).writeOut(results);
        Environment.here(quick, "java -jar benchmarks.jar " + String.join(" ", args))
                .writeTo(report.resolve(Report.ENVIRONMENT));
        System.out.println("Report: " + Report.write(report, baseline).toUri());
    }

    private static void printEstimate(List<Plan.Step> steps, Options options, boolean against) {
        double total = 0;
        System.out.println("Estimated time, in minutes:");
        for (Plan.Step step : steps) {
            double minutes = step.estimatedSeconds(options, against) / 60;
            total += minutes;
            System.out.printf(
                    Locale.ROOT, "%6.1f  %4d runs  %s%n", minutes, step.runs().size(), step);
        }
        System.out.printf(Locale.ROOT, "%6.1f  in all%n%n", total);
    }
}
