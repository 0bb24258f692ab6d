// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.comparison;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * Compares a job in the plain framework with the same job on our side, in rounds. A round has one run of each side, and a second
 * run of the plain framework as the null test, in a changing order. A speed-up is the median of the ratios within rounds. Not
 * thread-safe.
 */
public final class JobComparison {

    /** The largest deviation of the null test from 1. */
    private static final double LIMIT = 0.05;

    /** The share of cells in which the null test may deviate further, as in the benchmarks' report. */
    private static final double STRAYS = 0.25;

    private static final String TOO_BUSY = "too busy";

    private static final String BYTES = "bytes";

    private static final String PLAIN = "plain";
    private static final String AGAIN = "plain-again";

    /** Runs the job. */
    public interface Job {
        /**
         * @param name the unique name of this run
         * @param side our side, or any other name for the plain framework
         * @return the CPU seconds of each codec and operation, named {@code CODEC.OPERATION}; and, for all codecs or none, the
         *     size of what was written, named {@code CODEC.bytes}
         */
        Properties run(String name, String side) throws Exception;
    }

    private final List<String> codecs;
    private final String ours;
    private final List<String> operations;
    private final Map<String, List<Properties>> runs = new LinkedHashMap<>();

    /**
     * @param codecs the codecs as the results name them: a codec, its level if it is not the default, and words after a space
     * @param ours the side that uses this project
     * @param operations the operations of a job with each codec
     */
    public JobComparison(List<String> codecs, String ours, List<String> operations) {
        this.codecs = codecs;
        this.ours = ours;
        this.operations = List.copyOf(operations);
    }

    /** Runs the given number of rounds. */
    public void run(int rounds, Job job) throws Exception {
        for (int round = 0; round < rounds; round++) {
            for (String side : order(round)) {
                runs.computeIfAbsent(side, name -> new ArrayList<>()).add(job.run(name(side, round), side));
            }
        }
    }

    /** Returns the names of all runs of the given number of rounds, in their order. */
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

    /** Returns the stored result of a run. */
    public static Properties read(Path file) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        }
        return properties;
    }

    /** Returns the order of the sides in a round. Every second round reverses the order of the one before. */
    List<String> order(int round) {
        List<String> order = new ArrayList<>(List.of(PLAIN, ours, AGAIN));
        Collections.rotate(order, -(round / 2));
        if (round % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }

    /**
     * Prints the table and writes it to {@code target/comparison.md}, from which the benchmarks' command {@code jobs} copies it
     * to a page.
     *
     * @param framework the framework's name, version and threads
     * @param rows the number of rows that each run writes and reads
     * @throws IllegalStateException if the null test deviates too often for a result
     */
    public void publish(String framework, long rows, int rounds) throws IOException {
        Path file = Path.of("target", "comparison.md");
        Files.deleteIfExists(file); // a run without a result must not leave an earlier one
        String text = asMarkdown() + "\n" + caption(framework, rows, rounds, LocalDate.now(ZoneOffset.UTC)) + "\n";
        System.out.print("\n" + text);
        Files.writeString(file, text);
    }

    static String caption(String framework, long rows, int rounds, LocalDate day) {
        return String.format(
                Locale.ROOT, "%s, %,d rows, %d rounds, Java %s, %s.", framework, rows, rounds, Runtime.version(), day);
    }

    /** Returns the table as Markdown, without figures where the null test deviates too far. */
    String asMarkdown() {
        List<String> strays = new ArrayList<>();
        StringBuilder text = new StringBuilder(heading());
        for (String codec : codecs) {
            text.append("| ").append(label(codec)).append(" |");
            for (String operation : operations) {
                Pairs nullTest = pairs(codec, operation, AGAIN);
                boolean strayed = Math.abs(nullTest.median() - 1) > LIMIT;
                if (strayed) {
                    strays.add(codec + " " + operation + " " + nullTest.asSpeedUp());
                }
                String speedUp =
                        strayed ? TOO_BUSY : pairs(codec, operation, ours).asSpeedUp();
                text.append(String.format(" %s | %s |", speedUp, nullTest.asSpeedUp()));
            }
            if (hasSizes()) {
                double plain = values(PLAIN, codec, BYTES)[0];
                text.append(String.format(Locale.ROOT, " %.0f %% |", 100 * values(ours, codec, BYTES)[0] / plain));
            }
            text.append('\n');
        }
        if (strays.size() > codecs.size() * operations.size() * STRAYS) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "The machine was too busy: the job as it is against itself strays by more than %.0f %% from 1.00x in %s."
                            + " There is no result. Run it again on a machine that does less.",
                    100 * LIMIT,
                    String.join("; ", strays)));
        }
        return text.toString();
    }

    /** Returns a readable name, such as {@code GZIP level 9 of text}. */
    private static String label(String codec) {
        String[] words = codec.split(" ", 2);
        words[0] = words[0].toUpperCase(Locale.ROOT).replace(":", " level ");
        return String.join(" ", words);
    }

    private String heading() {
        StringBuilder heading = new StringBuilder("| codec |");
        for (String operation : operations) {
            heading.append(' ').append(operation).append(" | null test |");
        }
        int columns = 2 * operations.size();
        if (hasSizes()) {
            heading.append(" size |");
            columns++;
        }
        return heading + "\n| --- |" + " ---: |".repeat(columns) + "\n";
    }

    private boolean hasSizes() {
        return runs.get(PLAIN).get(0).containsKey(codecs.get(0) + "." + BYTES);
    }

    private Pairs pairs(String codec, String operation, String side) {
        return new Pairs(values(PLAIN, codec, operation), values(side, codec, operation));
    }

    /** Returns the CPU seconds of each round. */
    private double[] values(String side, String codec, String operation) {
        return runs.get(side).stream()
                .mapToDouble(run -> Double.parseDouble(run.getProperty(codec + "." + operation)))
                .toArray();
    }
}
