// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.Measurement;
import io.github.fastcodec.plan.CodecLevel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** The choice among given measurements. Candidate 0 is the present state. */
class ChooserTest {

    private static final double STORAGE = 100e6;

    private static Measurement measured(double megabytes, double compress, double decompress) {
        return Measurements.of(new CodecLevel(CompressionCodecName.SNAPPY), 1e9, megabytes * 1e6, compress, decompress);
    }

    /** Returns measurements whose candidates have another codec than the present state. */
    private static Measurement[] column(Measurement... measurements) {
        return IntStream.range(0, measurements.length)
                .mapToObj(i -> i == 0 ? measurements[i] : recoded(measurements[i]))
                .toArray(Measurement[]::new);
    }

    private static Measurement recoded(Measurement one) {
        return Measurements.of(
                new CodecLevel(CompressionCodecName.LZ4_RAW),
                one.plainBytes(),
                one.bytes(),
                one.compressSeconds(),
                one.decompressSeconds());
    }

    private static Chooser choose(Goal goal, Measurement[]... columns) {
        return new Chooser(
                goal,
                STORAGE,
                Arrays.stream(columns).map(column -> List.of(List.of(column))).collect(Collectors.toList()));
    }

    @Test
    void eachGoalHasItsOwnMeasure() {
        Measurement[] column = column(
                measured(500, 2, 2), // present
                measured(300, 60, 3), // small, slow to write
                measured(380, 4, 2), // in between
                measured(450, 1, 3), // quick to write
                measured(520, 9, 0.2)); // quick to read
        assertEquals(1, choose(Goal.SMALLEST, column).forFile());
        assertEquals(2, choose(Goal.BALANCED, column).forFile());
        assertEquals(4, choose(Goal.SCAN, column).forFile());
        assertEquals(3, choose(Goal.WRITE, column).forFile());
    }

    @Test
    void keepsTheCurrentCodecUnlessAChangePays() {
        Measurement[] column = column(measured(500, 2, 2), measured(496, 2, 2));
        for (Goal goal : Goal.values()) {
            assertEquals(0, choose(goal, column).forFile(), goal.name());
        }
    }

    // Would catch: a recommendation of the present codec, because the present was measured as slower than the
    // candidate.
    @Test
    void currentCodecIsNotAChange() {
        Measurement[] snappy = {measured(500, 20, 20), measured(490, 2, 2)};
        Measurement[] unknown = {measured(500, Double.NaN, 20), measured(490, 2, 2)};
        for (Goal goal : Goal.values()) {
            Chooser chooser = choose(goal, snappy, snappy);
            assertEquals(0, chooser.forFile(), goal.name());
            assertEquals(0, chooser.forColumn(1), goal.name());
            assertEquals(snappy[0], chooser.effective(List.of(snappy), 1));
            assertEquals(0, choose(goal, unknown).forFile(), goal.name());
            assertEquals(1, choose(goal, column(snappy)).forFile(), goal.name());
        }
    }

    @Test
    void goalsThatKeepSmallerChunksChooseNothingLarger() {
        Measurement[] column = column(measured(500, 40, 40), measured(501, 1, 1));
        Chooser balanced = choose(Goal.BALANCED, column);
        assertEquals(column[0], balanced.effective(List.of(column), balanced.forColumn(0)));
        assertEquals(1, choose(Goal.SCAN, column).forFile());
    }

    @Test
    void columnDiffersOnlyIfThatPaysForTheFile() {
        Measurement[] large = column(measured(900, 2, 2), measured(700, 2, 2), measured(710, 2, 2));
        Measurement[] other = column(measured(100, 2, 2), measured(95, 2, 2), measured(70, 2, 2));
        Measurement[] small = column(measured(9, 2, 2), measured(8, 2, 2), measured(4, 2, 2));
        Chooser chooser = choose(Goal.SMALLEST, large, other, small);
        assertEquals(2, chooser.forFile());
        assertEquals(1, chooser.forColumn(0), "10 of 784 MB are more than 1 %");
        assertEquals(2, chooser.forColumn(1));
        assertEquals(2, chooser.forColumn(2));
        Chooser without =
                choose(Goal.SMALLEST, column(measured(900, 2, 2), measured(700, 2, 2), measured(600, 2, 2)), small);
        assertEquals(2, without.forColumn(1));
        Measurement[] tiny = column(measured(9, 2, 2), measured(4, 2, 2), measured(8, 2, 2));
        assertEquals(
                2,
                choose(Goal.SMALLEST, column(measured(900, 2, 2), measured(700, 2, 2), measured(600, 2, 2)), tiny)
                        .forColumn(1),
                "4 of 608 MB are less than 1 %");
    }

    @Test
    void choosesTheFasterOfEqualSizes() {
        Measurement[] column = column(measured(500, 2, 2), measured(300, 90, 3), measured(300.3, 9, 3));
        assertEquals(2, choose(Goal.SMALLEST, column).forFile());
    }

    @Test
    void choosesTheSmallerOfEqualSpeeds() {
        Measurement[] column = column(measured(500, 2, 9), measured(400, 2, 1), measured(390, 2, 1.12));
        assertEquals(2, choose(Goal.SCAN, column).forFile());
    }

    @Test
    void replacesAnUnwritableCodecIfWritingCounts() {
        Measurement[] column = column(measured(500, Double.NaN, 2), measured(600, 2, 2), measured(480, 9, 2));
        assertEquals(1, choose(Goal.WRITE, column).forFile());
        assertEquals(2, choose(Goal.BALANCED, column).forFile());
    }

    @Test
    void columnOfSeveralCodecsCannotKeepThemAlone() {
        List<Measurement> changing = List.of(column(measured(900, 2, 2), measured(700, 2, 2)));
        List<Measurement> growing = List.of(column(measured(50, 2, 2), measured(75, 2, 2)));
        assertEquals(
                1, new Chooser(Goal.SCAN, STORAGE, List.of(List.of(changing), List.of(growing, growing))).forColumn(1));
        assertEquals(0, new Chooser(Goal.SCAN, STORAGE, List.of(List.of(changing), List.of(growing))).forColumn(1));
    }

    // Would catch: parts that would grow, weighed against those that shrink, although they keep their bytes.
    @Test
    void keepsPartsOfAColumnThatWouldGrow() {
        List<Measurement> shrinking = List.of(column(measured(500, 2, 2), measured(450, 2, 2)));
        List<Measurement> growing = List.of(column(measured(500, 2, 2), measured(600, 2, 2)));
        assertEquals(1, new Chooser(Goal.SMALLEST, STORAGE, List.of(List.of(shrinking, growing))).forFile());
    }

    // Would catch: a table of an unknown level that is written again because its speed is unknown, or that is
    // compared with a candidate that leaves it unchanged.
    @Test
    void comparesUnknownWriteTimesByReadingAlone() {
        Measurement now = measured(500, Double.NaN, 2);
        Measurement quick = measured(600, 0.1, 1);
        assertEquals(
                0,
                choose(Goal.BALANCED, column(now, quick, measured(499, 4, 2))).forFile());
        assertEquals(
                3,
                choose(Goal.BALANCED, column(now, quick, measured(450, 400, 2), measured(455, 4, 2)))
                        .forFile());
    }

    // Would catch: a plan that is worse than the present state, because the column that made the change pay stays as it
    // is, and the others change without it.
    @Test
    void columnKeepsNoCodecSlowerThanTheFiles() {
        Measurement[] large = column(measured(900, Double.NaN, 2), measured(850, 90, 2), measured(1000, 1, 1));
        Measurement[] small = column(measured(9, Double.NaN, 0.02), measured(9, 0.1, 0.03), measured(10, 0.2, 0.03));
        Chooser chooser = choose(Goal.BALANCED, large, small);
        assertEquals(1, chooser.forFile());
        assertEquals(1, chooser.forColumn(0));
    }
}
