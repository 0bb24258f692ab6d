// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import io.github.fastcodec.bench.report.Document.Figure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The charts of the report. */
final class Charts {

    private static final int WIDE = 860;
    private static final int NARROW = 380;
    private static final Map<String, Object> SIDE_BY_SIDE = Map.of("name", "dodge", "width", 0.8);

    private Charts() {}

    /** A chart but for how many panels stand beside each other. */
    private interface Drawing {
        Chart draw(String id, int columns);
    }

    private static Figure figure(String id, String caption, int panels, int panelHeight, Drawing drawing) {
        int columns = Math.min(2, panels);
        int rows = (panels + columns - 1) / columns;
        return new Figure(
                id,
                caption,
                drawing.draw(id, columns).svg(WIDE, 70 + rows * panelHeight),
                drawing.draw(id + "-narrow", 1).svg(NARROW, 70 + panels * panelHeight));
    }

    /** Speed-ups of pages for each codec and size, with their intervals. */
    static Figure speedUps(Results pages) {
        List<String> codecs = new ArrayList<>();
        List<String> operations = new ArrayList<>();
        List<String> sizes = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        List<Double> lows = new ArrayList<>();
        List<Double> highs = new ArrayList<>();
        for (String operation : List.of("compress", "decompress")) {
            for (String codec : pages.values(Measurement::codec)) {
                for (String size : pages.values("size")) {
                    Estimate speedUp = pages.only(m -> m.operation().equals(operation)
                                    && m.codec().equals(codec)
                                    && m.param("size").equals(size))
                            .speedUp();
                    if (speedUp != null) {
                        codecs.add(codec);
                        operations.add(operation);
                        sizes.add(bytes(size));
                        values.add(speedUp.value());
                        lows.add(speedUp.low());
                        highs.add(speedUp.high());
                    }
                }
            }
        }
        String caption =
                "How many times as fast as parquet-java a page is compressed and decompressed: geometric means over"
                        + " the shapes of page, with 95 % confidence intervals. The dashed line is parquet-java.";
        return figure(
                "speed-ups",
                caption,
                2,
                260,
                (id, columns) -> new Chart(id, caption)
                        .column("codec", codecs)
                        .column("operation", operations)
                        .column("size", sizes)
                        .column("value", values)
                        .column("low", lows)
                        .column("high", highs)
                        .map("x", "codec")
                        .map("y", "value")
                        .map("fill", "size")
                        .facet("operation", columns)
                        .scale("x", "")
                        .scale("y", "times as fast")
                        .series("fill", "", distinct(sizes))
                        .layer("bar", "stat", "identity", "position", SIDE_BY_SIDE, "width", 0.75, "size", 0)
                        .layer(
                                "errorbar",
                                "mapping",
                                Map.of("ymin", "low", "ymax", "high", "group", "size"),
                                "position",
                                SIDE_BY_SIDE,
                                "width",
                                0.25,
                                "color",
                                Chart.colour("ink"))
                        .layer("hline", "yintercept", 1.0, "linetype", "dashed", "color", Chart.colour("ink")));
    }

    /** Throughput against page size, with the engine's limit. */
    static Figure throughput(Results pages, String operation) {
        List<String> codecs = new ArrayList<>();
        List<String> sizes = new ArrayList<>();
        List<String> impls = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        Results all = pages.doing(operation);
        List<String> drawn = List.of(Results.THEIRS, Results.OURS, Results.ENGINE);
        for (String codec : all.values(Measurement::codec)) {
            for (String size : all.values("size")) {
                for (String impl : drawn) {
                    Estimate speed = all.only(m ->
                                    m.codec().equals(codec) && m.param("size").equals(size))
                            .megabytesPerSecond(impl);
                    if (speed != null) {
                        codecs.add(codec);
                        sizes.add(bytes(size));
                        impls.add(impl);
                        values.add(speed.value());
                    }
                }
            }
        }
        String caption =
                "Throughput of " + operation + "ing pages against their size, geometric means over the shapes of"
                        + " page. The dashed line is the limit: the engine alone, called with memory that is there.";
        return figure(
                "throughput-" + operation,
                caption,
                distinct(codecs).size(),
                210,
                (id, columns) -> new Chart(id, caption)
                        .column("codec", codecs)
                        .column("size", sizes)
                        .column("impl", impls)
                        .column("value", values)
                        .map("x", "size")
                        .map("y", "value")
                        .map("color", "impl")
                        .map("linetype", "impl")
                        .map("group", "impl")
                        .facet("codec", columns)
                        .scale("x", "", "discrete", true, "limits", distinct(sizes))
                        .scale("y", "MB/s", "trans", "log10", "breaks", decades(values), "format", "d")
                        .series("color", "", drawn)
                        .scale(
                                "linetype",
                                "",
                                "discrete",
                                true,
                                "breaks",
                                drawn,
                                "limits",
                                drawn,
                                "values",
                                List.of("solid", "solid", "dashed"))
                        .layer("line", "size", 1.1)
                        .layer("point", "size", 3));
    }

    /** Compression ratio against speed, for every codec and level: pages of 64 KiB that are compressed. */
    static Figure pareto(Results compressing) {
        // only shapes that every codec has, or the means would be of different things
        Set<String> shapes = new TreeSet<>(compressing.values("shape"));
        for (String codec : compressing.values("codec")) {
            shapes.retainAll(compressing.with("codec", codec).values("shape"));
        }
        Results common = compressing.only(m -> shapes.contains(m.param("shape")));
        List<String> labels = new ArrayList<>();
        List<String> impls = new ArrayList<>();
        List<Double> speeds = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (String codec : common.values("codec")) {
            for (String impl : List.of(Results.THEIRS, Results.OURS)) {
                Results cell = common.with("codec", codec).having(impl);
                if (!cell.isEmpty()) {
                    labels.add(codec.replace(':', ' '));
                    impls.add(impl);
                    speeds.add(cell.megabytesPerSecond(impl).value());
                    ratios.add(cell.measurements().stream()
                            .mapToDouble(m -> Double.parseDouble(m.param("size"))
                                    / m.written().get(impl))
                            .average()
                            .orElse(Double.NaN));
                }
            }
        }
        String caption = "Compression ratio against speed for codecs and levels: pages of 64 KiB, shapes "
                + String.join(", ", shapes) + ". Better is up and to the right.";
        return figure(
                "pareto",
                caption,
                1,
                400,
                (id, columns) -> new Chart(id, caption)
                        .column("label", labels)
                        .column("impl", impls)
                        .column("speed", speeds)
                        .column("ratio", ratios)
                        .map("x", "speed")
                        .map("y", "ratio")
                        .map("color", "impl")
                        .scale(
                                "x",
                                "compress, MB/s",
                                "trans",
                                "log10",
                                "breaks",
                                decades(speeds),
                                "format",
                                "d",
                                "limits",
                                List.of(0.6 * Collections.min(speeds), 1.6 * Collections.max(speeds)))
                        .scale("y", "bytes in / bytes out")
                        .series("color", "", List.of(Results.THEIRS, Results.OURS))
                        .layer("point", "size", 4)
                        .layer(
                                "text",
                                "mapping",
                                Map.of("label", "label"),
                                "size",
                                5,
                                "position",
                                Map.of("name", "nudge", "x", 0, "y", nudge(ratios)),
                                "show_legend",
                                false));
    }

    /** What of a file's time a codec takes. */
    static Figure share(Results write, Results read) {
        List<String> codecs = new ArrayList<>();
        List<String> panels = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        for (Results operation : List.of(write, read)) {
            for (String impl : List.of(Results.THEIRS, Results.OURS)) {
                Estimate plain = operation.with("codec", "UNCOMPRESSED").rate(impl);
                for (String codec : operation.values("codec")) {
                    double millis =
                            1000 / operation.with("codec", codec).rate(impl).value();
                    double rest = plain == null ? 0 : Math.min(millis, 1000 / plain.value());
                    String panel = operation.measurements().get(0).operation() + ", " + impl;
                    for (String part : List.of("codec", "everything else")) {
                        codecs.add(codec);
                        panels.add(panel);
                        parts.add(part);
                        values.add(part.equals("codec") ? millis - rest : rest);
                    }
                }
            }
        }
        String caption = "What of the time for a whole file the codec takes: the rest is the time of the same file"
                + " UNCOMPRESSED, which no codec can save. Milliseconds for "
                + String.join(", ", write.values("rows")) + " rows, geometric means over V1 and V2.";
        return figure(
                "share",
                caption,
                distinct(panels).size(),
                230,
                (id, columns) -> new Chart(id, caption)
                        .column("codec", codecs)
                        .column("panel", panels)
                        .column("part", parts)
                        .column("value", values)
                        .map("x", "codec")
                        .map("y", "value")
                        .map("fill", "part")
                        .facet("panel", columns)
                        .scale("x", "")
                        .scale("y", "ms")
                        .scale(
                                "fill",
                                "",
                                "discrete",
                                true,
                                "breaks",
                                List.of("codec", "everything else"),
                                "limits",
                                List.of("codec", "everything else"),
                                "values",
                                List.of(Chart.colour("series-2"), Chart.colour("series-6")))
                        .layer("bar", "stat", "identity", "width", 0.7, "size", 0));
    }

    /** Round numbers of a logarithmic axis, from below the smallest value to above the largest. */
    private static List<Double> decades(List<Double> values) {
        double smallest = values.stream().mapToDouble(v -> v).min().orElse(1);
        double largest = values.stream().mapToDouble(v -> v).max().orElse(1);
        List<Double> breaks = new ArrayList<>();
        for (double decade = Math.pow(10, Math.floor(Math.log10(smallest))); decade <= largest; decade *= 10) {
            for (int factor : new int[] {1, 2, 5}) {
                double value = Math.rint(decade * factor);
                if (value >= smallest && value <= largest) {
                    breaks.add(value);
                }
            }
        }
        return breaks;
    }

    /** How far above its point a label stands. */
    private static double nudge(List<Double> values) {
        double smallest = values.stream().mapToDouble(v -> v).min().orElse(0);
        double largest = values.stream().mapToDouble(v -> v).max().orElse(0);
        return 0.035 * (largest - smallest);
    }

    /** Returns a number of bytes as people write it. */
    static String bytes(String size) {
        long bytes = Long.parseLong(size);
        return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : bytes >= 1 << 10 ? (bytes >> 10) + " KiB" : bytes + " B";
    }

    private static List<String> distinct(List<String> values) {
        return values.stream().distinct().toList();
    }
}
