// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Runs {@link Comparison} without the plugin and with it, in turns, and prints the fastest times side by side. */
final class ComparisonTable {

    private static final int ROUNDS = 2;

    private ComparisonTable() {}

    public static void main(String[] args) throws Exception {
        String rows = System.getProperty("comparison.rows");
        Path root = Submission.newFolder();
        List<JsonNode> plain = new ArrayList<>();
        List<JsonNode> plugin = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            plain.add(run(root, "plain-" + round, rows, false));
            plugin.add(run(root, "plugin-" + round, rows, true));
        }
        System.out.printf(
                "%nSpark %s, local[2], %s rows; the fastest of %d JVMs each, seconds%n%n",
                plain.get(0).get("spark").asText(), rows, ROUNDS);
        System.out.println(
                "| codec | MB plain / plugin | write s plain / plugin | speed-up | scan s plain / plugin | speed-up |");
        System.out.println("|---|---|---|---|---|---|");
        for (String codec : Comparison.CODECS) {
            double plainWrite = best(plain, node -> node.get(codec).get("write").asDouble());
            double pluginWrite =
                    best(plugin, node -> node.get(codec).get("write").asDouble());
            double plainScan = best(plain, node -> node.get(codec).get("scan").asDouble());
            double pluginScan = best(plugin, node -> node.get(codec).get("scan").asDouble());
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.1f / %.1f | %.2f / %.2f | %.2fx | %.2f / %.2f | %.2fx |%n",
                    codec.toUpperCase(Locale.ROOT),
                    best(plain, node -> node.get(codec).get("bytes").asDouble()) / 1e6,
                    best(plugin, node -> node.get(codec).get("bytes").asDouble()) / 1e6,
                    plainWrite,
                    pluginWrite,
                    plainWrite / pluginWrite,
                    plainScan,
                    pluginScan,
                    plainScan / pluginScan);
        }
    }

    private static double best(List<JsonNode> runs, ToDoubleFunction<JsonNode> value) {
        return runs.stream().mapToDouble(value).min().orElseThrow();
    }

    private static JsonNode run(Path root, String name, String rows, boolean swapped) throws Exception {
        // all memory there from the start, so that its first touch is in nobody's time
        Submission submission = new Submission(root, name, List.of("-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch"))
                .option("--master", "local[2]");
        if (swapped) {
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
