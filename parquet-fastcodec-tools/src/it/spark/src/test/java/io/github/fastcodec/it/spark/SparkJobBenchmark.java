// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import io.github.fastcodec.it.comparison.JobComparison;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs {@link Comparison}. JUnit starts this benchmark, only by {@code comparison.properties}. */
final class SparkJobBenchmark {

    private static final long TIMEOUT_MINUTES = 180;

    @Test
    void table() throws Exception {
        String rows = System.getProperty("comparison.rows");
        int rounds = Integer.parseInt(System.getProperty("comparison.rounds"));
        Path root = Submission.newFolder();
        List<String> codecs = Comparison.CODECS.stream()
                .flatMap(codec -> Stream.of(codec, codec + Comparison.OF_TEXT))
                .toList();
        JobComparison comparison = new JobComparison(codecs, Comparison.OURS, List.of("write", "scan"));
        List<String> arguments = new ArrayList<>(List.of(root.toString(), rows, System.getProperty("text.jar")));
        arguments.addAll(comparison.names(rounds));
        // The whole heap is touched at the start, so that no measured time includes it.
        new Submission(root, "comparison", List.of("-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch"))
                .option("--master", "local[2]")
                .option("--jars", String.join(",", Jars.thatSparkLacks()))
                .start(Comparison.class.getName(), arguments.toArray(new String[0]))
                .finish(TIMEOUT_MINUTES);
        comparison.run(rounds, (name, side) -> JobComparison.read(root.resolve(name + ".properties")));
        comparison.publish(
                "Spark " + System.getProperty("spark.version") + ", `local[2]`", Long.parseLong(rows), rounds);
    }
}
