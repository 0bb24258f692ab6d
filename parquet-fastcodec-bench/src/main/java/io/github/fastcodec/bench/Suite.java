// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import io.github.fastcodec.bench.report.Environment;
import io.github.fastcodec.bench.report.Report;
import io.github.fastcodec.bench.tools.Checked;
import io.github.fastcodec.bench.tools.JmhTool;
import io.github.fastcodec.bench.tools.Tool;
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
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The benchmarks, one command: runs the steps of a {@link Plan}, one after the other, and writes a report. JMH's options go
 * before the plan's values, so that {@code -p codec=ZSTD} or {@code -f 3} narrow or widen every step, and regular expressions
 * choose among the benchmarks.
 */
@Command(
        name = "suite",
        header = "The JMH benchmarks and their report; what runs if no command is named.",
        description = {
            "Runs the benchmarks against parquet-java and writes a report: index.html, report.md, a chart, results.json and"
                    + " environment.json. All of them take up to 90 minutes on two cores; the estimate is printed first.",
            "",
            "All other arguments are JMH's: regular expressions choose benchmarks, -p NAME=VALUE,... values of parameters,"
                    + " -f N sets the number of forks. They go before what the suite has planned. -h is JMH's help; -lp lists"
                    + " benchmarks and parameters."
        },
        customSynopsis = "java -jar benchmarks.jar [suite] [OPTIONS] [JMH's OPTIONS and EXPRESSIONS]",
        exitCodeList = {Tool.FINE, "1:No benchmark gave a result.", Tool.REFUSED},
        footer = {
            "  java -jar benchmarks.jar --quick",
            "  java -jar benchmarks.jar suite -f 2 -p codec=ZSTD:3 CompressionBenchmark"
        })
public final class Suite extends JmhTool {

    @Option(
            names = "--quick",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            paramLabel = "true|false",
            description = "Run a part of the suite, in less than ten minutes. The report says that it is one.")
    private boolean quick;

    @Option(
            names = "--report",
            defaultValue = "report",
            paramLabel = "DIR",
            description = "The folder that the report goes into.")
    private Path report;

    @Option(
            names = "--publish",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            paramLabel = "true|false",
            description = "Put the tables into README.md and docs, below the folder in which this runs.")
    private boolean publish;

    @Option(
            names = "--against",
            converter = Checked.Input.class,
            paramLabel = "JAR",
            description = "The jar of another build of parquet-fastcodec, which takes part in the same turns.")
    private Path against;

    @Override
    public Integer call() throws Exception {
        CommandLineOptions options = jmhOptions();
        if (options.shouldHelp()
                || options.shouldList()
                || options.shouldListWithParams()
                || options.shouldListProfilers()
                || options.shouldListResultFormats()) {
            Main.main(jmhArguments().toArray(new String[0]));
            return 0;
        }
        List<Plan.Step> steps = Plan.narrowed(quick ? Plan.quick() : Plan.full(), options);
        if (steps.isEmpty()) {
            throw refused(
                    String.join(" ", jmhArguments()) + " names no command, and no benchmark of the plan matches it");
        }
        printEstimate(steps, options, against != null);
        Collection<RunResult> results = new ArrayList<>();
        for (Plan.Step step : steps) {
            Options stepOptions = step.options(options, against);
            results.addAll(new Runner(stepOptions, Progress.of(stepOptions)).run());
        }
        if (results.isEmpty()) {
            System.err.println("No benchmark gave a result.");
            return 1;
        }
        Files.createDirectories(report);
        Path json = report.resolve(Report.RESULTS);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, json.toString()).writeOut(results);
        Environment.here(quick, !options.getIncludes().isEmpty(), commandLine())
                .writeTo(report.resolve(Report.ENVIRONMENT));
        Report written = Report.of(report, List.of());
        System.out.println("Report: " + written.write().toUri());
        if (publish) {
            written.publish(Path.of("")).forEach(page -> System.out.println("Published: " + page));
        }
        return 0;
    }

    private static void printEstimate(List<Plan.Step> steps, Options options, boolean against) {
        double total = 0;
        System.out.println("Estimated time, in minutes:");
        for (Plan.Step step : steps) {
            double minutes = step.estimatedSeconds(options, against) / 60;
            total += minutes;
            System.out.printf(Locale.ROOT, "%6.1f  %s: %s%n", minutes, step.arithmetic(options, against), step);
        }
        System.out.printf(Locale.ROOT, "%6.1f  in all%n%n", total);
    }
}
