// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.github.freva.asciitable.AsciiTable;
import io.github.fastcodec.bench.tools.OpenWriters.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What many open writers cost by parquet-java's codec factory and by this project's. Each run is a JVM of its own. */
@Command(
        name = "open-writers",
        header = "What many open writers on one thread cost, beside parquet-java.",
        description =
                "Prints heap, memory outside it and the time of a page, and draws a chart. Each run is a JVM of its own.",
        footer = "  java -jar benchmarks.jar open-writers --codecs=GZIP,ZSTD --writers=1,1000 --heap=8g")
public final class OpenWritersTable extends Tool {

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

    @Option(
            names = "--codecs",
            split = ",",
            defaultValue = "UNCOMPRESSED,SNAPPY,GZIP,ZSTD",
            paramLabel = "CODEC",
            description = "The codecs.")
    private List<CompressionCodecName> codecs;

    @Option(
            names = "--writers",
            split = ",",
            converter = Checked.Positive.class,
            defaultValue = "1,100,500",
            paramLabel = "N",
            description = "How many writers are open at once, one run for each number.")
    private List<Integer> writerCounts;

    @Option(
            names = "--heap",
            converter = Checked.Memory.class,
            defaultValue = "4g",
            paramLabel = "SIZE",
            description = "The heap of the JVM of a run.")
    private String heap;

    @Option(
            names = "--agent",
            converter = Checked.Input.class,
            paramLabel = "FILE",
            description = "The agent's jar: for a third run each, of parquet-java's factory in a JVM with the agent.")
    private Path agent;

    @Option(names = "--csv", paramLabel = "FILE", description = "Where the table goes as comma-separated values.")
    private Path csv;

    @Option(
            names = "--chart",
            defaultValue = "target/open-writers.svg",
            paramLabel = "FILE",
            description = "Where the chart goes, as SVG.")
    private Path chart;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> factories = new ArrayList<>(List.of(OpenWriters.PARQUET_JAVA, OpenWriters.FASTCODEC));
        if (agent != null) {
            factories.add(OpenWriters.AGENT);
        }
        List<Run> runs = new ArrayList<>();
        for (CompressionCodecName codec : codecs) {
            for (int writers : writerCounts) {
                for (String factory : factories) {
                    runs.add(new Run(codec, writers, factory, run(factory, codec, writers)));
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
        if (csv != null) {
            List<String> lines = new ArrayList<>();
            lines.add(String.join(",", HEADERS));
            rows.forEach(row -> lines.add(String.join(",", row)));
            Files.write(csv, lines);
        }
        Files.createDirectories(chart.toAbsolutePath().getParent());
        Files.writeString(chart, OpenWritersChart.svg(runs));
        System.out.println("Chart: " + chart.toUri());
        return 0;
    }

    private Result run(String factory, CompressionCodecName codec, int writers)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch"));
        if (factory.equals(OpenWriters.AGENT)) {
            options.add("-javaagent:" + agent);
        }
        Process process = Jvm.process(
                        options, OpenWriters.class, List.of(factory, codec.name(), Integer.toString(writers)))
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
