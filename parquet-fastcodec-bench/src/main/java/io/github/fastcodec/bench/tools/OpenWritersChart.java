// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import io.github.fastcodec.bench.report.Chart;
import io.github.fastcodec.bench.tools.OpenWritersTable.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Heap for each open writer and time of a page against the number of writers, the factories beside each other. */
final class OpenWritersChart {

    private static final int PANEL = 200;

    private final List<String> measures = new ArrayList<>();
    private final List<String> codecs = new ArrayList<>();
    private final List<String> writers = new ArrayList<>();
    private final List<String> factories = new ArrayList<>();
    private final List<Double> values = new ArrayList<>();

    private OpenWritersChart() {}

    /** Returns the chart of some runs, in their order, as one SVG element. */
    static String svg(List<Run> runs) {
        OpenWritersChart table = new OpenWritersChart();
        for (Run run : runs) {
            // a live heap that shrank meanwhile is the noise of a few writers
            double heap = Math.max(0, run.result().heapOpen()) / 1048576.0 / run.writers();
            table.add("heap of a writer, MiB", run, heap);
            table.add("time of a page, \u00b5s", run, run.result().microsPerPage());
        }
        int columns = (int) table.codecs.stream().distinct().count();
        return table.chart().svg(90 + columns * PANEL, 90 + 2 * PANEL);
    }

    private void add(String measure, Run run, double value) {
        measures.add(measure);
        codecs.add(run.codec().name());
        writers.add(Integer.toString(run.writers()));
        factories.add(run.factory());
        values.add(value);
    }

    private Chart chart() {
        return new Chart(
                        "open-writers",
                        "Live heap for each open writer, and time of a page, by the number of writers that are open"
                                + " on one thread: " + String.join(" beside ", distinct(factories)))
                .column("measure", measures)
                .column("codec", codecs)
                .column("writers", writers)
                .column("factory", factories)
                .column("value", values)
                .map("x", "writers")
                .map("y", "value")
                .map("fill", "factory")
                .grid("measure", "codec")
                .scale("x", "open writers", "discrete", true, "limits", distinct(writers))
                .scale("y", "")
                .series("fill", "", distinct(factories))
                .layer(
                        "bar",
                        "stat",
                        "identity",
                        "position",
                        Map.of("name", "dodge", "width", 0.8),
                        "width",
                        0.75,
                        "size",
                        0);
    }

    private static List<String> distinct(List<String> values) {
        return values.stream().distinct().toList();
    }
}
