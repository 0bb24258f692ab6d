// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import io.github.fastcodec.it.comparison.JobComparison;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Runs {@link Comparison} in some JVMs, one after the other. A benchmark that JUnit starts, by {@code comparison.properties} only.
 */
final class SparkJobBenchmark {

    private static final int ROUNDS_IN_A_JVM = 6;

    @Test
    void table() throws Exception {
        String rows = System.getProperty("comparison.rows");
        int rounds = Integer.parseInt(System.getProperty("comparison.rounds"));
        Path root = Submission.newFolder();
        List<String> codecs = Stream.of("", Comparison.OF_TEXT)
                .flatMap(of -> Comparison.CODECS.stream().map(codec -> codec + of))
                .toList();
        for (int first = 0; first < rounds; first += ROUNDS_IN_A_JVM) {
            run(root, rows, first, Math.min(first + ROUNDS_IN_A_JVM, rounds));
        }
        JobComparison comparison = new JobComparison(codecs, List.of("write", "scan"));
        comparison.run(rounds, (name, side) -> JobComparison.read(root.resolve(name + ".properties")));
        comparison.publish(
                "Spark " + System.getProperty("spark.version") + ", `local[2]`", Long.parseLong(rows), rounds);
    }

    private static void run(Path root, String rows, int first, int end) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(root.toString(), rows, System.getProperty("text.jar")));
        for (int round = first; round < end; round++) {
            arguments.add(String.join(" ", JobComparison.names(round)));
        }
        // all memory there from the start, so that its first touch is in no side's time
        new Submission(root, "rounds-from-" + first, List.of("-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch"))
                .option("--master", "local[2]")
                .option("--jars", String.join(",", Jars.thatSparkLacks()))
                .conf("spark.hadoop.parquet.crypto.factory.class", "io.github.fastcodec.hadoop.FastCodecCryptoFactory")
                .timeoutMinutes(60)
                .start(Comparison.class.getName(), arguments.toArray(new String[0]))
                .finish();
    }
}
