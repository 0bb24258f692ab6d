// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import io.github.fastcodec.bench.report.BarChart;
import io.github.fastcodec.bench.report.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

    /** What the label of a row ends with if its table is the one of text; without it, the table is of orders. */
    private static final String OF_TEXT = " of text";

    @Option(
            names = "--spark",
            paramLabel = "FILE",
            description = "The table of Spark's jobs; by default where the profile writes it.")
    private @Nullable Path spark;

    @Option(
            names = "--flink",
            paramLabel = "FILE",
            description = "The table of Flink's jobs; by default where the profile writes it.")
    private @Nullable Path flink;

    @Override
    public Integer call() throws IOException {
        Optional<String> ofSpark = table(spark, "parquet-fastcodec-tools/target/it/spark");
        Optional<String> ofFlink = table(flink, "parquet-fastcodec/target/it/flink");
        Map<String, String> parts = new HashMap<>();
        ofFlink.ifPresent(table -> parts.put(Publication.FLINK, table));
        BarChart chart = ofSpark.isPresent() ? chart(ofSpark.get()) : null;
        if (chart != null) {
            parts.put(Publication.SPARK, ofSpark.get());
            parts.put(Publication.JOBS, Publication.picture(CHART, chart));
        }
        if (parts.isEmpty()) {
            throw refused(
                    "There is no table; mvn -Pspark-comparison verify and mvn -Pflink-comparison verify write them");
        }
        Publication.publish(Path.of(""), parts, name -> !parts.containsKey(name))
                .forEach(page -> System.out.println("Published: " + page));
        if (chart != null) {
            chart.write(Publication.IMAGES, CHART);
        }
        return 0;
    }

    /** Returns a table, or nothing if none was asked for and the profile has written none. */
    private Optional<String> table(@Nullable Path given, String project) throws IOException {
        Path file = given == null ? Path.of(project, "target", "comparison.md") : given;
        if (given != null && !Files.exists(file)) {
            throw refused("There is no " + file);
        }
        return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    }

    /**
     * Returns the chart of a table in Markdown, the codec that gains most first; a cell without a figure has no bar.
     *
     * @throws IOException if it is not a table of Spark's jobs
     */
    static BarChart chart(String table) throws IOException {
        List<List<String>> lines = table.lines()
                .filter(line -> line.startsWith("|"))
                .map(line -> List.of(line.substring(1).strip().split("\\s*\\|\\s*")))
                .toList();
        int write = lines.isEmpty() ? -1 : lines.get(0).indexOf(WRITE);
        int scan = lines.isEmpty() ? -1 : lines.get(0).indexOf(SCAN);
        if (write < 0 || scan < 0) {
            throw new IOException("The table of Spark's jobs must have the columns \"" + WRITE + "\" and \"" + SCAN
                    + "\", got " + (lines.isEmpty() ? "no table" : lines.get(0)));
        }
        Map<String, List<Double>> values = new LinkedHashMap<>();
        for (List<String> cells : lines.subList(2, lines.size())) {
            String label = cells.get(0);
            boolean ofText = label.endsWith(OF_TEXT);
            List<Double> bars = values.computeIfAbsent(
                    ofText ? label.substring(0, label.length() - OF_TEXT.length()) : label,
                    codec -> new ArrayList<>(Collections.nCopies(4, Double.NaN)));
            bars.set(ofText ? 2 : 0, times(cells.get(write)));
            bars.set(ofText ? 3 : 1, times(cells.get(scan)));
        }
        List<BarChart.Group> groups = new ArrayList<>();
        values.forEach((codec, bars) -> groups.add(new BarChart.Group(codec, bars)));
        groups.sort(Comparator.comparingDouble(group -> -group.values().get(0)));
        return new BarChart(
                "How many times as fast a Spark job writes and scans an order table and one of text with parquet-fastcodec as"
                        + " without, by codec. The dashed line is Spark without it.",
                List.of("write orders", "scan orders", "write text", "scan text"),
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
