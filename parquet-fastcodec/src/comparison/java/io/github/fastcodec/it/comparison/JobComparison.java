// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.comparison;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The same job as the framework runs it and with something of ours, in rounds: in each one run for each side, and once more one
 * as the framework runs it, as the null test, in an order that changes. Figures are medians over rounds; a speed-up is the
 * median of the ratios within rounds. For one thread.
 */
public final class JobComparison {

    /** How far the null test may be from 1. */
    private static final double LIMIT = 0.05;

    /** In what share of all cells it may be farther; as in the report of the benchmarks. */
    private static final double STRAYS = 0.25;

    private static final String TOO_BUSY = "too busy";

    private static final String PLAIN = "plain";
    private static final String AGAIN = "plain-again";

    /** Runs the job. */
    public interface Job {
        /**
         * @param name of this run, which no other run has
         * @param side one of ours, or anything else for the job as the framework runs it
         * @return for each codec, named {@code CODEC.WHAT}: bytes and CPU seconds
         */
        Properties run(String name, String side) throws Exception;
    }

    /**
     * A table that is printed.
     *
     * @param bytes the name of the bytes that were written
     * @param operations the names of CPU seconds
     */
    public record Table(String bytes, List<String> operations) {}

    private final List<String> codecs;
    private final List<String> compared;
    private final List<Table> tables;
    private final Map<String, List<Properties>> runs = new LinkedHashMap<>();

    /**
     * @param codecs as the results name them
     * @param ours the sides with something of ours
     */
    public JobComparison(List<String> codecs, List<String> ours, Table... tables) {
        this.codecs = codecs;
        this.compared = new ArrayList<>(List.of(PLAIN));
        this.compared.addAll(ours);
        this.tables = List.of(tables);
    }

    /** Runs all sides so many times. */
    public void run(int rounds, Job job) throws Exception {
        for (int round = 0; round < rounds; round++) {
            for (String side : order(round)) {
                runs.computeIfAbsent(side, name -> new ArrayList<>()).add(job.run(name(side, round), side));
            }
        }
    }

    /** Returns the names of the runs of so many rounds, as they come. */
    public List<String> names(int rounds) {
        List<String> names = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (String side : order(round)) {
                names.add(name(side, round));
            }
        }
        return names;
    }

    private static String name(String side, int round) {
        return side + "-" + (round + 1);
    }

    /** Returns what a run has stored. */
    public static Properties read(Path file) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        }
        return properties;
    }

    /** Returns who comes when in a round: each second one is the one before it backwards. */
    List<String> order(int round) {
        List<String> order = new ArrayList<>(compared);
        order.add(AGAIN);
        Collections.rotate(order, -(round / 2));
        if (round % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }

    /** Returns the tables as Markdown, without figures where the null test strays; or why there are none. */
    public String asMarkdown() {
        List<String> strays = new ArrayList<>();
        int cells = 0;
        StringBuilder text = new StringBuilder();
        for (Table table : tables) {
            text.append(heading(table));
            for (String codec : codecs) {
                text.append("| ").append(codec.toUpperCase(Locale.ROOT)).append(" | ");
                text.append(medians(codec, table.bytes, 1e-6, "%.1f")).append(" |");
                for (String operation : table.operations) {
                    cells++;
                    Pairs nullTest = pairs(codec, operation, AGAIN);
                    boolean strayed = Math.abs(nullTest.median() - 1) > LIMIT;
                    if (strayed) {
                        strays.add(codec + " " + operation + " " + nullTest.asSpeedUp());
                    }
                    text.append(' ')
                            .append(strayed ? TOO_BUSY : medians(codec, operation, 1, "%.2f"))
                            .append(" |");
                    ours().forEach(side -> text.append(' ')
                            .append(
                                    strayed
                                            ? TOO_BUSY
                                            : pairs(codec, operation, side).asSpeedUp())
                            .append(" |"));
                    text.append(' ').append(nullTest.asSpeedUp()).append(" |");
                }
                text.append('\n');
            }
            text.append('\n');
        }
        if (strays.size() <= cells * STRAYS) {
            return text.toString();
        }
        return String.format(
                Locale.ROOT,
                "The machine was too busy: the job as it is against itself strays by more than %.0f %% from 1.00x in %s."
                        + " There is no result. Run it again on a machine that does less.%n",
                100 * LIMIT,
                String.join("; ", strays));
    }

    private String heading(Table table) {
        String sides = String.join(" / ", compared);
        StringBuilder heading = new StringBuilder("| codec | MB " + sides + " |");
        StringBuilder line = new StringBuilder("|---|---|");
        for (String operation : table.operations) {
            heading.append(' ')
                    .append(operation)
                    .append(" CPU s ")
                    .append(sides)
                    .append(" |");
            ours().forEach(side -> heading.append(" by ").append(side).append(" |"));
            heading.append(" null test |");
            line.append("---|".repeat(ours().size() + 2));
        }
        return heading + "\n" + line + "\n";
    }

    private List<String> ours() {
        return compared.subList(1, compared.size());
    }

    private Pairs pairs(String codec, String operation, String side) {
        return new Pairs(values(PLAIN, codec, operation), values(side, codec, operation));
    }

    /** Returns the medians of those that are compared. */
    private String medians(String codec, String value, double factor, String format) {
        return compared.stream()
                .map(side -> String.format(Locale.ROOT, format, factor * median(side, codec, value)))
                .collect(Collectors.joining(" / "));
    }

    private double median(String side, String codec, String value) {
        double[] sorted = values(side, codec, value);
        Arrays.sort(sorted);
        return Pairs.median(sorted);
    }

    /** Returns what each round has of a value. */
    private double[] values(String side, String codec, String value) {
        return runs.get(side).stream()
                .mapToDouble(run -> Double.parseDouble(run.getProperty(codec + "." + value)))
                .toArray();
    }
}
