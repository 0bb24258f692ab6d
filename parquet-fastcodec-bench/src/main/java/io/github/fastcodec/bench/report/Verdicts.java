// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import io.github.fastcodec.bench.report.Document.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What can be said of each cell of a comparison: faster, slower, neither, or that its null test strays. */
final class Verdicts {

    /** A cell, what it came to, and its null test. */
    private record Verdict(Measurement cell, Estimate speedUp, Estimate nullTest) {}

    private final List<Verdict> slower = new ArrayList<>();
    private int all;
    private int faster;
    private int busy;

    Verdicts(Results cells, String ours, String theirs) {
        for (Measurement cell : cells.measurements()) {
            Results alone = new Results(List.of(cell));
            Verdict verdict = new Verdict(cell, alone.speedUp(ours, theirs), alone.nullTest());
            all++;
            if (ResultTable.strays(verdict.nullTest, cell.limit())) {
                busy++;
            } else if (verdict.speedUp.low() > 1) {
                faster++;
            } else if (verdict.speedUp.high() < 1) {
                slower.add(verdict);
            }
        }
        slower.sort(Comparator.comparingDouble(verdict -> verdict.speedUp.log()));
    }

    /**
     * Returns how many there are of each.
     *
     * @param beginning with one {@code %d} for how many cells there are
     */
    String sentence(String beginning) {
        return String.format(
                Locale.ROOT,
                beginning
                        + " %d are faster and %d slower with 95 %% confidence; %d are within the noise, and in %d the null"
                        + " test strays, so that they say nothing.",
                all,
                faster,
                slower.size(),
                all - faster - slower.size() - busy,
                busy);
    }

    /** Returns a table of the slower ones, if there are any. */
    Optional<Table> table(String caption, int most) {
        return slower.isEmpty()
                ? Optional.empty()
                : Optional.of(new Table(
                        caption,
                        1,
                        List.of("cell", "speed-up", "null test"),
                        slower.stream()
                                .limit(most)
                                .map(verdict -> List.of(
                                        name(verdict.cell),
                                        verdict.speedUp.asSpeedUp(),
                                        verdict.nullTest == null ? "-" : verdict.nullTest.asSpeedUp()))
                                .toList()));
    }

    private static String name(Measurement cell) {
        return cell.benchmark() + " " + cell.operation() + " "
                + cell.params().entrySet().stream()
                        .filter(param -> !(param.getKey().equals("threads")
                                && param.getValue().equals("1")))
                        .map(param -> param.getKey().equals("dictionary")
                                        || param.getKey().equals("levels")
                                ? param.getKey() + "=" + param.getValue()
                                : param.getValue())
                        .collect(Collectors.joining(" "));
    }
}
