// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Runs {@link Comparison} in rounds: in each one JVM with nothing of ours, one with the plugin, one with the agent, and once more
 * one with nothing, as the null test, in an order that changes. Prints medians over rounds; a speed-up is the median of the
 * ratios within rounds. No test by its name: {@code mvn -Pspark-comparison verify} runs it.
 */
final class ComparisonTable {

    private static final String PLAIN = "plain";
    private static final String PLUGIN = "plugin";
    private static final String AGENT = "agent";
    private static final String AGAIN = "plain-again";

    /** How far the null test may be from 1. */
    private static final double LIMIT = 0.05;

    private final Map<String, List<JsonNode>> runs = new LinkedHashMap<>();

    @Test
    void table() throws Exception {
        String rows = System.getProperty("comparison.rows");
        int rounds = Integer.parseInt(System.getProperty("comparison.rounds"));
        Path root = Submission.newFolder();
        for (int round = 0; round < rounds; round++) {
            for (String who : order(round)) {
                runs.computeIfAbsent(who, name -> new ArrayList<>()).add(run(root, who + "-" + (round + 1), rows, who));
            }
        }
        System.out.printf(
                "%nSpark %s, local[2], %s rows, %d rounds; medians of CPU seconds, and of the ratios within rounds (95 %%"
                        + " confidence interval)%n%n",
                runs.get(PLAIN).get(0).get("spark").asText(), rows, rounds);
        print();
    }

    /** Returns who comes when in a round: each second one is the one before it backwards. */
    private static List<String> order(int round) {
        List<String> order = new ArrayList<>(List.of(PLAIN, PLUGIN, AGENT, AGAIN));
        Collections.rotate(order, -(round / 2));
        if (round % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }

    private void print() {
        List<String> strays = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (String codec : Comparison.CODECS) {
            StringBuilder line = new StringBuilder(
                    "| " + codec.toUpperCase(Locale.ROOT) + " | " + medians(codec, "bytes", 1e-6, "%.1f") + " |");
            for (String operation : List.of("write", "scan")) {
                Pairs nullTest = pairs(codec, operation, AGAIN);
                if (Math.abs(nullTest.median() - 1) > LIMIT) {
                    strays.add(codec + " " + operation + " " + nullTest.asSpeedUp());
                }
                line.append(String.format(
                        " %s | %s | %s | %s |",
                        medians(codec, operation, 1, "%.2f"),
                        pairs(codec, operation, PLUGIN).asSpeedUp(),
                        pairs(codec, operation, AGENT).asSpeedUp(),
                        nullTest.asSpeedUp()));
            }
            lines.add(line.toString());
        }
        if (!strays.isEmpty()) {
            System.out.printf(
                    Locale.ROOT,
                    "The machine was too busy: plain Spark against itself strays by more than %.0f %% from 1.00x in %s."
                            + " There is no result. Run it again on a machine that does less.%n",
                    100 * LIMIT,
                    String.join("; ", strays));
            return;
        }
        String times = " CPU s plain / plugin / agent | by plugin | by agent | null test |";
        System.out.println("| codec | MB plain / plugin / agent | write" + times + " scan" + times);
        System.out.println("|---|---|---|---|---|---|---|---|---|---|");
        lines.forEach(System.out::println);
    }

    private Pairs pairs(String codec, String operation, String who) {
        return new Pairs(values(PLAIN, codec, operation), values(who, codec, operation));
    }

    /** Returns the medians of those that are compared. */
    private String medians(String codec, String value, double factor, String format) {
        return Stream.of(PLAIN, PLUGIN, AGENT)
                .map(who -> String.format(Locale.ROOT, format, factor * median(who, codec, value)))
                .collect(Collectors.joining(" / "));
    }

    private double median(String who, String codec, String value) {
        double[] sorted = values(who, codec, value);
        Arrays.sort(sorted);
        return Pairs.median(sorted);
    }

    /** Returns what each round has of a value. */
    private double[] values(String who, String codec, String value) {
        return runs.get(who).stream()
                .mapToDouble(run -> run.get(codec).get(value).asDouble())
                .toArray();
    }

    private static JsonNode run(Path root, String name, String rows, String who) throws Exception {
        // all memory there from the start, so that its first touch is in nobody's time
        List<String> jvm = new ArrayList<>(List.of("-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch"));
        if (who.equals(AGENT)) {
            jvm.add("-javaagent:" + System.getProperty("agent.jar"));
        }
        Submission submission = new Submission(root, name, jvm).option("--master", "local[2]");
        if (who.equals(PLUGIN)) {
            submission
                    .option("--jars", String.join(",", Jars.thatSparkLacks()))
                    .conf("spark.plugins", "io.github.fastcodec.spark.FastCodecSparkPlugin");
        }
        Path result = root.resolve(name + ".json");
        submission
                .start(Comparison.class.getName(), root.toString(), rows, result.toString())
                .finish();
        return new ObjectMapper().readTree(result.toFile());
    }
}
