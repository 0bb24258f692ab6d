// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import com.sun.management.OperatingSystemMXBean;
import io.github.fastcodec.bench.tools.Tool;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.math3.stat.StatUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Recompresses beside tools that have no JVM, which decode and encode every value. */
@Command(
        name = "recompress-beside",
        header = "A file gets another codec, beside ParquetRewriter, DuckDB and pyarrow.",
        description = {
            "Writes lineitem files of 600,572 rows, has each contender change their codec in turns, and prints a table: the"
                    + " median of the time by the clock on the wall, and of the CPU time of all threads, in milliseconds.",
            "",
            "DuckDB and pyarrow run in one Python process, ours and ParquetRewriter in this one. Starting them is not counted,"
                    + " nor are the first eight rounds, in which Java compiles. All but ParquetRewriter have two threads. Ours is verified and ends with the"
                    + " file on the disk; the others leave that to the system."
        },
        footer =
                "  java -jar benchmarks.jar recompress-beside --python=parquet-fastcodec/target/interop-venv/bin/python")
public final class RecompressBeside extends Tool {

    private static final List<String> CONVERSIONS =
            List.of("GZIP-ZSTD", "SNAPPY-ZSTD", "ZSTD-ZSTD:9", "SNAPPY-GZIP", "GZIP-SNAPPY");

    private static final List<String> OTHERS = List.of("duckdb", "pyarrow");

    private static final int WARMUPS = 8;
    private static final String SOURCE = "source.parquet";
    private static final String TARGET = "target.parquet";

    @Option(
            names = "--python",
            required = true,
            paramLabel = "FILE",
            description =
                    "A Python that has duckdb and pyarrow; parquet-fastcodec-tools/src/test/interop/run makes one.")
    private Path python;

    @Option(
            names = "--rounds",
            defaultValue = "7",
            paramLabel = "N",
            description = "How many rounds count, for each conversion.")
    private int rounds;

    /** What one conversion took, in milliseconds. */
    private record Shot(double wall, double cpu) {}

    @FunctionalInterface
    private interface Way {
        Shot convert(Path target) throws IOException;
    }

    @Override
    public Integer call() throws IOException {
        if (!Files.isExecutable(python)) {
            throw refused("Cannot execute " + python.toAbsolutePath());
        }
        if (rounds < 1) {
            throw refused("--rounds is " + rounds + ", expected at least 1");
        }
        Path directory = Files.createTempDirectory("fastcodec-bench");
        System.out.println("| from, to | fastcodec | parquet-java | " + String.join(" | ", OTHERS) + " |");
        System.out.println("| --- | ---: | ---: |" + " ---: |".repeat(OTHERS.size()));
        try (Others others = new Others(python)) {
            for (String conversion : CONVERSIONS) {
                System.out.println(row(conversion, directory, others));
            }
        } finally {
            for (String left : List.of(SOURCE, TARGET, "")) {
                Files.deleteIfExists(directory.resolve(left));
            }
        }
        return 0;
    }

    private String row(String name, Path directory, Others others) throws IOException {
        RecompressSubject.Conversion conversion = RecompressSubject.Conversion.parse(name);
        Path source = directory.resolve(SOURCE);
        RecompressSubject.writeSource(source, conversion, 600_572);
        Map<String, Way> ways = new LinkedHashMap<>();
        for (String ours : List.of("fastcodec", "parquet-java")) {
            if (ours.equals("fastcodec")
                    || conversion.source().codec() != conversion.target().codec()) {
                ways.put(ours, target -> here(RecompressSubject.way(ours, source, target, conversion)));
            }
        }
        for (String other : OTHERS) {
            ways.put(other, target -> others.convert(other, source, target, conversion));
        }
        Map<String, List<Shot>> shots = new LinkedHashMap<>();
        List<String> order = new ArrayList<>(ways.keySet());
        for (int round = 0; round < WARMUPS + rounds; round++) {
            for (String contender : order) {
                Path target = directory.resolve(TARGET);
                Shot shot = ways.get(contender).convert(target);
                Files.delete(target);
                if (round >= WARMUPS) {
                    shots.computeIfAbsent(contender, key -> new ArrayList<>()).add(shot);
                }
            }
            order.add(order.remove(0)); // nobody always comes after the same one
        }
        Files.delete(source);
        StringBuilder row = new StringBuilder("| " + name + " |");
        for (String contender : List.of("fastcodec", "parquet-java", OTHERS.get(0), OTHERS.get(1))) {
            row.append(' ').append(text(shots.get(contender))).append(" |");
        }
        return row.toString();
    }

    private static Shot here(RecompressSubject.Way way) throws IOException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = system.getProcessCpuTime();
        long wall = System.nanoTime();
        way.convert();
        return new Shot((System.nanoTime() - wall) / 1e6, (system.getProcessCpuTime() - cpu) / 1e6);
    }

    private static String text(List<Shot> shots) {
        return shots == null
                ? "cannot"
                : String.format(
                        Locale.ROOT,
                        "%.0f (%.0f)",
                        StatUtils.percentile(
                                shots.stream().mapToDouble(Shot::wall).toArray(), 50),
                        StatUtils.percentile(
                                shots.stream().mapToDouble(Shot::cpu).toArray(), 50));
    }

    /** A Python process that does what it is told, a line for each conversion, and answers with its times. */
    private static final class Others implements Closeable {

        private final Process process;
        private final PrintStream questions;
        private final BufferedReader answers;

        private Others(Path python) throws IOException {
            String script;
            try (InputStream resource = RecompressBeside.class.getResourceAsStream("/recompress-beside.py")) {
                script = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
            }
            process = new ProcessBuilder(python.toString(), "-c", script)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            questions = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
            answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        private Shot convert(String tool, Path source, Path target, RecompressSubject.Conversion conversion)
                throws IOException {
            Integer level = conversion.target().level();
            questions.println(String.join(
                    "\t",
                    tool,
                    source.toString(),
                    target.toString(),
                    conversion.target().codec().name().toLowerCase(Locale.ROOT),
                    level == null ? "" : level.toString()));
            String answer = answers.readLine();
            if (answer == null) {
                throw new IOException(tool + " failed; standard error says why");
            }
            String[] times = answer.split("\t");
            return new Shot(Double.parseDouble(times[0]), Double.parseDouble(times[1]));
        }

        @Override
        public void close() {
            questions.close(); // it ends with its input
            process.destroy();
        }
    }
}
