// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Horizontal bars in groups, drawn as self-contained SVG. Equal charts give equal bytes.
 *
 * @param description what the chart shows, for readers who cannot see it
 * @param series what the bars of each group stand for, at most four
 * @param format how a value is written at the end of its bar
 * @param mark where a line is drawn across all bars; 0 for none
 */
public record BarChart(String description, List<String> series, List<Group> groups, String format, double mark) {

    /** The bars of one label, one for each series; NaN leaves a bar out. */
    public record Group(String label, List<Double> values) {}

    private static final int WIDTH = 760;
    private static final int LEFT = 150;
    private static final int RIGHT = 90;
    private static final int BAR = 15;
    private static final int GAP = 12;
    private static final int TOP = 40;

    /** Colours of a page: text, quiet text, lines, and the series, which follow Okabe and Ito and differ for the colour blind. */
    public enum Scheme {
        LIGHT("#1d2733", "#566475", "#8492a2", List.of("#8a97a6", "#0072b2", "#d55e00", "#009e73")),
        DARK("#e7ecf2", "#a3b0bf", "#728093", List.of("#728093", "#4aa8e0", "#f08a3c", "#2fc79a"));

        private final String ink;
        private final String muted;
        private final String line;
        private final List<String> series;

        Scheme(String ink, String muted, String line, List<String> series) {
            this.ink = ink;
            this.muted = muted;
            this.line = line;
            this.series = series;
        }

        /** Returns the name of a chart's file in this scheme. */
        public String file(String name) {
            return name + "-" + name().toLowerCase(Locale.ROOT) + ".svg";
        }
    }

    /** Writes the chart in both schemes into a folder, which is made if it is missing. */
    public void write(Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        for (Scheme scheme : Scheme.values()) {
            Files.writeString(folder.resolve(scheme.file(name)), svg(scheme));
        }
    }

    /** Returns the chart as one SVG element. */
    public String svg(Scheme scheme) {
        double most = groups.stream()
                .flatMap(group -> group.values.stream())
                .filter(value -> !value.isNaN())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        double scale = (WIDTH - LEFT - RIGHT) / Math.max(most, mark);
        StringBuilder shapes = new StringBuilder();
        int x = LEFT;
        for (int i = 0; i < series.size(); i++) {
            rect(shapes, x, 12, BAR - 3, BAR - 3, scheme.series.get(i));
            text(shapes, x + BAR + 2, 23, "start", scheme.ink, series.get(i));
            x += 40 + 8 * series.get(i).length();
        }
        int y = TOP;
        for (Group group : groups) {
            text(shapes, LEFT - 10, y + BAR * series.size() / 2.0 + 5, "end", scheme.ink, group.label);
            for (int i = 0; i < group.values.size(); i++) {
                double value = group.values.get(i);
                if (!Double.isNaN(value)) {
                    rect(shapes, LEFT, y + i * BAR, value * scale, BAR - 2, scheme.series.get(i));
                    String figure = String.format(Locale.ROOT, format, value);
                    text(shapes, LEFT + value * scale + 6, y + i * BAR + 11, "start", scheme.muted, figure);
                }
            }
            y += BAR * series.size() + GAP;
        }
        if (mark > 0) {
            shapes.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\" stroke=\"%4$s\" stroke-dasharray=\"4 3\"/>%n",
                    LEFT + mark * scale,
                    TOP - 6,
                    y - GAP + 4,
                    scheme.line));
        }
        return """
               <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" \
               font-family="system-ui, sans-serif" font-size="13">
               <title>%3$s</title>
               %4$s</svg>
               """.formatted(
                        WIDTH, y, Table.escape(description), shapes.toString().replace("\r", ""));
    }

    private static void rect(StringBuilder shapes, double x, double y, double width, double height, String fill) {
        shapes.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\" fill=\"%s\"/>%n",
                x,
                y,
                width,
                height,
                fill));
    }

    private static void text(StringBuilder shapes, double x, double y, String anchor, String fill, String text) {
        shapes.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>%n",
                x,
                y,
                anchor,
                fill,
                Table.escape(text)));
    }
}
