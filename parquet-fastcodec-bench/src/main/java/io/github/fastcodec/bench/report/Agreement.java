// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Whether several runs of the suite come to the same mean speed-ups of pages and of files. */
public final class Agreement {

    private static final double PAGES = 0.05;
    private static final double FILES = 0.08;

    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> names;
    private boolean holds = true;

    private Agreement(List<String> names) {
        this.names = names;
    }

    /**
     * Compares runs.
     *
     * @param files the results of each run, by its name
     * @throws IOException if a file cannot be read, or is not JMH's
     */
    public static Agreement of(Map<String, Path> files) throws IOException {
        Agreement agreement = new Agreement(List.copyOf(files.keySet()));
        List<Results> runs = new ArrayList<>();
        for (Path file : files.values()) {
            runs.add(new Results(Measurement.read(file, 0)).distinct().having(Results.OURS, Results.THEIRS));
        }
        agreement.rows("page", runs, "CompressionBenchmark", PAGES);
        agreement.rows("file", runs, "FileBenchmark", FILES);
        if (agreement.rows.isEmpty()) {
            throw new IOException("no comparison of pages or files in " + files.values());
        }
        return agreement;
    }

    private void rows(String of, List<Results> all, String benchmark, double limit) {
        List<Results> runs = all.stream().map(run -> run.of(benchmark)).toList();
        for (String codec : runs.get(0).values("codec")) {
            List<Results> ofCodec =
                    runs.stream().map(run -> run.with("codec", codec)).toList();
            for (String operation : ofCodec.get(0).values("operation")) {
                row(
                        List.of(of, codec, operation),
                        ofCodec.stream().map(run -> run.doing(operation)).toList(),
                        limit);
            }
        }
    }

    private void row(List<String> labels, List<Results> runs, double limit) {
        List<Double> values = runs.stream()
                .map(Results::speedUp)
                .filter(Objects::nonNull)
                .map(Estimate::value)
                .toList();
        double difference = values.size() < runs.size()
                ? Double.POSITIVE_INFINITY
                : Collections.max(values) / Collections.min(values) - 1;
        holds &= difference <= limit;
        List<String> row = new ArrayList<>(labels);
        runs.forEach(run -> row.add(text(run.speedUp())));
        runs.forEach(run -> row.add(text(run.nullTest())));
        row.add(String.format(Locale.ROOT, "%.1f %% of %.0f %%", 100 * difference, 100 * limit));
        rows.add(row);
    }

    private static String text(Estimate estimate) {
        return estimate == null ? "-" : String.format(Locale.ROOT, "%.2fx", estimate.value());
    }

    /** Returns whether all runs agree within 5 % in the mean of each codec and operation of pages, and within 8 % of files. */
    public boolean holds() {
        return holds;
    }

    /** Returns a table of the means and how far they are apart. */
    public String markdown() {
        List<String> header = new ArrayList<>(List.of("", "codec", "operation"));
        header.addAll(names);
        names.forEach(name -> header.add(name + ", null test"));
        header.add("apart");
        Table table = new Table("agreement", "", 3, header, rows, List.of());
        return (holds ? "The runs agree" : "The runs disagree")
                + ": speed-up over parquet-java, geometric means over the cells of the quick suite:\n\n"
                + table.markdown();
    }
}
