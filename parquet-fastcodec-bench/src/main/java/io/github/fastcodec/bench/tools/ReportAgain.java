// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import io.github.fastcodec.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a report again, from the results of an earlier run. */
@Command(
        name = "report",
        header = "Write a report again, from the results of an earlier run.",
        description = "Writes index.html and report.md into a folder that has the " + Report.RESULTS + " and the "
                + Report.ENVIRONMENT + " of a run of the suite.",
        footer = "  java -jar benchmarks.jar report target/java-17 --publish")
public final class ReportAgain extends Tool {

    @Parameters(paramLabel = "DIR", description = "The folder with the two files.")
    private Path directory;

    @Option(names = "--publish", description = "Put the tables into README.md and docs below the current folder.")
    private boolean publish;

    @Override
    public Integer call() throws IOException {
        for (String name : List.of(Report.RESULTS, Report.ENVIRONMENT)) {
            if (!Files.isReadable(directory.resolve(name))) {
                throw refused("Cannot read " + directory.resolve(name).toAbsolutePath());
            }
        }
        Report report = Report.of(directory);
        System.out.println("Report: " + report.write().toUri());
        if (publish) {
            report.publish(Path.of(""));
        }
        return 0;
    }
}
