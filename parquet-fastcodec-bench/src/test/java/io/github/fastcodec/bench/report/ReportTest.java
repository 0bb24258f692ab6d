// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.bench.report.SampleResults.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report from fixed JMH results. */
class ReportTest {

    @TempDir
    Path directory;

    @BeforeEach
    void results() throws IOException {
        SampleResults.writeTo(directory, 1, 1);
    }

    @Test
    void speedUpsOfPagesAreRatiosOfMeasuredSpeeds() throws IOException {
        Report.of(directory).write();
        String markdown = Files.readString(directory.resolve("report.md"));
        // the sample: with GZIP, fastcodec writes text eight times, compresses a page three times and
        // decompresses it twice as fast
        assertHasRow("\\| GZIP \\| 2\\.00x \\| 2\\.00x \\| 8\\.00x \\| 8\\.00x \\| 3\\.00x \\| 2\\.00x \\|", markdown);
        assertHasRow(
                "\\| GZIP:6 \\| compress \\| 3\\.00x \\(2\\.9\\d-3\\.0\\d\\) \\| .* \\| 3\\.00x \\(2\\.9\\d-3\\.0\\d\\) "
                        + "\\| 1\\.00x [^|]*\\|",
                markdown);
    }

    @Test
    void tableOfFilesHasSizesTimesAndSpeedUps() throws IOException {
        Report.of(directory).write();
        String markdown = Files.readString(directory.resolve("report.md"));
        assertHasRow(
                "\\| LINEITEM \\| GZIP \\| - \\| - \\| 600 ms \\| 300 ms \\| 2\\.00x.*\\| 600 ms \\| 300 ms \\| 2\\.00x.*"
                        + "\\| 1\\.00x.*",
                markdown);
        assertHasRow("\\| TEXT \\| GZIP \\| - \\| - \\| 800 ms \\| 100 ms \\| 8\\.00x.*", markdown);
        assertHasRow("\\| LINEITEM \\| UNCOMPRESSED \\| - \\| - \\| 200 ms \\| 200 ms \\| 1\\.00x.*", markdown);
    }

    @Test
    void comparesPagesWithTheEngineAlone() throws IOException {
        Report.of(directory).write();
        String markdown = Files.readString(directory.resolve("report.md"));
        // the sample: the engine alone is 1.2 times as fast
        assertHasRow("\\| GZIP:6 \\| compress \\| 0\\.83x.*\\| 0\\.83x.*", markdown);
    }

    @Test
    void comparesAnotherFactoryOnItsOwnPages() throws IOException {
        Report.of(directory).write();
        String markdown = Files.readString(directory.resolve("report.md"));
        assertTrue(
                markdown.contains(
                        "| parquet-java | fastcodec | speed-up | fastcodec-hadoop | speed-up | engine | speed-up |"),
                markdown);
        assertHasRow("\\| GZIP:6 \\| compress .*\\| 3\\.00x [^|]*\\| [^|]*\\| 2\\.85x .*", markdown);
    }

    @Test
    void listsCellsThatAreSlower() throws IOException {
        Report.of(directory).write();
        String markdown = Files.readString(directory.resolve("report.md"));
        assertTrue(markdown.contains("## Faster and slower cells"), markdown);
        assertHasRow("\\| CompressionBenchmark.compress\\{codec=LZ4_RAW.*\\| 0\\.50x.*", markdown);
    }

    // Would catch: a page that needs the network, and a fact whose text ends the script that contains it.
    @Test
    void pageIsSelfContained() throws IOException {
        String page = Files.readString(Report.of(directory).write());
        assertFalse(Pattern.compile("(src|href)=\"(?!data:)").matcher(page).find());
        assertFalse(Pattern.compile("/\\*[A-Z]+\\*/").matcher(page).find(), "a part of the template is not filled");
        Matcher data = Pattern.compile("<script type=\"application/json\" id=\"report\">(.*?)</script>")
                .matcher(page);
        assertTrue(data.find());
        assertTrue(data.group(1).contains("A \\u003cfast>"), data.group(1));
    }

    @Test
    void marksAQuickRun() throws IOException {
        Report.of(directory).write();
        assertTrue(Files.readString(directory.resolve("index.html")).contains("A quick run"));
        new Environment(
                        false,
                        false,
                        Environment.read(directory.resolve(Report.ENVIRONMENT)).facts())
                .writeTo(directory.resolve(Report.ENVIRONMENT));
        Report.of(directory).write();
        assertFalse(Files.readString(directory.resolve("index.html")).contains("A quick run"));
    }

    @Test
    void omitsFiguresOfARowWhoseNullTestFails() throws IOException {
        SampleResults.writeTo(directory, 1, 1.04);
        Report.of(directory).write();
        String markdown = Files.readString(directory.resolve("report.md"));
        assertHasRow(
                "\\| SNAPPY \\| compress \\| too busy \\| too busy \\| too busy \\| too busy \\| 1\\.04x .*", markdown);
        assertHasRow("\\| GZIP:6 \\| compress \\| 3\\.00x .*", markdown);
        assertTrue(
                markdown.contains(
                        "The machine was too busy for this table: Speed-up over parquet-java, files and pages"),
                markdown);
    }

    @Test
    void drawsNoTableIfManyNullTestsFail() throws IOException {
        Run run = new Run("page.CompressionBenchmark", "codec", "SNAPPY");
        for (String operation : List.of("compress", "decompress")) {
            String cell = operation + "/shape=PLAIN_TEXT&size=8192";
            run.time(cell, "parquet-java", 1000)
                    .time(cell, "parquet-java-again", operation.equals("compress") ? 1000 : 1050)
                    .time(cell, "fastcodec", 700);
        }
        SampleResults.write(directory, List.of(run));
        Report.of(directory).write();
        String markdown = Files.readString(directory.resolve("report.md"));
        assertTrue(markdown.contains("The machine was too busy for this table: Speed-up over parquet-java"), markdown);
        assertTrue(markdown.contains("strays in 1 of 2 rows (SNAPPY decompress 0.95x"), markdown);
        assertFalse(markdown.contains("| codec | operation |"), "the table is drawn");
        assertTrue(
                Files.readString(directory.resolve("index.html")).contains("The machine was too busy"),
                "the page does not say it");
    }

    @Test
    void showsASmallerNullTestErrorNextToItsRow() throws IOException {
        SampleResults.writeTo(directory, 1, 1.02);
        Report.of(directory).write();
        String markdown = Files.readString(directory.resolve("report.md"));
        assertHasRow("\\| SNAPPY \\| compress \\| 1\\.50x .*\\| 1\\.02x [^|]*\\|", markdown);
        assertHasRow("\\| GZIP:6 \\| compress \\| 3\\.00x .*\\| 1\\.00x [^|]*\\|", markdown);
    }

    // Would catch: files that are judged by the limit for pages.
    @Test
    void nullTestOfAFileHasAWiderTolerance() throws IOException {
        SampleResults.write(
                directory,
                List.of(new Run("file.FileVerificationBenchmark", "codec", "GZIP", "rows", "10000")
                        .time("write/version=V1&dictionary=true", "fastcodec", 1000)
                        .time("write/version=V1&dictionary=true", "fastcodec-again", 1040)
                        .time("write/version=V1&dictionary=true", "fastcodec-verified", 1100)));
        Report.of(directory).write();
        assertHasRow("\\| GZIP \\| - \\| 1\\.10x .*", Files.readString(directory.resolve("report.md")));
    }

    @Test
    void countsACellOfTwoStepsOnce() throws IOException {
        Run first = new Run("page.CompressionBenchmark", "codec", "SNAPPY");
        for (String shape : List.of("PLAIN_TEXT", "PLAIN_DOUBLE")) {
            first.time("compress/shape=" + shape + "&size=65536", "parquet-java", 1000)
                    .time("compress/shape=" + shape + "&size=65536", "fastcodec", 1000);
        }
        Run second = new Run("page.CompressionBenchmark", "codec", "SNAPPY")
                .time("compress/shape=PLAIN_TEXT&size=65536", "parquet-java", 4000)
                .time("compress/shape=PLAIN_TEXT&size=65536", "fastcodec", 1000)
                .time("compress/shape=PLAIN_TEXT&size=65536", "fastcodec-hadoop", 2000);
        SampleResults.write(directory, List.of(first, second));
        Report.of(directory).write();
        String markdown = Files.readString(directory.resolve("report.md"));
        assertHasRow("\\| SNAPPY \\| compress \\| 1\\.00x .*\\| 1\\.00x .*", markdown);
        // a contender of the second run alone is compared on that run's cells
        assertHasRow("\\| 4.0 µs \\| 1.0 µs \\| 4\\.00x .*\\| 2.0 µs \\| 2\\.00x .*", markdown);
    }

    @Test
    void listsCellsSlowerThanTheOtherBuild() throws IOException {
        Run run = new Run("page.CompressionBenchmark", "codec", "SNAPPY");
        for (String shape : List.of("PLAIN_TEXT", "PLAIN_DOUBLE", "DELTA_INT64")) {
            String cell = "compress/shape=" + shape + "&size=8192";
            double now = shape.equals("PLAIN_TEXT") ? 1100 : shape.equals("PLAIN_DOUBLE") ? 1000 : 900;
            run.time(cell, "fastcodec", now).time(cell, "fastcodec-again", now).time(cell, "fastcodec-before", 1000);
        }
        SampleResults.write(directory, List.of(run));
        Report.of(directory).write();
        String markdown = Files.readString(directory.resolve("report.md"));
        assertTrue(
                markdown.contains("Of 3 cells, 1 are faster and 1 slower with 95 % confidence; 1 are within"),
                markdown);
        assertHasRow("\\| CompressionBenchmark.compress\\{.*shape=PLAIN_TEXT, size=8192} \\| 0\\.91x .*", markdown);
        assertFalse(markdown.contains("shape=PLAIN_DOUBLE"), markdown);
        assertFalse(markdown.contains("shape=DELTA_INT64"), markdown);
        assertHasRow("\\| CompressionBenchmark \\| compress \\| SNAPPY \\| 1\\.00x .*", markdown);
    }

    @Test
    void comparesRecompressionWithTheRewriterAndBareCalls() throws IOException {
        Run all = new Run("file.RecompressBenchmark", "conversion", "GZIP-ZSTD", "rows", "600572")
                .time("recompress/", "parquet-java", 800e6)
                .time("recompress/", "parquet-java-again", 800e6)
                .time("recompress/", "fastcodec", 200e6)
                .time("recompress/", "fastcodec:unverified", 160e6)
                .time("recompress/", "fastcodec:1-thread", 400e6)
                .time("recompress/", "fastcodec:1-thread-unverified", 320e6)
                .time("recompress/", "engine", 300e6)
                .time("recompress/", "engine:between-files", 352e6);
        Run level = new Run("file.RecompressBenchmark", "conversion", "ZSTD-ZSTD:9", "rows", "600572")
                .time("recompress/", "fastcodec", 900e6)
                .time("recompress/", "fastcodec-again", 900e6)
                .time("recompress/", "engine", 1500e6);
        SampleResults.write(directory, List.of(all, level));
        Report.of(directory).write();
        String markdown = Files.readString(directory.resolve("report.md"));
        assertHasRow(
                "\\| GZIP-ZSTD \\| 800 ms \\| 200 ms \\| 4\\.00x .*400 ms \\| 320 ms \\| 160 ms \\| 300 ms \\| 352 ms \\| .*",
                markdown);
        assertHasRow("\\| ZSTD-ZSTD:9 \\| - \\| 900 ms \\| - \\| .*\\| 1,500 ms \\| .*\\| 1\\.00x .*", markdown);
    }

    @Test
    void comparesEveryCompressionOfABlockWithTheStream() throws IOException {
        Run run = new Run("page.OneStepBenchmark", "codec", "ZSTD:3", "blocks", "5")
                .time("compress/shape=MAP_STATUSES&size=5", "streaming", 20e3)
                .time("compress/shape=MAP_STATUSES&size=5", "streaming-again", 20e3)
                .time("compress/shape=MAP_STATUSES&size=5", "one-step", 10e3)
                .time("compress/shape=MAP_STATUSES&size=5", "fastcodec", 1e3)
                .time("compress/shape=MAP_STATUSES&size=5", "fastcodec:each", 2e3)
                .written("compress/shape=MAP_STATUSES&size=5", "streaming", 1095)
                .written("compress/shape=MAP_STATUSES&size=5", "fastcodec", 90);
        SampleResults.write(directory, List.of(run));
        Report.of(directory).write();
        assertHasRow(
                "\\| ZSTD:3 \\| MAP_STATUSES \\| 5 \\| 1,095 \\| 90 \\| 20\\.0 µs \\| 10\\.0 µs \\| 2\\.00x .*"
                        + "\\| 1\\.0 µs \\| 20\\.00x .*\\| 2\\.0 µs \\| 10\\.00x .*\\| 1\\.00x .*",
                Files.readString(directory.resolve("report.md")));
    }

    @Test
    void tableOfFilesByLevelIsSortedByLevel() throws IOException {
        List<Run> runs = new ArrayList<>();
        for (String level : List.of("12", "3")) {
            for (String table : List.of("LINEITEM", "FLIGHTS")) {
                Run run = new Run("file.LevelsBenchmark", "codec", "ZSTD:" + level, "table", table, "rows", "50000");
                for (String operation : List.of("write", "read")) {
                    String cell = operation + "/version=V1&dictionary=true";
                    double factor = operation.equals("read") ? 1.25 : level.equals("3") ? 2 : 5;
                    run.time(cell, "parquet-java", 500e6)
                            .time(cell, "parquet-java-again", 500e6)
                            .time(cell, "fastcodec", 500e6 / factor)
                            .written(cell, "parquet-java", 2e6)
                            .written(cell, "fastcodec", 2.01e6);
                }
                runs.add(run);
            }
        }
        SampleResults.write(directory, runs);
        Report.of(directory).write();
        String markdown = Files.readString(directory.resolve("report.md"));
        assertHasRow(
                "\\| LINEITEM \\| ZSTD:12 \\| 2\\.00 \\| 2\\.01 \\| 500 ms \\| 100 ms \\| 5\\.00x .*\\| 500 ms \\| 400 ms \\| 1\\.25x .*",
                markdown);
        assertTrue(
                markdown.indexOf("| FLIGHTS | ZSTD:3 |") < markdown.indexOf("| FLIGHTS | ZSTD:12 |"),
                () -> "the levels are not in their order\n" + markdown);
    }

    @Test
    void rejectsResultsWithoutTurnsByName() throws IOException {
        Files.writeString(
                directory.resolve(Report.RESULTS),
                "[{\"benchmark\": \"a.B.c\", \"primaryMetric\": {}, \"secondaryMetrics\": {}}]");
        IOException refusal =
                assertThrows(IOException.class, () -> Report.of(directory).write());
        assertTrue(refusal.getMessage().contains("B has no samples of contenders"), refusal.getMessage());
    }

    @Test
    void rejectsFilesThatAreNotJmhsByName() throws IOException {
        Files.writeString(directory.resolve(Report.RESULTS), "[{\"benchmark\": \"a.B.c\"}]");
        IOException refusal =
                assertThrows(IOException.class, () -> Report.of(directory).write());
        assertTrue(refusal.getMessage().contains("is not a JSON result of JMH"), refusal.getMessage());
    }

    private static void assertHasRow(String row, String markdown) {
        assertTrue(markdown.lines().anyMatch(line -> line.matches(row)), () -> "no row " + row + " in\n" + markdown);
    }
}
