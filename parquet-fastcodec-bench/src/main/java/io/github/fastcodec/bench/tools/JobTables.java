// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import io.github.fastcodec.bench.report.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Puts the tables of the Spark and Flink jobs into pages, and the chart and the short table of the Spark jobs into README.md. */
@Command(
        name = "jobs",
        header = "Publish the tables of Spark's and Flink's jobs, and README.md's chart and table.",
        description =
                "Puts the tables that the comparisons of docs/spark.md and docs/flink.md wrote into docs, three rows of Spark's"
                        + " table into README.md, and a chart of it into docs/images, all below the current folder. If a"
                        + " comparison has not run, its table is left unchanged.",
        footer = "  java -jar benchmarks.jar jobs")
public final class JobTables extends Tool {

    private static final Map<String, Path> TABLES = Map.of(
            "spark", Path.of("parquet-fastcodec-tools/target/it/spark/target/comparison.md"),
            "flink", Path.of("parquet-fastcodec-agent/target/it/flink/target/comparison.md"));

    /** The suffix of a row's label if the job's table contains text. Without the suffix, the table contains orders. */
    private static final String OF_TEXT = " of text";

    private static final List<String> SERIES = List.of("write orders", "scan orders", "write text", "scan text");

    /** The rows in README.md: what gains most. */
    private static final List<String> HEADLINE = List.of("LZ4_RAW level 9 against SNAPPY", "GZIP", "ZSTD level 12");

    /** Where the bars of the chart begin, and the length of the longest, in pixels. */
    private static final int LEFT = 240;

    private static final int LONGEST = 440;

    // The palette of Okabe and Ito, which colour-blind readers can tell apart.
    private static final String STYLE = """
            <style>
            text { fill: #1d2733; } .page { fill: #fff; } line { stroke: #8492a2; stroke-dasharray: 4 3; }
            .s0 { fill: #8a97a6; } .s1 { fill: #0072b2; } .s2 { fill: #d55e00; } .s3 { fill: #009e73; }
            @media (prefers-color-scheme: dark) { text { fill: #e7ecf2; } .page { fill: #0d1219; }
            .s0 { fill: #728093; } .s1 { fill: #4aa8e0; } .s2 { fill: #f08a3c; } .s3 { fill: #2fc79a; } }
            </style>
            """;

    @Override
    public Integer call() throws IOException {
        Map<String, String> tables = new HashMap<>();
        for (Map.Entry<String, Path> table : TABLES.entrySet()) {
            if (Files.exists(table.getValue())) {
                tables.put(table.getKey(), Files.readString(table.getValue()));
            }
        }
        if (tables.isEmpty()) {
            throw refused(
                    "There are no tables to publish; run the comparisons in docs/spark.md or docs/flink.md first");
        }
        String spark = tables.get("spark");
        if (spark != null) {
            tables.put("jobs", headline(spark));
        }
        Pages.fill(Path.of(""), tables);
        if (spark != null) {
            Files.writeString(Path.of("docs", "images", "jobs.svg"), picture(spark));
        }
        return 0;
    }

    /**
     * Returns README.md's table.
     *
     * @throws IllegalStateException if one of its rows is missing, or one of their cells has no figure
     */
    static String headline(String table) {
        Map<String, List<Double>> codecs = codecs(table);
        List<List<String>> rows = new ArrayList<>();
        for (String codec : HEADLINE) {
            List<String> row = new ArrayList<>(List.of(codec));
            for (double value : codecs.getOrDefault(codec, List.of(Double.NaN))) {
                if (Double.isNaN(value)) {
                    throw new IllegalStateException("Spark's table has no figure in a row of " + codec
                            + ", which README.md shows. Run the comparison again on a machine that does less.");
                }
                row.add(speedUp(value));
            }
            rows.add(row);
        }
        return Pages.table(1, Stream.concat(Stream.of("codec"), SERIES.stream()).toList(), rows);
    }

    /** Returns for each codec the figures of {@link #SERIES}; NaN for a cell without a figure. */
    private static Map<String, List<Double>> codecs(String table) {
        Map<String, List<Double>> codecs = new LinkedHashMap<>();
        List<List<String>> lines = table.lines()
                .filter(line -> line.startsWith("|"))
                .map(line -> List.of(line.substring(1).strip().split("\\s*\\|\\s*")))
                .toList();
        for (List<String> cells : lines.subList(2, lines.size())) {
            int first = cells.get(0).endsWith(OF_TEXT) ? 2 : 0;
            List<Double> figures = codecs.computeIfAbsent(
                    cells.get(0).replace(OF_TEXT, ""), codec -> new ArrayList<>(Collections.nCopies(4, Double.NaN)));
            figures.set(first, times(cells.get(lines.get(0).indexOf("write"))));
            figures.set(first + 1, times(cells.get(lines.get(0).indexOf("scan"))));
        }
        return codecs;
    }

    /**
     * Returns a bar chart of the speed-ups for writing and scanning, as SVG. The codec that gains most comes first. A cell
     * without a figure has no bar.
     */
    static String picture(String table) {
        Map<String, List<Double>> codecs = codecs(table);
        List<String> labels = new ArrayList<>(codecs.keySet());
        labels.sort((one, other) -> Double.compare(largest(codecs.get(other)), largest(codecs.get(one))));
        double most = Math.max(1, largest(codecs.get(labels.get(0))));
        StringBuilder shapes = new StringBuilder();
        int y = 40;
        for (String label : labels) {
            text(shapes, LEFT - 10, y + 19, "end", label);
            for (int series = 0; series < SERIES.size(); series++) {
                double value = codecs.get(label).get(series);
                if (!Double.isNaN(value)) {
                    bar(shapes, series, LEFT, y, value * LONGEST / most);
                    text(shapes, LEFT + 6 + value * LONGEST / most, y + 11, "start", speedUp(value));
                    y += 15;
                }
            }
            y += 12;
        }
        for (int series = 0; series < SERIES.size(); series++) {
            int of = series;
            if (codecs.values().stream().anyMatch(bars -> !Double.isNaN(bars.get(of)))) {
                bar(shapes, series, LEFT + 120 * series, 12, 12);
                text(shapes, LEFT + 17 + 120 * series, 23, "start", SERIES.get(series));
            }
        }
        double one = LEFT + LONGEST / most;
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 %1$d\" width=\"760\" height=\"%1$d\""
                        + " font-family=\"system-ui, sans-serif\" font-size=\"13\">%n"
                        + "%2$s<rect class=\"page\" width=\"760\" height=\"%1$d\" rx=\"8\"/>%n"
                        + "%3$s<line x1=\"%4$.1f\" x2=\"%4$.1f\" y1=\"34\" y2=\"%1$d\"/>%n</svg>%n",
                y,
                STYLE,
                shapes,
                one);
    }

    private static String speedUp(double value) {
        return String.format(Locale.ROOT, "%.2fx", value);
    }

    private static double largest(List<Double> bars) {
        return bars.stream().filter(bar -> !bar.isNaN()).max(Double::compare).orElse(0.0);
    }

    /** Returns the figure of a cell such as {@code 1.52x (1.48-1.57)}; NaN if the cell has no figure. */
    private static double times(String cell) {
        return cell.matches("\\d.*") ? Double.parseDouble(cell.substring(0, cell.indexOf('x'))) : Double.NaN;
    }

    private static void bar(StringBuilder shapes, int series, double x, int y, double width) {
        shapes.append(String.format(
                Locale.ROOT,
                "<rect class=\"s%d\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"13\" rx=\"2\"/>%n",
                series,
                x,
                y,
                width));
    }

    private static void text(StringBuilder shapes, double x, double y, String anchor, String text) {
        shapes.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text));
    }
}
