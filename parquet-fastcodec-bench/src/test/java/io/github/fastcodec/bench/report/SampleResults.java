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

/** Results as JMH writes them, of a machine that nobody has: round figures, so that a test can say what must come out. */
final class SampleResults {

    private final List<Map<String, Object>> results = new ArrayList<>();

    private SampleResults() {}

    /**
     * Writes results and environment.
     *
     * @param ourSpeed a factor for the speed of fastcodec
     */
    static void writeTo(Path directory, double ourSpeed) throws IOException {
        SampleResults sample = new SampleResults();
        sample.pages(ourSpeed);
        sample.files();
        sample.batches();
        Files.createDirectories(directory);
        new ObjectMapper().writeValue(directory.resolve(Report.RESULTS).toFile(), sample.results);
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Date", "2026-11-21 00:00 UTC");
        facts.put("Command", "java -jar benchmarks.jar --quick");
        facts.put("Machine", "A <fast> & quiet one, 2 cores, 24 GiB");
        facts.put("JVM", "OpenJDK 64-Bit Server VM 17.0.15+6");
        new Environment(true, facts).writeTo(directory.resolve(Report.ENVIRONMENT));
    }

    private void pages(double ourSpeed) {
        Map<String, double[]> speedUps = Map.of(
                "SNAPPY", new double[] {1.5, 1.4},
                "LZ4_RAW", new double[] {0.5, 1.5},
                "ZSTD:3", new double[] {1.6, 2.2},
                "GZIP:6", new double[] {3, 2});
        for (String codec : List.of("SNAPPY", "LZ4_RAW", "ZSTD:3", "GZIP:6")) {
            for (String shape : List.of("PLAIN_TEXT", "PLAIN_DOUBLE")) {
                for (int size : new int[] {8192, 65536, 1048576}) {
                    for (int i = 0; i < 2; i++) {
                        String method = i == 0 ? "compress" : "decompress";
                        double theirs = (i + 1) * (1000 + size / 2048.0) * 1e6 / size * (codec.length() / 6.0);
                        double speedUp = speedUps.get(codec)[i];
                        page(method, codec, shape, size, "parquet-java", theirs);
                        page(method, codec, shape, size, "fastcodec", theirs * speedUp * ourSpeed);
                        page(method, codec, shape, size, "engine", theirs * Math.max(1, speedUp) * 1.2);
                        if (codec.equals("GZIP:6") && size == 65536) {
                            page(method, codec, shape, size, "fastcodec-hadoop", theirs * speedUp * ourSpeed * 0.95);
                        }
                    }
                }
            }
        }
        for (String shape : List.of("PLAIN_TEXT", "PLAIN_DOUBLE")) {
            page("compress", "ZSTD:9", shape, 65536, "fastcodec", 900);
            page("compress", "BROTLI:1", shape, 65536, "fastcodec", 2500);
        }
    }

    private void page(String method, String codec, String shape, int size, String impl, double rate) {
        Map<String, String> params = new LinkedHashMap<>();
        params.put("impl", impl);
        params.put("codec", codec);
        params.put("shape", shape);
        params.put("size", Integer.toString(size));
        double ratio = 1.5 + codec.hashCode() % 7 / 5.0;
        add(
                "page.CompressionBenchmark." + method,
                "ops/s",
                params,
                rate,
                Map.of("pageBytes", rate * size, "compressedBytes", rate * size / ratio));
    }

    private void files() {
        for (String operation : List.of("Write", "Read")) {
            for (String version : List.of("V1", "V2")) {
                for (String codec : List.of("UNCOMPRESSED", "SNAPPY", "GZIP")) {
                    double theirs = codec.equals("GZIP") ? 600 : codec.equals("SNAPPY") ? 260 : 200;
                    double ours = codec.equals("GZIP") ? 300 : codec.equals("SNAPPY") ? 240 : 200;
                    for (String impl : List.of("parquet-java", "fastcodec")) {
                        add(
                                "file.File" + operation + "Benchmark." + operation.toLowerCase(),
                                "ms/op",
                                new LinkedHashMap<>(
                                        Map.of("impl", impl, "codec", codec, "version", version, "rows", "100000")),
                                impl.equals("fastcodec") ? ours : theirs,
                                Map.of());
                    }
                }
            }
        }
    }

    private void batches() {
        for (int size : new int[] {256, 1024, 4096}) {
            add(
                    "page.BatchBenchmark.compress",
                    "ops/s",
                    new LinkedHashMap<>(Map.of("impl", "fastcodec", "codec", "ZSTD", "size", Integer.toString(size))),
                    1e9 / (500 + 2 * size),
                    Map.of("gc.alloc.rate.norm", 160.0 + size, "pageBytes", 2.0, "compressedBytes", 1.0));
        }
    }

    private void add(
            String benchmark, String unit, Map<String, String> params, double score, Map<String, Double> secondary) {
        Map<String, Object> metrics = new LinkedHashMap<>();
        secondary.forEach((name, value) -> metrics.put(name, Map.of("score", value)));
        results.add(Map.of(
                "benchmark",
                "io.github.fastcodec.bench." + benchmark,
                "threads",
                1,
                "params",
                params,
                "primaryMetric",
                Map.of(
                        "score",
                        score,
                        "scoreUnit",
                        unit,
                        "rawData",
                        List.of(List.of(score / 1.01, score, score * 1.01))),
                "secondaryMetrics",
                metrics));
    }
}
