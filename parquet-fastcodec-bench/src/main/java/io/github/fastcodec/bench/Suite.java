// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import io.github.fastcodec.bench.report.Environment;
import io.github.fastcodec.bench.report.Report;
import io.github.fastcodec.bench.tools.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/**
 * The benchmarks, one command: runs the steps of a {@link Plan}, one after the other, and writes a report. JMH's options go
 * before the plan's values, so that {@code -p codec=ZSTD} or {@code -f 3} narrow or widen every step, and regular expressions
 * choose among the benchmarks.
 */
@Command(
        name = "suite",
        header = "The JMH benchmarks and their report; what runs if no command is named.",
        description = {
            "Runs the benchmarks against parquet-java and writes a report: index.html, report.md, results.json and"
                    + " environment.json. All of them take up to 90 minutes on two cores.",
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
public final class Suite extends Tool {

    @Option(
            names = "--quick",
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
            description = "Put the tables into README.md and docs, below the folder in which this runs.")
    private boolean publish;

    @Option(
            names = "--against",
            converter = Tool.ExistingFile.class,
            paramLabel = "JAR",
            description = "The jar of another build of parquet-fastcodec, which takes part in the same turns.")
    private Path against;

    @Unmatched
    private List<String> jmhArguments = new ArrayList<>();

    /** Returns the arguments that are JMH's, as they were given. */
    List<String> jmhArguments() {
        return jmhArguments;
    }

    private CommandLineOptions jmhOptions() {
        try {
            return new CommandLineOptions(jmhArguments.toArray(new String[0]));
        } catch (CommandLineOptionException e) {
            throw refused("JMH, which gets what this command does not know, refuses it: " + e.getMessage());
        }
    }

    @Override
    public Integer call() throws Exception {
        CommandLineOptions options = jmhOptions();
        if (options.shouldHelp()
                || options.shouldList()
                || options.shouldListWithParams()
                || options.shouldListProfilers()
                || options.shouldListResultFormats()) {
            Main.main(jmhArguments.toArray(new String[0]));
            return 0;
        }
        List<Plan.Step> plan = quick ? Plan.quick() : Plan.full();
        List<Plan.Step> steps = Plan.narrowed(plan, options);
        if (steps.isEmpty()) {
            throw refused(
                    String.join(" ", jmhArguments) + " names no command, and no benchmark of the plan matches it");
        }
        Collection<RunResult> results = new ArrayList<>();
        for (Plan.Step step : steps) {
            System.out.printf("%nStep %d of %d: %s%n", steps.indexOf(step) + 1, steps.size(), step);
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
        Environment.here(quick, steps.size() < plan.size(), commandLine()).writeTo(report.resolve(Report.ENVIRONMENT));
        Report written = Report.of(report, List.of());
        System.out.println("Report: " + written.write().toUri());
        if (publish) {
            written.publish(Path.of(""));
        }
        return 0;
    }
}
