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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite's tables in the documentation pages. */
class PagesTest {

    private static final String OF_ANOTHER_COMMAND = "<!-- table: memory -->\nof another command\n<!-- end -->\n";

    @TempDir
    Path root;

    private Path report;

    @BeforeEach
    void pages() throws IOException {
        Files.createDirectories(root.resolve("docs"));
        Files.writeString(
                root.resolve("README.md"), "# Title\n\n<!-- table: headline -->\n| old |\n<!-- end -->\n\nThe end.\n");
        Files.writeString(
                root.resolve("docs/benchmarks.md"), "<!-- table: pages -->\n<!-- end -->\n" + OF_ANOTHER_COMMAND);
        report = root.resolve("report");
        SampleResults.writeTo(report, 1, 1);
        measured(false);
    }

    /** Marks the results as those of a full run, not a quick one. */
    private void measured(boolean part) throws IOException {
        Path environment = report.resolve(Report.ENVIRONMENT);
        new Environment(false, part, Environment.read(environment).facts()).writeTo(environment);
    }

    private String published(String page) throws IOException {
        Report.of(report).publish(root);
        return Files.readString(root.resolve(page));
    }

    @Test
    void replacesOnlyTheTablesBetweenTheirMarkers() throws IOException {
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
                """, published("README.md"));
        String page = Files.readString(root.resolve("docs/benchmarks.md"));
        assertTrue(page.contains("| GZIP:6 | compress | 3.00x ("), page);
        assertTrue(page.contains(OF_ANOTHER_COMMAND), page);
    }

    // Would catch: a partial run that empties other tables, or replaces their machine and date with its own, or does
    // not say its own.
    @Test
    void partialRunFillsOnlyItsOwnTable() throws IOException {
        Files.writeString(
                root.resolve("docs/other.md"),
                "<!-- table: verification -->\n<!-- end -->\n<!-- table: environment -->\nold\n<!-- end -->\n");
        SampleResults.write(
                report,
                List.of(
                        new Run("page.PageVerificationBenchmark", "codec", "GZIP")
                                .time("compress/shape=PLAIN_TEXT&size=65536", "fastcodec", 1000)
                                .time("compress/shape=PLAIN_TEXT&size=65536", "fastcodec-again", 1000)
                                .time("compress/shape=PLAIN_TEXT&size=65536", "fastcodec-verified", 1250),
                        new Run("file.FileVerificationBenchmark", "codec", "GZIP")
                                .time("write/version=V1&dictionary=true", "fastcodec", 1000)
                                .time("write/version=V1&dictionary=true", "fastcodec-again", 1000)
                                .time("write/version=V1&dictionary=true", "fastcodec-verified", 1100)));
        measured(true);
        String page = published("docs/other.md");
        assertTrue(
                page.contains("| GZIP | 1.25x (1.25-1.25) | 1.10x (1.10-1.10) | 1.00x (1.00-1.00) |\n\n"
                        + "A <fast> & quiet one, 2 cores, 24 GiB; "),
                page);
        assertTrue(page.contains("; 2026-11-21 00:00 UTC.\n<!-- end -->"), page);
        assertTrue(page.contains("\nold\n"), page);
        assertTrue(Files.readString(root.resolve("README.md")).contains("| old |"));
    }

    @Test
    void unclosedMarkerFailsBeforeAnyPageChanges() throws IOException {
        String before = Files.readString(root.resolve("README.md"));
        Files.writeString(
                root.resolve("docs/other.md"), "<!-- table: pages -->\ntext\n<!-- table: pages -->\n<!-- end -->\n");
        IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> published("README.md"));
        assertTrue(refusal.getMessage().contains("has no <!-- end -->"), refusal.getMessage());
        assertEquals(before, Files.readString(root.resolve("README.md")));
    }

    @Test
    void doesNotPublishAQuickRun() throws IOException {
        SampleResults.writeTo(report, 1, 1);
        IOException refusal = assertThrows(IOException.class, () -> published("README.md"));
        assertTrue(refusal.getMessage().contains("has the results of a quick run"), refusal.getMessage());
    }

    @Test
    void doesNotPublishATableOfABusyMachine() throws IOException {
        Run run = new Run("page.CompressionBenchmark", "codec", "SNAPPY");
        run.time("compress/shape=PLAIN_TEXT&size=8192", "parquet-java", 1000)
                .time("compress/shape=PLAIN_TEXT&size=8192", "parquet-java-again", 1050)
                .time("compress/shape=PLAIN_TEXT&size=8192", "fastcodec", 700);
        SampleResults.write(report, List.of(run));
        measured(false);
        IOException refusal = assertThrows(IOException.class, () -> published("README.md"));
        assertTrue(refusal.getMessage().startsWith("The machine was too busy for this table"), refusal.getMessage());
    }
}
