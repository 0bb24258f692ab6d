// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.writers;

import com.github.freva.asciitable.AsciiTable;
import io.github.fastcodec.bench.writers.OpenWriters.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What it costs to have many writers open on one thread, by parquet-java's codec factory and by this project's: heap, memory
 * outside it, and the time of a page. Prints a table, draws a chart of it to {@code --chart}, and writes it as comma-separated
 * values to {@code --csv} if given.
 */
public final class OpenWritersBenchmark {

    private static final String[] HEADERS = {
        "codec", "writers", "factory", "heap open MiB", "heap idle MiB", "native MiB", "pool MiB", "us/page"
    };

    /** What was measured with which writers. */
    record Run(CompressionCodecName codec, int writers, String factory, Result result) {

        private String[] cells() {
            return new String[] {
                codec.name(),
                Integer.toString(writers),
                factory,
                ProcessMemory.mib(result.heapOpen()),
                ProcessMemory.mib(result.heapIdle()),
                ProcessMemory.mib(result.nativeBytes()),
                ProcessMemory.mib(result.poolBytes()),
                String.format("%.1f", result.microsPerPage())
            };
        }
    }

    private OpenWritersBenchmark() {}

    /** Arguments: {@code --codecs=A,B --writers=N,M --heap=4g --csv=FILE --chart=target/open-writers.svg}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = new Arguments(
                args,
                Map.of(
                        "codecs",
                        "UNCOMPRESSED,SNAPPY,GZIP,ZSTD",
                        "writers",
                        "1,100,500",
                        "heap",
                        "4g",
                        "csv",
                        "",
                        "chart",
                        "target/open-writers.svg"));
        List<Run> runs = new ArrayList<>();
        for (CompressionCodecName codec : arguments.codecs("codecs")) {
            for (int writers : arguments.numbers("writers")) {
                for (String factory : List.of("parquet-java", "fastcodec")) {
                    runs.add(new Run(codec, writers, factory, run(arguments.text("heap"), factory, codec, writers)));
                }
            }
        }
        List<String[]> rows = runs.stream().map(Run::cells).toList();
        System.out.println(AsciiTable.getTable(HEADERS, rows.toArray(new String[0][])));
        System.out.println("""
                heap open: live heap with all writers open, before the first row; heap idle: after the run, with what the
                writers have buffered of their row groups. native: growth of the resident set since one writer warmed up; the
                heap was touched before. pool: contexts, by what they say of themselves. us/page: encoding, compressing and
                writing nowhere, round robin, one page of each column in turn.""");
        if (!arguments.text("csv").isEmpty()) {
            List<String> lines = new ArrayList<>();
            lines.add(String.join(",", HEADERS));
            rows.forEach(row -> lines.add(String.join(",", row)));
            Files.write(Path.of(arguments.text("csv")), lines);
        }
        Path chart = Path.of(arguments.text("chart")).toAbsolutePath();
        Files.createDirectories(chart.getParent());
        Files.writeString(chart, OpenWritersChart.svg(runs));
        System.out.println("Chart: " + chart.toUri());
    }

    private static Result run(String heap, String factory, CompressionCodecName codec, int writers)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms" + heap,
                        "-Xmx" + heap,
                        "-XX:+AlwaysPreTouch",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OpenWriters.class.getName(),
                        factory,
                        codec.name(),
                        Integer.toString(writers))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(
                    writers + " " + codec + " writers of " + factory + " ended with " + process.exitValue());
        }
        return output.lines()
                .filter(line -> line.startsWith(Result.PREFIX))
                .map(Result::parse)
                .findFirst()
                .orElseThrow(() -> new UncheckedIOException(new IOException("no result in: " + output)));
    }
}
