// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.util.List;
import java.util.function.IntToDoubleFunction;

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
    private final double storageSpeed;
    private final List<List<Measurement>> columns;
    private final int ofFile;
    private final int[] ofColumns;

    /**
     * @param columns what each candidate makes of each column; one at least
     * @param canStay for each column whether a plan can say that it stays as it is, if the file does not
     */
    Chooser(Goal goal, double storageSpeed, List<List<Measurement>> columns, List<Boolean> canStay) {
        this.goal = goal;
        this.storageSpeed = storageSpeed;
        this.columns = columns;
        int best = best(this::costOfFile, this::preferenceOfFile, 0);
        double now = costOfFile(0);
        this.ofFile = pays(now, costOfFile(best), now) ? best : 0;
        this.ofColumns = new int[columns.size()];
        double all = costOfFile(ofFile);
        for (int i = 0; i < ofColumns.length; i++) {
            List<Measurement> column = columns.get(i);
            int own = best(
                    candidate -> cost(column, candidate),
                    candidate -> preference(effective(column, candidate)),
                    ofFile == 0 || canStay.get(i) ? 0 : 1);
            ofColumns[i] = pays(cost(column, ofFile), cost(column, own), all) ? own : ofFile;
        }
    }

    private static boolean pays(double before, double after, double costOfFile) {
        return after < before && before - after >= THRESHOLD * costOfFile;
    }

    private int best(IntToDoubleFunction cost, IntToDoubleFunction preference, int first) {
        int candidates = columns.get(0).size();
        double least = Double.POSITIVE_INFINITY;
        for (int i = first; i < candidates; i++) {
            least = Math.min(least, cost.applyAsDouble(i));
        }
        double limit = least * (1 + (goal == Goal.SMALLEST ? EQUAL_BYTES : EQUAL_TIMES));
        int best = -1;
        for (int i = first; i < candidates; i++) {
            boolean isEqual = cost.applyAsDouble(i) <= limit;
            if (isEqual && (best < 0 || preference.applyAsDouble(i) < preference.applyAsDouble(best))) {
                best = i;
            }
        }
        return Math.max(best, 0);
    }

    private double costOfFile(int candidate) {
        return columns.stream().mapToDouble(column -> cost(column, candidate)).sum();
    }

    private double preferenceOfFile(int candidate) {
        return columns.stream()
                .mapToDouble(column -> preference(effective(column, candidate)))
                .sum();
    }

    /** Returns what decides between equal costs: time where bytes are the cost, and bytes where time is. */
    private double preference(Measurement measured) {
        return goal == Goal.SMALLEST ? known(Goal.BALANCED.cost(measured, storageSpeed)) : measured.bytes();
    }

    private double cost(List<Measurement> column, int candidate) {
        return known(goal.cost(effective(column, candidate), storageSpeed));
    }

    /** Codecs without an engine to write have no time to write, and any other candidate is better for a goal that counts that. */
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

    /** Returns what a candidate comes to in a column, which stays as it is if the goal is to keep what is smaller. */
    Measurement effective(List<Measurement> column, int candidate) {
        Measurement measured = column.get(candidate);
        Measurement now = column.get(0);
        return goal.keepsSmaller() && measured.bytes() > now.bytes() ? now : measured;
    }
}
