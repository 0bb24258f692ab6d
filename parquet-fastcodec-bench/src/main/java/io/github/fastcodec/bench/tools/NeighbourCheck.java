// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import io.github.fastcodec.bench.report.Agreement;
import io.github.fastcodec.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Whether measurements survive a busy machine. */
@Command(
        name = "busy-neighbour",
        header = "Whether a busy neighbour changes what the suite measures.",
        description = {
            "Runs the quick suite once on the machine as it is, which should do nothing else, and twice beside a process that"
                    + " keeps one core busy, rests, and comes back. Compares the means. Takes half an hour and more.",
            "",
            "All other arguments are JMH's."
        },
        customSynopsis = "java -jar benchmarks.jar busy-neighbour [OPTIONS] [JMH's OPTIONS and EXPRESSIONS]",
        exitCodeList = {Tool.FINE, "1:The runs disagree, or the suite broke.", Tool.REFUSED},
        footer = "  java -jar benchmarks.jar busy-neighbour CompressionBenchmark")
public final class NeighbourCheck extends JmhTool {

    @Option(
            names = "--directory",
            defaultValue = "target/busy-neighbour",
            paramLabel = "DIR",
            description = "The folder that the reports and the comparison go into.")
    private Path directory;

    @Override
    public Integer call() throws IOException, InterruptedException {
        jmhOptions();
        Map<String, Path> results = new LinkedHashMap<>();
        results.put("idle", run("idle"));
        Process neighbour =
                Jvm.process(List.of("-Xmx64m"), Neighbour.class, List.of()).start();
        try {
            for (String name : List.of("busy", "busy-again")) {
                results.put(name.replace('-', ' '), run(name));
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
        return agreement.holds() ? 0 : 1;
    }

    private Path run(String name) throws IOException, InterruptedException {
        Path report = directory.resolve(name);
        List<String> arguments = new ArrayList<>(List.of("suite", "--quick", "--report=" + report));
        arguments.addAll(jmhArguments());
        int code = program(arguments).inheritIO().start().waitFor();
        if (code != 0) {
            throw new IllegalStateException("the suite for " + report + " ended with " + code);
        }
        return report.resolve(Report.RESULTS);
    }
}
