// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.bench.tools.Checked;
import io.github.fastcodec.bench.tools.Rounds;
import io.github.fastcodec.bench.tools.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** RecompressJob beside the command line, each in processes of its own. */
@Command(
        name = "lake-job",
        header = "RecompressJob beside the command recompress, on this machine.",
        description = {
            "Writes lineitem files of about 100 MB, SNAPPY, and has the command and the job on a local Spark make ZSTD at level 3"
                    + " of them, verified, with two threads and with one.",
            "",
            "Each turn is a process of its own with 1 GB of heap. Prints a table with the medians of the speed that the report"
                    + " states, and of the time of the whole process, which has the start of the JVM and of Spark in it. The first"
                    + " round does not count."
        },
        footer =
                "  java -jar benchmarks.jar lake-job --jar=parquet-fastcodec-tools/target/parquet-fastcodec-tools-VERSION-all.jar"
                        + " --spark-submit=spark/bin/spark-submit")
public final class LakeJob extends Tool {

    private static final int WARMUPS = 1;
    private static final int ROWS = 2_900_000;
    private static final int ROWS_OF_SCALE_1 = 6_000_000;
    private static final String SOURCE = "part-%d.parquet";

    @Option(
            names = "--jar",
            required = true,
            converter = Checked.Input.class,
            paramLabel = "FILE",
            description = "The jar of the command line.")
    private Path jar;

    @Option(
            names = "--spark-submit",
            required = true,
            converter = Checked.Input.class,
            paramLabel = "FILE",
            description = "Spark's program that starts applications.")
    private Path sparkSubmit;

    @Option(
            names = "--files",
            converter = Checked.Positive.class,
            defaultValue = "12",
            paramLabel = "N",
            description = "How many files of about 100 MB, which are copies of one.")
    private int files;

    @Option(
            names = "--rounds",
            converter = Checked.Positive.class,
            defaultValue = "3",
            paramLabel = "N",
            description = "How many turns of each count.")
    private int rounds;

    /** What a process did: the speed that it reports, in MB a second, and how long it ran, in seconds. */
    private record Run(double speed, double seconds) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("fastcodec-bench");
        try {
            Path in = Files.createDirectory(directory.resolve("in"));
            write(in);
            try (Stream<Path> written = Files.list(in)) {
                Path first = written.findFirst().orElseThrow();
                System.out.printf(
                        Locale.ROOT, "%d x %.1f MB, Java %s%n%n", files, Files.size(first) / 1e6, Runtime.version());
            }
            System.out.println(table(Rounds.run(ways(directory), WARMUPS, rounds)));
        } finally {
            delete(directory);
        }
        return 0;
    }

    private void write(Path in) throws IOException {
        Path first = in.resolve(String.format(Locale.ROOT, SOURCE, 0));
        RecompressSubject.writeLineitem(first, CompressionCodecName.SNAPPY, ROWS, 1.1 * ROWS / ROWS_OF_SCALE_1);
        for (int i = 1; i < files; i++) {
            Files.copy(first, in.resolve(String.format(Locale.ROOT, SOURCE, i)));
        }
    }

    private Map<String, Rounds.Turn<Run>> ways(Path directory) {
        Map<String, Rounds.Turn<Run>> ways = new LinkedHashMap<>();
        for (int threads : new int[] {2, 1}) {
            ways.put("`recompress --threads " + threads + "`", () -> command(directory, threads));
            ways.put("`RecompressJob`, `--master local[" + threads + "]`", () -> job(directory, threads));
        }
        return ways;
    }

    private Run command(Path directory, int threads) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-jar", jar.toString(), "recompress", "--threads", "" + threads));
        return run(directory, command);
    }

    private Run job(Path directory, int threads) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(sparkSubmit.toString(), "--master", "local[" + threads + "]", "--driver-memory", "1g"));
        command.addAll(List.of("--class", "io.github.fastcodec.jobs.RecompressJob", jar.toString()));
        return run(directory, command);
    }

    private static Run run(Path directory, List<String> program) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Path report = directory.resolve("report");
        Path log = directory.resolve("log");
        List<String> command = new ArrayList<>(program);
        command.addAll(
                List.of("file:" + directory.resolve("in"), "--to", "file:" + out, "--codec", "zstd:3", "--json"));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(report.toFile()).redirectError(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "SPARK_HOME"));
        long begin = System.nanoTime();
        int code = builder.start().waitFor();
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (code != 0) {
            throw new IOException(
                    String.join(" ", command) + " ended with exit code " + code + ": " + Files.readString(log));
        }
        String printed = Files.readString(report);
        JsonNode total = new ObjectMapper()
                .readTree(printed.substring(printed.indexOf("{\n")))
                .get("total");
        if (total.get("written").asInt() == 0) {
            throw new IOException(String.join(" ", command) + " has written nothing: " + printed);
        }
        delete(out);
        return new Run(
                total.get("bytesBefore").asLong() / 1e6 / total.get("seconds").asDouble(), seconds);
    }

    private static void delete(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(directory)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }

    private static String table(Map<String, List<Run>> runs) {
        StringBuilder table = new StringBuilder(
                "| | MB/s, as the report says | seconds with the start of JVM and Spark |\n| --- | ---: | ---: |");
        runs.forEach((name, turns) -> table.append(String.format(
                Locale.ROOT, "%n| %s | %.0f | %.1f |", name, median(turns, Run::speed), median(turns, Run::seconds))));
        return table.toString();
    }

    private static double median(List<Run> runs, ToDoubleFunction<Run> value) {
        return StatUtils.percentile(runs.stream().mapToDouble(value).toArray(), 50);
    }
}
