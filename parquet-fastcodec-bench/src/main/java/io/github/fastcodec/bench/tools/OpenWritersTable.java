// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.github.freva.asciitable.AsciiTable;
import io.github.fastcodec.bench.report.BarChart;
import io.github.fastcodec.bench.report.Publication;
import io.github.fastcodec.bench.tools.OpenWriters.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
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

    private static final String CHART = "open-writers";

    /** The measurements of each kind of writer. */
    record Run(CompressionCodecName codec, int writers, String factory, Result result) {

        /** Returns the live heap of all writers, in bytes; one that shrank meanwhile is the noise of a few writers. */
        private long heap() {
            return Math.max(0, result.heapOpen());
        }

        private String[] cells() {
            return new String[] {
                codec.name(),
                Integer.toString(writers),
                factory,
                ProcessMemory.mib(heap()),
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

    @Option(
            names = "--charts",
            defaultValue = "target",
            paramLabel = "DIR",
            description = "The folder for the chart, open-writers-light.svg and open-writers-dark.svg.")
    private Path charts;

    @Option(
            names = "--publish",
            description =
                    "Put the table into docs and the chart into docs/images, below the folder in which this runs.")
    private boolean publish;

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
        BarChart chart = chart(runs);
        if (publish) {
            chart.write(Publication.IMAGES, CHART);
            Publication.publish(
                            Path.of(""),
                            Map.of(Publication.MEMORY, markdown(runs)),
                            name -> !name.equals(Publication.MEMORY))
                    .forEach(page -> System.out.println("Published: " + page));
        } else {
            chart.write(charts, CHART);
            System.out.println("Chart: "
                    + charts.resolve(BarChart.Scheme.LIGHT.file(CHART)).toUri());
        }
        return 0;
    }

    /** Returns the table of the documentation: a row for each codec and number of writers, the factories beside each other. */
    static String markdown(List<Run> runs) {
        String factories = runs.stream().map(Run::factory).distinct().collect(Collectors.joining(" / "));
        Map<List<String>, List<Run>> rows = new LinkedHashMap<>();
        for (Run run : runs) {
            rows.computeIfAbsent(
                            List.of(run.codec().name(), Integer.toString(run.writers())), label -> new ArrayList<>())
                    .add(run);
        }
        return Publication.table(
                1,
                List.of("codec", "writers", "heap, MiB: " + factories, "page, µs: " + factories),
                rows.entrySet().stream()
                        .map(row -> List.of(
                                row.getKey().get(0),
                                row.getKey().get(1),
                                beside(row.getValue(), run -> ProcessMemory.mib(run.heap())),
                                beside(
                                        row.getValue(),
                                        run -> String.format(
                                                Locale.ROOT,
                                                "%.0f",
                                                run.result().microsPerPage()))))
                        .toList());
    }

    private static String beside(List<Run> runs, Function<Run, String> figure) {
        return runs.stream().map(figure).collect(Collectors.joining(" / "));
    }

    /** Returns the heap that all writers take, the factories beside each other. */
    static BarChart chart(List<Run> runs) {
        List<String> factories = runs.stream().map(Run::factory).distinct().toList();
        Map<String, Map<String, Double>> heaps = new LinkedHashMap<>();
        for (Run run : runs) {
            heaps.computeIfAbsent(run.codec() + ", " + run.writers(), label -> new HashMap<>())
                    .put(run.factory(), run.heap() / 1048576.0);
        }
        List<BarChart.Group> groups = new ArrayList<>();
        heaps.forEach((label, heap) -> groups.add(new BarChart.Group(
                label,
                factories.stream()
                        .map(factory -> heap.getOrDefault(factory, Double.NaN))
                        .toList())));
        return new BarChart(
                "Live heap in MiB with so many open writers, by codec: " + String.join(" beside ", factories),
                factories,
                groups,
                "%.1f MiB",
                0);
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
