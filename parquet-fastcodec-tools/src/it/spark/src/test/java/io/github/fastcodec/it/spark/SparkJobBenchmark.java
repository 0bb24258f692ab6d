// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import io.github.fastcodec.it.comparison.JobComparison;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Runs {@link Comparison} without parquet-fastcodec, with the plugin, with the key and with the agent. JUnit starts this
 * benchmark, only by {@code comparison.properties}.
 */
final class SparkJobBenchmark {

    private static final String PLUGIN = "plugin";
    private static final String KEY = "key";
    private static final String AGENT = "agent";

    @Test
    void table() throws Exception {
        String rows = System.getProperty("comparison.rows");
        int rounds = Integer.parseInt(System.getProperty("comparison.rounds"));
        Path root = Submission.newFolder();
        List<String> codecs = Stream.of("", Comparison.OF_TEXT)
                .flatMap(of -> Comparison.CODECS.stream().map(codec -> codec + of))
                .toList();
        JobComparison comparison = new JobComparison(codecs, List.of(PLUGIN, KEY, AGENT), List.of("write", "scan"));
        comparison.run(rounds, (name, side) -> run(root, name, rows, side));
        comparison.publish(
                "Spark " + System.getProperty("spark.version") + ", `local[2]`", Long.parseLong(rows), rounds);
    }

    private static Properties run(Path root, String name, String rows, String side) throws Exception {
        // The whole heap is touched at the start, so that no measured time includes it.
        List<String> jvm = new ArrayList<>(List.of("-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch"));
        if (side.equals(AGENT)) {
            jvm.add("-javaagent:" + System.getProperty("agent.jar"));
        }
        Submission submission = new Submission(root, name, jvm).option("--master", "local[2]");
        if (side.equals(PLUGIN) || side.equals(KEY)) {
            submission.option("--jars", String.join(",", Jars.thatSparkLacks()));
        }
        if (side.equals(PLUGIN)) {
            submission.conf("spark.plugins", "io.github.fastcodec.spark.FastCodecSparkPlugin");
        }
        if (side.equals(KEY)) {
            submission.conf(
                    "spark.hadoop.parquet.crypto.factory.class", "io.github.fastcodec.hadoop.FastCodecCryptoFactory");
        }
        Path result = root.resolve(name + ".properties");
        submission
                .start(
                        Comparison.class.getName(),
                        root.toString(),
                        rows,
                        System.getProperty("text.jar"),
                        result.toString())
                .finish();
        return JobComparison.read(result);
    }
}
