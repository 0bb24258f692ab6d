// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.Measurement;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses a candidate for the file, and another one for columns where that pays. Candidates are numbers, the same ones for all
 * columns; 0 is what is there now. Immutable.
 */
final class Chooser {

    /** What a change must gain, in relation to the cost of the whole file. */
    static final double THRESHOLD = 0.01;

    /** Costs this near to each other, in relation, are equal: that is how much measuring errs. */
    private static final double EQUAL_TIMES = 0.01;

    /** Sizes are exact for the pages of the sample. */
    private static final double EQUAL_BYTES = 0.002;

    private final Goal goal;

    /** What compares a candidate with what is there now. */
    private final Goal againstNow;

    private final double storageSpeed;
    private final List<List<Measurement>> parts;
    private final int ofFile;
    private final int[] ofColumns;

    /**
     * @param columns what each candidate makes of each column, in parts that have one codec each; one at least. A plan can say that a
     *     column of one part stays as it is, if the file does not
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
        this.ofFile = best(parts, 0, 1);
        this.ofColumns = new int[columns.size()];
        for (int i = 0; i < ofColumns.length; i++) {
            boolean canStay = ofFile == 0 || columns.get(i).size() == 1;
            ofColumns[i] = best(columns.get(i), ofFile, canStay ? 0 : 1);
        }
    }

    /**
     * Returns the best candidate for some parts of columns.
     *
     * @param unless what they get if no other candidate pays
     * @param first the first candidate
     */
    private int best(List<List<Measurement>> some, int unless, int first) {
        int candidates = some.get(0).size();
        List<Integer> paying = IntStream.range(first, candidates)
                .filter(candidate -> pays(some, unless, candidate))
                .boxed()
                .toList();
        double least = paying.stream()
                .mapToDouble(candidate -> cost(goal, some, candidate))
                .min()
                .orElse(0);
        double limit = least * (1 + (goal == Goal.SMALLEST ? EQUAL_BYTES : EQUAL_TIMES));
        return paying.stream()
                .filter(candidate -> cost(goal, some, candidate) <= limit)
                .min(Comparator.comparingDouble(candidate -> preference(some, candidate)))
                .orElse(unless);
    }

    private boolean pays(List<List<Measurement>> some, int before, int after) {
        Goal measure = before == 0 || after == 0 ? againstNow : goal;
        double gain = cost(measure, some, before) - cost(measure, some, after);
        return gain > 0 && gain >= THRESHOLD * cost(measure, parts, before);
    }

    private double cost(Goal measure, List<List<Measurement>> some, int candidate) {
        return some.stream()
                .mapToDouble(column -> known(Cost.of(measure, effective(column, candidate), storageSpeed)))
                .sum();
    }

    private double preference(List<List<Measurement>> some, int candidate) {
        return some.stream()
                .mapToDouble(column -> preference(effective(column, candidate)))
                .sum();
    }

    /** Returns what decides between equal costs: time where bytes are the cost, and bytes where time is. */
    private double preference(Measurement measured) {
        return goal == Goal.SMALLEST ? known(Cost.of(Goal.BALANCED, measured, storageSpeed)) : measured.bytes();
    }

    /** What takes an unknown time to write comes last for a goal that counts that. */
    private static double known(double cost) {
        return Double.isNaN(cost) ? Double.MAX_VALUE / 1e6 : cost;
    }

    /** Returns the number of the candidate for the file; 0 if the file is to stay as it is. */
    int ofFile() {
        return ofFile;
    }

    /** Returns the number of the candidate for a column; that of the file unless another one pays. */
    int ofColumn(int column) {
        return ofColumns[column];
    }

    /**
     * Returns what a candidate comes to in a part of a column, which may stay as it is. If the time to write that is unknown, it is
     * the candidate's, by which a writer compresses before it can compare.
     */
    Measurement effective(List<Measurement> part, int candidate) {
        Measurement measured = part.get(candidate);
        Measurement now = part.get(0);
        if (!stays(part, candidate)) {
            return measured;
        }
        return Double.isNaN(now.compressSeconds()) ? Measurements.writtenLike(now, measured) : now;
    }

    /** Returns whether a part of a column stays as it is because a candidate would make it larger. */
    boolean stays(List<Measurement> part, int candidate) {
        return Cost.keepsSmaller(goal)
                && part.get(candidate).bytes() > part.get(0).bytes();
    }
}
