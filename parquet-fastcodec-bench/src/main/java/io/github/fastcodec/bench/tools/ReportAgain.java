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

/** Writes the report of a folder anew. */
@Command(
        name = "report",
        header = "A report anew, from the results of an earlier run.",
        description = "Writes index.html, report.md and the charts into a folder that holds the " + Report.RESULTS
                + " and the " + Report.ENVIRONMENT + " of a run of the suite.",
        footer = "  java -jar benchmarks.jar report target/java-17 --baseline=old/results.json")
public final class ReportAgain extends Tool {

    @Parameters(paramLabel = "DIR", description = "The folder with the two files.")
    private Path directory;

    @Option(
            names = "--baseline",
            converter = Checked.Input.class,
            paramLabel = "FILE",
            description = "The results.json of an earlier report, which this one is compared with.")
    private Path baseline;

    @Override
    public Integer call() throws IOException {
        for (String name : List.of(Report.RESULTS, Report.ENVIRONMENT)) {
            if (!Files.isReadable(directory.resolve(name))) {
                throw refused("Cannot read " + directory.resolve(name).toAbsolutePath());
            }
        }
        System.out.println("Report: " + Report.write(directory, baseline).toUri());
        return 0;
    }
}
