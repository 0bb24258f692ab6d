// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import io.github.fastcodec.bench.report.Document.Figure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The charts of the report. */
final class Charts {

    private static final int WIDE = 860;
    private static final int NARROW = 380;
    private static final Map<String, Object> SIDE_BY_SIDE = Map.of("name", "dodge", "width", 0.8);

    /** What the axis and the margins beside the chart of ratios take of its width, and the height of its panel, in pixels. */
    private static final int PARETO_BESIDE = 60;

    private static final int PARETO_HEIGHT = 375;

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
                + String.join(", ", shapes)
                + ". Better is up and to the right. An arrow goes from parquet-java to fastcodec.";
        return figure(
                "pareto",
                caption,
                1,
                400,
                (id, columns) -> pareto(id, caption, id.endsWith("-narrow"), labels, impls, speeds, ratios));
    }

    /** Each label once, beside the point of fastcodec if there is one, and out of the way of the others. */
    private static Chart pareto(
            String id,
            String caption,
            boolean narrow,
            List<String> labels,
            List<String> impls,
            List<Double> speeds,
            List<Double> ratios) {
        Axis x = new Axis(
                Math.log10(0.6 * Collections.min(speeds)),
                Math.log10(1.6 * Collections.max(speeds)),
                narrow ? NARROW - PARETO_BESIDE : WIDE - PARETO_BESIDE);
        double margin = 0.12 * (Collections.max(ratios) - Collections.min(ratios)) + 0.1;
        Axis y = new Axis(Collections.min(ratios) - margin, Collections.max(ratios) + margin, PARETO_HEIGHT);
        Labels places = new Labels(x.pixels, y.pixels);
        Map<String, List<Integer>> points = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            points.computeIfAbsent(labels.get(i), label -> new ArrayList<>()).add(i);
            places.point(x.pixel(Math.log10(speeds.get(i))), y.pixel(ratios.get(i)));
        }
        Map<String, List<Object>> arrows = columns("impl", "speed", "ratio", "toSpeed", "toRatio");
        for (List<Integer> pair : points.values()) {
            int from = pair.get(0);
            int to = pair.get(pair.size() - 1);
            if (from != to) {
                row(arrows, Results.OURS, speeds.get(from), ratios.get(from), speeds.get(to), ratios.get(to));
                places.line(
                        x.pixel(Math.log10(speeds.get(from))),
                        y.pixel(ratios.get(from)),
                        x.pixel(Math.log10(speeds.get(to))),
                        y.pixel(ratios.get(to)));
            }
        }
        Map<String, List<Object>> texts = columns("impl", "speed", "ratio", "label");
        points.forEach((label, pair) -> {
            int to = pair.get(pair.size() - 1);
            Labels.Box place = places.label(label, x.pixel(Math.log10(speeds.get(to))), y.pixel(ratios.get(to)));
            row(texts, impls.get(to), Math.pow(10, x.value(place.x())), y.value(place.y()), label);
        });
        return new Chart(id, caption)
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
                        List.of(Math.pow(10, x.low), Math.pow(10, x.high)),
                        "expand",
                        List.of(0, 0))
                .scale("y", "bytes in / bytes out", "limits", List.of(y.low, y.high), "expand", List.of(0, 0))
                .series("color", "", List.of(Results.THEIRS, Results.OURS))
                .layer(
                        "segment",
                        "data",
                        arrows,
                        "mapping",
                        Map.of("xend", "toSpeed", "yend", "toRatio"),
                        "color",
                        Chart.colour("muted"),
                        "size",
                        0.7,
                        "arrow",
                        Map.of("name", "arrow", "type", "closed", "length", 7, "angle", 22))
                .layer("point", "size", 3)
                .layer("text", "data", texts, "mapping", Map.of("label", "label"), "size", 5, "show_legend", false);
    }

    /** What a scale shows, in its own unit, and how many pixels it has for that. */
    private record Axis(double low, double high, double pixels) {
        double pixel(double value) {
            return (value - low) / (high - low) * pixels;
        }

        double value(double pixel) {
            return low + pixel / pixels * (high - low);
        }
    }

    private static Map<String, List<Object>> columns(String... names) {
        Map<String, List<Object>> columns = new LinkedHashMap<>();
        for (String name : names) {
            columns.put(name, new ArrayList<>());
        }
        return columns;
    }

    private static void row(Map<String, List<Object>> columns, Object... values) {
        int index = 0;
        for (List<Object> column : columns.values()) {
            column.add(values[index++]);
        }
    }

    /** Speed-ups of whole files against the level, with their intervals. */
    static Figure levels(Results files) {
        List<String> levels = new ArrayList<>();
        List<String> tables = new ArrayList<>();
        List<String> operations = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        List<Double> lows = new ArrayList<>();
        List<Double> highs = new ArrayList<>();
        List<String> codecs = Report.levels(files);
        for (String table : files.values("table")) {
            for (String codec : codecs) {
                for (String operation : List.of("write", "read")) {
                    Estimate speedUp = files.with("table", table)
                            .with("codec", codec)
                            .doing(operation)
                            .speedUp();
                    if (speedUp != null) {
                        levels.add(codec.substring(codec.indexOf(':') + 1));
                        tables.add(table.toLowerCase(Locale.ROOT));
                        operations.add(operation);
                        values.add(speedUp.value());
                        lows.add(speedUp.low());
                        highs.add(speedUp.high());
                    }
                }
            }
        }
        List<Double> breaks = new ArrayList<>(List.of(1.0));
        decades(highs).stream().filter(value -> value > 1).forEach(breaks::add);
        String caption =
                "How many times as fast as parquet-java a whole file is written and read, by level of ZSTD, with"
                        + " 95 % confidence intervals. The dashed line is parquet-java.";
        return figure(
                "levels",
                caption,
                distinct(tables).size(),
                260,
                (id, columns) -> new Chart(id, caption)
                        .column("level", levels)
                        .column("table", tables)
                        .column("operation", operations)
                        .column("value", values)
                        .column("low", lows)
                        .column("high", highs)
                        .map("x", "level")
                        .map("y", "value")
                        .map("color", "operation")
                        .map("group", "operation")
                        .facet("table", columns)
                        .scale("x", "level", "discrete", true, "limits", distinct(levels))
                        .scale("y", "times as fast", "trans", "log10", "breaks", breaks, "format", "d")
                        .series("color", "", List.of("write", "read"))
                        .layer("line", "size", 1.1)
                        .layer("point", "size", 3)
                        .layer("errorbar", "mapping", Map.of("ymin", "low", "ymax", "high"), "width", 0.2)
                        .layer("hline", "yintercept", 1.0, "linetype", "dashed", "color", Chart.colour("ink")));
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

    /** Returns a number of bytes as people write it. */
    static String bytes(String size) {
        long bytes = Long.parseLong(size);
        return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : bytes >= 1 << 10 ? (bytes >> 10) + " KiB" : bytes + " B";
    }

    private static List<String> distinct(List<String> values) {
        return values.stream().distinct().toList();
    }
}
