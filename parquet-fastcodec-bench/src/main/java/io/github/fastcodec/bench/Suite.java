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
 * Runs the steps of a {@link SuitePlan} in order and writes a report. JMH's options override the values of the plan, so that
 * {@code -p codec=ZSTD} or {@code -f 3} narrows or widens every step. Regular expressions on the command line select
 * benchmarks.
 */
@Command(
        name = "suite",
        header = "Run the JMH benchmarks and write a report. This is the default command.",
        description = {
            "Compares parquet-fastcodec with parquet-java and writes a report: index.html, report.md, results.json and"
                    + " environment.json. All benchmarks take up to 90 minutes on two cores.",
            "",
            "All other arguments are passed to JMH: regular expressions select benchmarks, -p NAME=VALUE,... sets values of"
                    + " parameters, -f N sets the number of forks. They override the suite's plan. -h prints JMH's help; -lp"
                    + " lists benchmarks and parameters."
        },
        customSynopsis = "java -jar benchmarks.jar [suite] [OPTIONS] [JMH's OPTIONS and EXPRESSIONS]",
        exitCodeList = {Tool.SUCCESS, "1:No benchmark returned a result.", Tool.REFUSED},
        footer = {
            "  java -jar benchmarks.jar --quick",
            "  java -jar benchmarks.jar suite -f 2 -p codec=ZSTD:3 CompressionBenchmark"
        })
public final class Suite extends Tool {

    @Option(names = "--quick", description = "Run part of the suite in less than ten minutes. The report says so.")
    private boolean quick;

    @Option(
            names = "--report",
            defaultValue = "report",
            paramLabel = "DIR",
            description = "The folder to write the report to.")
    private Path report;

    @Option(names = "--publish", description = "Put the tables into README.md and docs below the current folder.")
    private boolean publish;

    @Option(
            names = "--against",
            converter = Tool.ExistingFile.class,
            paramLabel = "JAR",
            description = "The jar of another build of parquet-fastcodec to compare with, in the same turns.")
    private Path against;

    @Unmatched
    private List<String> jmhArguments = new ArrayList<>();

    /** Returns the arguments for JMH, unchanged. */
    List<String> jmhArguments() {
        return jmhArguments;
    }

    private CommandLineOptions jmhOptions() {
        try {
            return new CommandLineOptions(jmhArguments.toArray(new String[0]));
        } catch (CommandLineOptionException e) {
            throw refused("JMH does not accept an argument that the suite passed on: " + e.getMessage());
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
        List<SuitePlan.Step> plan = quick ? SuitePlan.quick() : SuitePlan.full();
        List<SuitePlan.Step> steps = SuitePlan.narrowed(plan, options);
        if (steps.isEmpty()) {
            throw refused(
                    String.join(" ", jmhArguments) + " is not a command, and no benchmark of the plan matches it");
        }
        Collection<RunResult> results = new ArrayList<>();
        for (SuitePlan.Step step : steps) {
            System.out.printf("%nStep %d of %d: %s%n", steps.indexOf(step) + 1, steps.size(), step);
            Options stepOptions = step.options(options, against);
            results.addAll(new Runner(stepOptions, Progress.of(stepOptions)).run());
        }
        if (results.isEmpty()) {
            System.err.println("No benchmark returned a result.");
            return 1;
        }
        Files.createDirectories(report);
        Path json = report.resolve(Report.RESULTS);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, json.toString()).writeOut(results);
        Environment.here(quick, steps.size() < plan.size(), commandLine()).writeTo(report.resolve(Report.ENVIRONMENT));
        Report written = Report.of(report);
        System.out.println("Report: " + written.write().toUri());
        if (publish) {
            written.publish(Path.of(""));
        }
        return 0;
    }
}
