// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.bench.report.SampleResults.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite's tables in pages. */
class PublicationTest {

    private static final String OF_OTHERS = Stream.of("table: memory", "table: spark", "table: flink", "chart: jobs")
            .map(name -> "<!-- " + name + " -->\nof another command\n<!-- end -->\n")
            .collect(Collectors.joining());

    @TempDir
    Path root;

    private Path report;

    @BeforeEach
    void pages() throws IOException {
        Files.createDirectories(root.resolve("docs"));
        Files.writeString(
                root.resolve("README.md"), "# Title\n\n<!-- table: headline -->\n| old |\n<!-- end -->\n\nThe end.\n");
        Files.writeString(root.resolve("docs/benchmarks.md"), "<!-- table: pages -->\n<!-- end -->\n" + OF_OTHERS);
        Files.writeString(root.resolve("docs/other.md"), "Nothing is measured here.\n");
        report = root.resolve("report");
        SampleResults.writeTo(report, 1, 1);
        measured(false);
    }

    /** Says that the results are no quick run's. */
    private void measured(boolean part) throws IOException {
        Path environment = report.resolve(Report.ENVIRONMENT);
        new Environment(false, part, Environment.read(environment).facts()).writeTo(environment);
    }

    @Test
    void tablesStandBetweenTheirMarkersAndTheRestOfAPageStays() throws IOException {
        assertEquals(
                List.of(root.resolve("README.md"), root.resolve("docs/benchmarks.md")),
                Report.of(report, List.of()).publish(root));
        assertEquals("""
                # Title

                <!-- table: headline -->
                | codec | write lineitem | read it | write text | read it | compress a page | decompress it |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: |
                | GZIP | 2.00x | 2.00x | 8.00x | 8.00x | 3.00x | 2.00x |
                | SNAPPY | 1.08x | 1.08x |  |  | 1.50x | 1.40x |
                | UNCOMPRESSED | 1.00x | 1.00x |  |  |  |  |
                <!-- end -->

                The end.
                """, Files.readString(root.resolve("README.md")));
        String page = Files.readString(root.resolve("docs/benchmarks.md"));
        assertTrue(page.contains("| GZIP:6 | compress | 3.00x ("), page);
        assertTrue(page.contains(OF_OTHERS), page);
        assertEquals(List.of(), Report.of(report, List.of()).publish(root), "the same results again");
    }

    // Would catch: a page whose tables are of two runs.
    @Test
    void aTableThatWasNotMeasuredIsAnErrorAndNoPageChanges() throws IOException {
        Files.writeString(root.resolve("docs/other.md"), "<!-- table: levels -->\n<!-- end -->\n");
        String before = Files.readString(root.resolve("README.md"));
        IOException refusal = assertThrows(
                IOException.class, () -> Report.of(report, List.of()).publish(root));
        assertTrue(
                refusal.getMessage().contains("other.md asks for <!-- table: levels -->, which was not measured"),
                refusal.getMessage());
        assertEquals(before, Files.readString(root.resolve("README.md")));
    }

    // Would catch: a part that empties the tables of others, or that gives them its own machine and date.
    @Test
    void aPartFillsItsTableAndLeavesTheOthers() throws IOException {
        Files.writeString(
                root.resolve("docs/other.md"),
                "<!-- table: verification -->\n<!-- end -->\n<!-- table: environment -->\nold\n<!-- end -->\n");
        SampleResults.write(
                report,
                List.of(
                        new Run("page.VerificationBenchmark", "codec", "GZIP")
                                .time("compress/shape=PLAIN_TEXT&size=65536", "fastcodec", 1000)
                                .time("compress/shape=PLAIN_TEXT&size=65536", "fastcodec-again", 1000)
                                .time("compress/shape=PLAIN_TEXT&size=65536", "fastcodec-verified", 1250),
                        new Run("file.VerificationBenchmark", "codec", "GZIP")
                                .time("write/version=V1&dictionary=true", "fastcodec", 1000)
                                .time("write/version=V1&dictionary=true", "fastcodec-again", 1000)
                                .time("write/version=V1&dictionary=true", "fastcodec-verified", 1100)));
        measured(true);
        String before = Files.readString(root.resolve("README.md"));
        Report.of(report, List.of()).publish(root);
        assertEquals(before, Files.readString(root.resolve("README.md")));
        String page = Files.readString(root.resolve("docs/other.md"));
        assertTrue(page.contains("| GZIP | 1.25x (1.25-1.25) | 1.10x (1.10-1.10) | 1.00x (1.00-1.00) |"), page);
        assertTrue(page.contains("\nold\n"), page);
    }

    @Test
    void aMarkerWithoutAnEndIsAnError() throws IOException {
        Files.writeString(
                root.resolve("docs/other.md"), "<!-- table: pages -->\ntext\n<!-- table: pages -->\n<!-- end -->\n");
        IOException refusal = assertThrows(
                IOException.class, () -> Report.of(report, List.of()).publish(root));
        assertTrue(refusal.getMessage().contains("an <!-- end --> is missing"), refusal.getMessage());
    }

    @Test
    void aQuickRunIsNotPublished() throws IOException {
        SampleResults.writeTo(report, 1, 1);
        IOException refusal = assertThrows(
                IOException.class, () -> Report.of(report, List.of()).publish(root));
        assertTrue(refusal.getMessage().contains("holds a quick run"), refusal.getMessage());
    }

    @Test
    void aTableOfABusyMachineIsNotPublished() throws IOException {
        Run run = new Run("page.CompressionBenchmark", "codec", "SNAPPY");
        run.time("compress/shape=PLAIN_TEXT&size=8192", "parquet-java", 1000)
                .time("compress/shape=PLAIN_TEXT&size=8192", "parquet-java-again", 1050)
                .time("compress/shape=PLAIN_TEXT&size=8192", "fastcodec", 700);
        SampleResults.write(report, List.of(run));
        measured(false);
        IOException refusal = assertThrows(
                IOException.class, () -> Report.of(report, List.of()).publish(root));
        assertTrue(refusal.getMessage().startsWith("The machine was too busy for this table"), refusal.getMessage());
        for (String page : List.of("README.md", "docs/benchmarks.md")) {
            Files.writeString(root.resolve(page), OF_OTHERS);
        }
        assertEquals(List.of(), Report.of(report, List.of()).publish(root), "no page asks for the table");
    }

    // Would catch: a marker of this repository's pages that no table has the name of, a day before the pages are made.
    @Test
    void everyMarkerOfThisRepositorysPagesHasATable() throws IOException {
        Path repository = Path.of("").toAbsolutePath().getParent();
        Map<String, String> names = Map.of();
        try {
            Publication.publish(repository, names, Publication.ALL::contains);
        } catch (IOException e) {
            throw new AssertionError(e.getMessage() + " in " + Publication.ALL, e);
        }
    }
}
