// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Chooses a candidate for the file, and another one for columns where that pays. Candidates are numbers, the same ones for all
 * columns; 0 is what stands. Immutable.
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
    private final List<Measurement[]> columns;
    private final List<Boolean> canStay;
    private final int candidates;
    private final int ofFile;
    private final int[] choices;

    /**
     * Chooses.
     *
     * @param columns what each candidate makes of each column
     * @param canStay for each column whether a plan can say that it stays as it is, if the file does not
     */
    Chooser(Goal goal, double storageSpeed, List<Measurement[]> columns, List<Boolean> canStay) {
        this.goal = goal;
        this.storageSpeed = storageSpeed;
        this.columns = new ArrayList<>(columns);
        this.canStay = new ArrayList<>(canStay);
        this.candidates = columns.isEmpty() ? 1 : columns.get(0).length;
        int best = best(this::costOfFile, this::preferenceOfFile, 0);
        double now = costOfFile(0);
        this.ofFile = pays(now, costOfFile(best), now) ? best : 0;
        this.choices = new int[columns.size()];
        double cost = costOfFile(ofFile);
        for (int i = 0; i < choices.length; i++) {
            choices[i] = choice(i, cost);
        }
    }

    private int choice(int column, double costOfFile) {
        int first = ofFile == 0 || canStay.get(column) ? 0 : 1;
        int best = best(
                candidate -> cost(column, candidate), candidate -> preference(effective(column, candidate)), first);
        return pays(cost(column, ofFile), cost(column, best), costOfFile) ? best : ofFile;
    }

    private static boolean pays(double before, double after, double costOfFile) {
        return after < before && !(before - after < THRESHOLD * costOfFile);
    }

    private int best(IntToDoubleFunction cost, IntToDoubleFunction preference, int first) {
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
        double cost = 0;
        for (int i = 0; i < columns.size(); i++) {
            cost += cost(i, candidate);
        }
        return cost;
    }

    private double preferenceOfFile(int candidate) {
        double preference = 0;
        for (int i = 0; i < columns.size(); i++) {
            preference += preference(effective(i, candidate));
        }
        return preference;
    }

    /** Returns what decides between equal costs: time where bytes are the cost, and bytes where time is. */
    private double preference(Measurement measured) {
        return goal == Goal.SMALLEST ? known(Goal.BALANCED.cost(measured, storageSpeed)) : measured.bytes();
    }

    private double cost(int column, int candidate) {
        return known(goal.cost(effective(column, candidate), storageSpeed));
    }

    /** What nothing here can write has no time to write, and any other candidate is better for a goal that counts that. */
    private static double known(double cost) {
        return Double.isNaN(cost) ? Double.MAX_VALUE / 1e6 : cost;
    }

    /** Returns the number of the candidate for the file; 0 if the file is to stay as it is. */
    int ofFile() {
        return ofFile;
    }

    /** Returns the number of the candidate for a column; that of the file unless another one pays. */
    int ofColumn(int column) {
        return choices[column];
    }

    /** Returns what a candidate comes to in a column, which stays as it is if the goal is to keep what is smaller. */
    Measurement effective(int column, int candidate) {
        return effective(columns.get(column), candidate);
    }

    Measurement effective(Measurement[] measurements, int candidate) {
        Measurement measured = measurements[candidate];
        Measurement now = measurements[0];
        return goal.keepsSmaller() && measured.bytes() > now.bytes() ? now : measured;
    }
}
