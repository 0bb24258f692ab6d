// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.Measurement;

/** The cost that each goal minimizes. */
final class Cost {

    /** The number of times that a table is read for each write, as {@link Goal#BALANCED} assumes. */
    static final int SCANS = 10;

    private Cost() {}

    /** Returns the cost of a measurement: bytes for {@link Goal#SMALLEST}, seconds of one core for the other goals. */
    static double of(Goal goal, Measurement measured, double storageSpeed) {
        double scan = measured.decompressSeconds() + measured.bytes() / storageSpeed;
        double write = measured.compressSeconds() + measured.bytes() / storageSpeed;
        return switch (goal) {
            case SMALLEST -> measured.bytes();
            case BALANCED -> write + SCANS * scan;
            case SCAN -> scan;
            case WRITE -> write;
        };
    }

    /**
     * Returns the goal by whose cost candidates are compared with the current files. If the time to write the current files is
     * unknown, {@link Goal#BALANCED} compares only the time to read.
     */
    static Goal against(Goal goal, Measurement now) {
        return goal == Goal.BALANCED && Double.isNaN(now.compressSeconds()) ? Goal.SCAN : goal;
    }

    /** Returns whether, with this goal, column chunks that would grow keep their codec. */
    static boolean keepsSmaller(Goal goal) {
        return goal == Goal.SMALLEST || goal == Goal.BALANCED;
    }
}
