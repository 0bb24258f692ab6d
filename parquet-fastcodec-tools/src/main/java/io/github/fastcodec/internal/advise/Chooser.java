// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.Measurement;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses a candidate for the file, and a different one for single columns where that pays. A candidate has the same
 * number in all columns; 0 is the current codec. Immutable.
 */
final class Chooser {

    /** The smallest gain that justifies a change, as a share of the cost of the whole file. */
    static final double THRESHOLD = 0.01;

    /** The relative difference up to which two times count as equal: the accuracy of the measurements. */
    private static final double EQUAL_TIMES = 0.01;

    /** The same for two sizes. It is smaller, because sizes are exact for the sampled pages. */
    private static final double EQUAL_BYTES = 0.002;

    private final Goal goal;

    /** The goal by whose cost a candidate is compared with the current files. */
    private final Goal againstNow;

    private final double storageSpeed;
    private final List<List<Measurement>> parts;
    private final int fileChoice;
    private final int[] columnChoices;

    /**
     * @param columns the measurements of at least one column, indexed by column, part and candidate. The parts of a column differ
     *     in their current codec. If the file changes, a plan can leave a column unchanged only if the column has one part
     */
    Chooser(Goal goal, double storageSpeed, List<List<List<Measurement>>> columns) {
        this.goal = goal;
        this.parts = columns.stream().flatMap(List::stream).toList();
        this.againstNow = Cost.against(
                goal,
                Measurements.sum(
                        parts.get(0).get(0).codec(),
                        parts.stream().map(part -> part.get(0)).toList()));
        this.storageSpeed = storageSpeed;
        this.fileChoice = best(parts, 0, 1);
        this.columnChoices = new int[columns.size()];
        for (int i = 0; i < columnChoices.length; i++) {
            boolean canStay = fileChoice == 0 || columns.get(i).size() == 1;
            columnChoices[i] = best(columns.get(i), fileChoice, canStay ? 0 : 1);
        }
    }

    /**
     * Returns the best candidate for the selected parts of columns.
     *
     * @param fallback the result if no other candidate pays
     * @param first the first candidate to consider
     */
    private int best(List<List<Measurement>> selected, int fallback, int first) {
        int candidates = selected.get(0).size();
        List<Integer> paying = IntStream.range(first, candidates)
                .filter(candidate -> pays(selected, fallback, candidate))
                .boxed()
                .toList();
        double least = paying.stream()
                .mapToDouble(candidate -> cost(goal, selected, candidate))
                .min()
                .orElse(0);
        double limit = least * (1 + (goal == Goal.SMALLEST ? EQUAL_BYTES : EQUAL_TIMES));
        return paying.stream()
                .filter(candidate -> cost(goal, selected, candidate) <= limit)
                .min(Comparator.comparingDouble(candidate -> preference(selected, candidate)))
                .orElse(fallback);
    }

    private boolean pays(List<List<Measurement>> selected, int before, int after) {
        Goal measure = before == 0 || after == 0 ? againstNow : goal;
        double gain = cost(measure, selected, before) - cost(measure, selected, after);
        boolean isEnough = gain > 0 && gain >= THRESHOLD * cost(measure, parts, before);
        // Otherwise a column's own choice could cost more than the file's choice has gained over the present state.
        return isEnough && cost(againstNow, selected, after) <= cost(againstNow, selected, before);
    }

    private double cost(Goal measure, List<List<Measurement>> selected, int candidate) {
        return selected.stream()
                .mapToDouble(column -> known(Cost.of(measure, effective(column, candidate), storageSpeed)))
                .sum();
    }

    private double preference(List<List<Measurement>> selected, int candidate) {
        return selected.stream()
                .mapToDouble(column -> preference(effective(column, candidate)))
                .sum();
    }

    /** Returns the tie-breaker between equal costs: the time if the cost is in bytes, the bytes if it is a time. */
    private double preference(Measurement measured) {
        return goal == Goal.SMALLEST ? known(Cost.of(Goal.BALANCED, measured, storageSpeed)) : measured.bytes();
    }

    /** Returns the cost, or a very high cost if it is NaN because the time to write is unknown. */
    private static double known(double cost) {
        return Double.isNaN(cost) ? Double.MAX_VALUE / 1e6 : cost;
    }

    /** Returns the number of the file's candidate; 0 if the file keeps its codec. */
    int forFile() {
        return fileChoice;
    }

    /** Returns the number of a column's candidate, which is that of the file unless another candidate pays. */
    int forColumn(int column) {
        return columnChoices[column];
    }

    /**
     * Returns the measurement of a part of a column after a change to a candidate. A part that stays as it is keeps its current
     * measurement, but if its time to write is unknown, the part gets that of the candidate, because a writer compresses before
     * it compares sizes.
     */
    Measurement effective(List<Measurement> part, int candidate) {
        Measurement measured = part.get(candidate);
        Measurement now = part.get(0);
        if (!stays(part, candidate)) {
            return measured;
        }
        return Double.isNaN(now.compressSeconds()) && !isNow(part, candidate)
                ? Measurements.writtenLike(now, measured)
                : now;
    }

    /** Returns whether a part of a column does not change: it has the candidate's codec, or the candidate would make it larger. */
    boolean stays(List<Measurement> part, int candidate) {
        return isNow(part, candidate)
                || Cost.keepsSmaller(goal)
                        && part.get(candidate).bytes() > part.get(0).bytes();
    }

    /** Returns whether a candidate is the current codec and names no level, so that a plan with it does nothing. */
    private static boolean isNow(List<Measurement> part, int candidate) {
        return part.get(candidate).codec().equals(part.get(0).codec());
    }
}
