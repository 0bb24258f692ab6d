// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class JobComparisonTest {

    private final JobComparison comparison = new JobComparison(List.of("gzip:9"), "plugin", List.of("write", "scan"));

    @Test
    void everySideRunsEquallyOftenBeforeEveryOther() {
        List<String> sides = comparison.order(0);
        for (String one : sides) {
            for (String other : sides) {
                int before = 0;
                for (int round = 0; round < 2 * sides.size(); round++) {
                    List<String> order = comparison.order(round);
                    before += Integer.signum(order.indexOf(other) - order.indexOf(one));
                }
                assertEquals(0, before, one + " and " + other);
            }
        }
    }

    @Test
    void speedUpIsTheMedianRatioOfTheRounds() throws Exception {
        comparison.run(3, (name, side) -> {
            int round = name.charAt(name.length() - 1) - '0';
            return times(side.startsWith("plain") ? 3 * round : round, 1);
        });
        assertEquals(
                "| codec | write | null test | scan | null test |\n"
                        + "| --- | ---: | ---: | ---: | ---: |\n"
                        + "| GZIP level 9 | 3.00x (3.00-3.00) | 1.00x (1.00-1.00)"
                        + " | 1.00x (1.00-1.00) | 1.00x (1.00-1.00) |\n",
                comparison.asMarkdown());
    }

    @Test
    void printsOurSizesInPercent() throws Exception {
        comparison.run(2, (name, side) -> {
            Properties run = times(1, 1);
            run.setProperty("gzip:9.bytes", side.equals("plugin") ? "1234" : "2000");
            return run;
        });
        String[] lines = comparison.asMarkdown().split("\n");
        assertTrue(lines[0].endsWith("| scan | null test | size |"), lines[0]);
        assertTrue(lines[1].endsWith("| ---: | ---: |"), lines[1]);
        assertTrue(lines[2].endsWith(" | 62 % |"), lines[2]);
    }

    @Test
    void captionNamesTheJobTheMachineAndTheDate() {
        assertEquals(
                "Some 1.0, two slots, 5,000 rows, 3 rounds, Java " + Runtime.version() + ", 2026-11-25.",
                JobComparison.caption("Some 1.0, two slots", 5_000, 3, LocalDate.of(2026, 11, 25)));
    }

    @Test
    void printsNoTableIfMostNullTestsFail() throws Exception {
        comparison.run(3, (name, side) -> times(1, side.equals("plain-again") ? 0.94 : 1));
        assertEquals(
                "The machine was too busy: the job as it is against itself strays by more than 5 % from 1.00x in gzip:9 scan"
                        + " 1.06x (1.06-1.06). There is no result. Run it again on a machine that does less.",
                assertThrows(IllegalStateException.class, comparison::asMarkdown)
                        .getMessage());
    }

    @Test
    void omitsFiguresOfARowWhoseNullTestFails() throws Exception {
        JobComparison two = new JobComparison(List.of("gzip:9", "zstd of text"), "plugin", List.of("write", "scan"));
        two.run(3, (name, side) -> {
            Properties times = times(1, side.equals("plain-again") ? 0.94 : 1);
            times.setProperty("zstd of text.write", "1");
            times.setProperty("zstd of text.scan", "1");
            return times;
        });
        assertEquals(
                "| GZIP level 9 | 1.00x (1.00-1.00) | 1.00x (1.00-1.00) | too busy | 1.06x (1.06-1.06) |",
                two.asMarkdown().split("\n")[2]);
        assertTrue(two.asMarkdown().contains("\n| ZSTD of text | 1.00x"), two::asMarkdown);
    }

    private static Properties times(double write, double scan) {
        Properties times = new Properties();
        times.setProperty("gzip:9.write", Double.toString(write));
        times.setProperty("gzip:9.scan", Double.toString(scan));
        return times;
    }
}
