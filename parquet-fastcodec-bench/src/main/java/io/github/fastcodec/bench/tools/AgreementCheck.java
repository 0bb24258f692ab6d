// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import io.github.fastcodec.bench.report.Agreement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Whether runs that are there already agree. */
@Command(
        name = "agreement",
        header = "Whether several runs of the suite come to the same mean speed-ups.",
        description = "Prints how far apart the runs are for each codec and operation, as a Markdown table.",
        exitCodeList = {
            Tool.FINE,
            "1:The runs disagree, by more than 5 %% for pages or by more than 8 %% for files.",
            Tool.REFUSED
        },
        footer = "  java -jar benchmarks.jar agreement monday=a/results.json tuesday=b/results.json")
public final class AgreementCheck extends Tool {

    @Parameters(
            arity = "1..*",
            paramLabel = "NAME=FILE...",
            hideParamSyntax = true,
            description = "A name for a run, and its results.json.")
    private Map<String, Path> results;

    @Override
    public Integer call() throws IOException {
        if (results.size() < 2) {
            throw refused("Expected two or more runs with names of their own");
        }
        for (Path file : results.values()) {
            if (!Files.isReadable(file)) {
                throw refused("Cannot read " + file.toAbsolutePath() + ", expected the results.json of a run");
            }
        }
        Agreement agreement = Agreement.of(results);
        System.out.println(agreement.markdown());
        return agreement.holds() ? 0 : 1;
    }
}
