// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import io.github.fastcodec.bench.report.BarChart;
import io.github.fastcodec.bench.report.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Puts what the comparisons of whole jobs have printed into pages, and draws a chart of it. */
@Command(
        name = "jobs",
        header = "The tables of Spark's and Flink's jobs, and their chart, into pages.",
        description =
                "Puts the tables that mvn -Pspark-comparison verify and mvn -Pflink-comparison verify have written into"
                        + " docs, and a chart of Spark's into README.md, below the folder in which this runs. A table that is not"
                        + " there stays as it is.",
        footer = "  java -jar benchmarks.jar jobs")
public final class JobTables extends Tool {

    private static final String CHART = "jobs";
    private static final String WRITE = "write by plugin";
    private static final String SCAN = "scan by plugin";

    @Option(
            names = "--spark",
            defaultValue = "parquet-fastcodec-tools/target/it/spark/target/comparison.md",
            paramLabel = "FILE",
            description = "The table of Spark's jobs.")
    private Path spark;

    @Option(
            names = "--flink",
            defaultValue = "parquet-fastcodec/target/it/flink/target/comparison.md",
            paramLabel = "FILE",
            description = "The table of Flink's jobs.")
    private Path flink;

    @Override
    public Integer call() throws IOException {
        Map<String, String> parts = new HashMap<>();
        if (Files.exists(spark)) {
            String table = Files.readString(spark);
            BarChart chart = chart(table);
            chart.write(Publication.IMAGES, CHART);
            parts.put(Publication.SPARK, table);
            parts.put(Publication.JOBS, Publication.picture(CHART, chart));
        }
        if (Files.exists(flink)) {
            parts.put(Publication.FLINK, Files.readString(flink));
        }
        if (parts.isEmpty()) {
            throw refused("Neither " + spark + " nor " + flink
                    + " is there; mvn -Pspark-comparison verify and mvn -Pflink-comparison verify write them");
        }
        Publication.publish(Path.of(""), parts, name -> !parts.containsKey(name))
                .forEach(page -> System.out.println("Published: " + page));
        return 0;
    }

    /** Returns the chart of a table in Markdown, the codec that gains most first; a cell without a figure has no bar. */
    static BarChart chart(String table) {
        List<List<String>> lines = table.lines()
                .filter(line -> line.startsWith("|"))
                .map(line -> List.of(line.substring(1).strip().split("\\s*\\|\\s*")))
                .toList();
        int write = lines.get(0).indexOf(WRITE);
        int scan = lines.get(0).indexOf(SCAN);
        List<BarChart.Group> groups = new ArrayList<>();
        for (List<String> cells : lines.subList(2, lines.size())) {
            groups.add(new BarChart.Group(cells.get(0), List.of(times(cells.get(write)), times(cells.get(scan)))));
        }
        groups.sort(Comparator.comparingDouble(group -> -group.values().get(0)));
        return new BarChart(
                "How many times as fast a Spark job writes and scans an order table with parquet-fastcodec as without, by"
                        + " codec. The dashed line is Spark without it.",
                List.of("write", "scan"),
                groups,
                "%.2fx",
                1);
    }

    /** Returns the figure of a cell such as {@code 1.52x (1.48-1.57)}; NaN if it has none. */
    private static double times(String cell) {
        int end = cell.indexOf('x');
        return end > 0 && Character.isDigit(cell.charAt(0)) ? Double.parseDouble(cell.substring(0, end)) : Double.NaN;
    }
}
