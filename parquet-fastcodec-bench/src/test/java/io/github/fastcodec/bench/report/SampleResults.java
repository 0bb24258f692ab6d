// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Results in JMH's format from an imaginary machine, with round figures so that tests can state the expected output. */
final class SampleResults {

    private static final int FORKS = 3;
    private static final int ROUNDS = 9;

    /** One run of JMH. */
    static final class Run {
        private final String benchmark;
        private final Map<String, String> params;
        private final Map<String, Object> metrics = new TreeMap<>(); // in JMH's form

        Run(String benchmark, String... params) {
            this.benchmark = benchmark;
            this.params = new LinkedHashMap<>();
            for (int i = 0; i < params.length; i += 2) {
                this.params.put(params[i], params[i + 1]);
            }
        }

        /** Adds a contender's times, in nanoseconds by fork and round. */
        Run times(String cell, String contender, double[][] nanos) {
            metrics.put(cell + "|" + contender + "|time", Map.of("score", nanos[0][0], "rawData", nanos));
            return this;
        }

        /** Adds a contender with nearly constant times, which vary by a percent together with those of all contenders. */
        Run time(String cell, String contender, double nanos) {
            double[][] times = new double[FORKS][ROUNDS];
            for (int fork = 0; fork < FORKS; fork++) {
                for (int round = 0; round < ROUNDS; round++) {
                    double percent = (round % 3 - 1) / 100.0;
                    // a variation of its own, except in the first contender, gives the pairs an error
                    double own = contender.equals("parquet-java") ? 0 : percent;
                    times[fork][round] = nanos * (1 + percent) * (1 + own);
                }
            }
            return times(cell, contender, times);
        }

        Run written(String cell, String contender, double bytes) {
            metrics.put(
                    cell + "|" + contender + "|written", Map.of("score", bytes, "rawData", List.of(List.of(bytes))));
            return this;
        }

        private Map<String, Object> json() {
            return Map.of(
                    "benchmark",
                    "io.github.fastcodec.bench." + benchmark + ".round",
                    "threads",
                    1,
                    "params",
                    params,
                    "primaryMetric",
                    Map.of("score", 1, "scoreUnit", "ms/op", "rawData", List.of(List.of(1))),
                    "secondaryMetrics",
                    metrics);
        }
    }

    private final List<Run> runs = new ArrayList<>();
    private final double ourSpeed;
    private final double nullTest;

    private SampleResults(double ourSpeed, double nullTest) {
        this.ourSpeed = ourSpeed;
        this.nullTest = nullTest;
    }

    /**
     * Writes results and environment.
     *
     * @param ourSpeed a factor for the speed of fastcodec
     * @param nullTest the speed of parquet-java compared with itself for SNAPPY pages
     */
    static void writeTo(Path directory, double ourSpeed, double nullTest) throws IOException {
        SampleResults sample = new SampleResults(ourSpeed, nullTest);
        sample.pages();
        sample.files();
        write(directory, sample.runs);
    }

    static void write(Path directory, List<Run> runs) throws IOException {
        Files.createDirectories(directory);
        new ObjectMapper()
                .writeValue(
                        directory.resolve(Report.RESULTS).toFile(),
                        runs.stream().map(Run::json).toList());
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Date", "2026-11-21 00:00 UTC");
        facts.put("Command", "java -jar benchmarks.jar --quick");
        facts.put("Machine", "A <fast> & quiet one, 2 cores, 24 GiB");
        facts.put("JVM", "OpenJDK 64-Bit Server VM 17.0.15+6");
        new Environment(true, false, facts).writeTo(directory.resolve(Report.ENVIRONMENT));
    }

    private void pages() {
        Map<String, double[]> speedUps = Map.of(
                "SNAPPY", new double[] {1.5, 1.4},
                "LZ4_RAW", new double[] {0.5, 1.5},
                "ZSTD:3", new double[] {1.6, 2.2},
                "GZIP:6", new double[] {3, 2});
        for (String codec : List.of("SNAPPY", "LZ4_RAW", "ZSTD:3", "GZIP:6")) {
            for (int size : new int[] {8192, 65536, 1048576}) {
                Run run = new Run("page.CompressionBenchmark", "codec", codec, "sizes", "" + size, "slice", "20");
                for (String shape : List.of("PLAIN_TEXT", "PLAIN_DOUBLE")) {
                    for (int i = 0; i < 2; i++) {
                        String cell = (i == 0 ? "compress" : "decompress") + "/shape=" + shape + "&size=" + size;
                        double theirs = 1e3 * size / (1000 + size / 2048.0) / (i + 1) / (codec.length() / 6.0);
                        double ours = theirs / speedUps.get(codec)[i] / ourSpeed;
                        run.time(cell, "parquet-java", theirs)
                                .time(cell, "parquet-java-again", theirs / (codec.equals("SNAPPY") ? nullTest : 1))
                                .time(cell, "fastcodec", ours)
                                .time(cell, "engine", theirs / Math.max(1, speedUps.get(codec)[i]) / 1.2);
                        if (codec.equals("GZIP:6") && size == 65536) {
                            run.time(cell, "fastcodec-hadoop", ours / 0.95);
                        }
                        double ratio = 1.5 + Math.floorMod(codec.hashCode(), 7) / 5.0;
                        for (String contender : List.of("parquet-java", "fastcodec")) {
                            run.written(cell, contender, size / ratio);
                        }
                    }
                }
                runs.add(run);
            }
        }
        for (String codec : List.of("ZSTD:9", "BROTLI:1")) {
            Run run = new Run("page.CompressionBenchmark", "codec", codec, "sizes", "65536", "slice", "20");
            for (String shape : List.of("PLAIN_TEXT", "PLAIN_DOUBLE")) {
                String cell = "compress/shape=" + shape + "&size=65536";
                run.time(cell, "fastcodec", codec.equals("ZSTD:9") ? 1.1e6 : 4e5)
                        .written(cell, "fastcodec", 20000);
            }
            runs.add(run);
        }
    }

    private void files() {
        file("UNCOMPRESSED", "LINEITEM", 200, 200);
        file("SNAPPY", "LINEITEM", 260, 240);
        file("GZIP", "LINEITEM", 600, 300);
        file("GZIP", "TEXT", 800, 100);
    }

    private void file(String codec, String table, double theirs, double ours) {
        Run run = new Run(
                "file.FileBenchmark",
                "codec",
                codec,
                "place",
                "local",
                "rows",
                "100000",
                "table",
                table,
                "threads",
                "1");
        for (String operation : List.of("write", "read")) {
            for (String version : List.of("V1", "V2")) {
                String cell = operation + "/version=" + version + "&dictionary=true";
                run.time(cell, "parquet-java", theirs * 1e6)
                        .time(cell, "parquet-java-again", theirs * 1e6)
                        .time(cell, "fastcodec", ours * 1e6);
            }
        }
        runs.add(run);
    }
}
