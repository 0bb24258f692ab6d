// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.report.Pages;
import io.github.fastcodec.bench.tools.OpenWritersRun.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the cost of many open writers with parquet-java's codec factory and with this project's. */
@Command(
        name = "open-writers",
        header = "Measure the cost of many open writers on one thread, compared with parquet-java.",
        description =
                "Prints a table: the live heap with all writers open, and the time to write a page. Each run has its own"
                        + " JVM.",
        footer = "  java -jar benchmarks.jar open-writers --codecs=GZIP,ZSTD --writers=1,1000 --heap=8g")
public final class OpenWriters extends Tool {

    private static final double MIB = 1 << 20;

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
            defaultValue = "1,100,500",
            paramLabel = "N",
            description = "The numbers of open writers. Each number is one run.")
    private List<Integer> writerCounts;

    @Option(
            names = "--heap",
            defaultValue = "4g",
            paramLabel = "SIZE",
            description = "The heap size of each run's JVM.")
    private String heap;

    @Option(names = "--publish", description = "Put the table into docs below the current folder.")
    private boolean publish;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Implementation> factories = List.of(Implementation.PARQUET_JAVA, Implementation.FASTCODEC);
        List<List<String>> rows = new ArrayList<>();
        for (CompressionCodecName codec : codecs) {
            for (int writers : writerCounts) {
                List<Result> results = new ArrayList<>();
                for (Implementation factory : factories) {
                    results.add(run(factory, codec, writers));
                }
                rows.add(List.of(
                        codec.name(),
                        Integer.toString(writers),
                        joined(results, "%.1f", result -> result.heap() / MIB),
                        joined(results, "%.0f", Result::micros)));
            }
        }
        String names = ": parquet-java / fastcodec";
        String table = Pages.table(1, List.of("codec", "writers", "heap, MiB" + names, "page, µs" + names), rows);
        System.out.print(table);
        if (publish) {
            Pages.fill(Path.of(""), Map.of("memory", table));
        }
        return 0;
    }

    private static String joined(List<Result> results, String format, Function<Result, Double> figure) {
        return results.stream()
                .map(result -> String.format(Locale.ROOT, format, figure.apply(result)))
                .collect(Collectors.joining(" / "));
    }

    private Result run(Implementation factory, CompressionCodecName codec, int writers)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch"));
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), OpenWritersRun.class.getName()));
        command.addAll(List.of(factory.name(), codec.name(), Integer.toString(writers)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("The run of " + writers + " " + codec + " writers with " + factory
                    + " ended with exit code " + process.exitValue() + ", expected 0; see its output above");
        }
        return Result.of(output);
    }
}
