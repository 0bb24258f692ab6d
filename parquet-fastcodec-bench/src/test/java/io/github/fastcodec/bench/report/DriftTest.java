// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.bench.report.SampleResults.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a machine whose speed drifts, measurements taken minutes apart are wrong, and measurements taken in turns are right. */
class DriftTest {

    private static final long SEED = 20261121;
    private static final int FORKS = 3;
    private static final int ROUNDS = 20;
    private static final double SPEED_UP = 1.1;

    @TempDir
    Path directory;

    /** A machine that slows down steadily. Now and then a neighbour makes everything take up to twice as long for some turns. */
    private static final class Machine {
        private final int shortest;
        private final SplittableRandom random = new SplittableRandom(SEED);
        private double slowness = 1;
        private double trend = 1;
        private int left;

        private Machine(int shortest) {
            this.shortest = shortest;
        }

        /** Returns the time of an operation that takes the given time without disturbances. */
        private double take(double nanos) {
            if (left-- <= 0) {
                slowness = 1 + random.nextDouble();
                left = shortest + random.nextInt(3 * shortest);
            }
            trend *= 1.003;
            return nanos * trend * slowness * (1 + 0.02 * (random.nextDouble() - 0.5));
        }
    }

    @Test
    void pairedTurnsFindADifferenceThatSeparateForksMiss() throws IOException {
        Machine machine = new Machine(12);
        double[][] theirs = new double[FORKS][ROUNDS];
        double[][] again = new double[FORKS][ROUNDS];
        double[][] ours = new double[FORKS][ROUNDS];
        for (int fork = 0; fork < FORKS; fork++) {
            for (int round = 0; round < ROUNDS; round++) {
                // in turns; every second round is reversed
                for (int turn = 0; turn < 3; turn++) {
                    switch (round % 2 == 0 ? turn : 2 - turn) {
                        case 0 -> theirs[fork][round] = machine.take(1000);
                        case 1 -> again[fork][round] = machine.take(1000);
                        default -> ours[fork][round] = machine.take(1000 / SPEED_UP);
                    }
                }
            }
        }
        Estimate inTurns = speedUp(theirs, again, ours);
        assertEquals(SPEED_UP, inTurns.value(), 0.01, "in turns, seed " + SEED);
        assertTrue(inTurns.low() < SPEED_UP && SPEED_UP < inTurns.high(), () -> "the truth is not in " + inTurns);

        // the same machine, with each contender in its own fork
        double[][] first = new double[1][];
        double[][] second = new double[1][];
        machine = new Machine(40);
        first[0] = alone(machine, 1000);
        second[0] = alone(machine, 1000 / SPEED_UP);
        Estimate theirsAlone = Estimate.ofFork(first[0]);
        Estimate oursAlone = Estimate.ofFork(second[0]);
        Estimate apart = new Estimate(
                theirsAlone.log() - oursAlone.log(),
                Math.hypot(theirsAlone.standardError(), oursAlone.standardError()),
                theirsAlone.degrees() + oursAlone.degrees());
        assertTrue(
                Math.abs(apart.value() - SPEED_UP) > 0.1,
                () -> "one after the other " + apart.value() + " is right by chance, seed " + SEED);
        assertTrue(
                apart.low() > SPEED_UP || apart.high() < SPEED_UP,
                () -> "the interval " + apart.asSpeedUp() + " happens to hold the truth, seed " + SEED);
    }

    private static double[] alone(Machine machine, double nanos) {
        double[] times = new double[ROUNDS * FORKS];
        for (int i = 0; i < times.length; i++) {
            times[i] = machine.take(nanos);
        }
        return times;
    }

    private Estimate speedUp(double[][] theirs, double[][] again, double[][] ours) throws IOException {
        String cell = "compress/shape=PLAIN_TEXT&size=8192";
        SampleResults.write(
                directory,
                List.of(new Run("page.CompressionBenchmark", "codec", "SNAPPY")
                        .times(cell, "parquet-java", theirs)
                        .times(cell, "parquet-java-again", again)
                        .times(cell, "fastcodec", ours)));
        Results results = new Results(Measurement.read(directory.resolve(Report.RESULTS)));
        assertEquals(1, results.nullTest().value(), 0.01, "null test, seed " + SEED);
        return results.speedUp();
    }
}
