// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.Measurement;

/** The cost that each goal minimizes. */
final class Cost {

    /** The number of reads of a table for each write that {@link Goal#BALANCED} assumes. */
    static final int SCANS = 10;

    private Cost() {}

    /** Returns the cost of a measurement: bytes for {@link Goal#SMALLEST}, seconds of a core for the others. */
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
     * Returns the goal whose cost compares candidates with the current files. If the time to write those is unknown,
     * {@link Goal#BALANCED} compares the time to read.
     */
    static Goal against(Goal goal, Measurement now) {
        return goal == Goal.BALANCED && Double.isNaN(now.compressSeconds()) ? Goal.SCAN : goal;
    }

    /** Returns whether column chunks that would grow keep their codec. */
    static boolean keepsSmaller(Goal goal) {
        return goal == Goal.SMALLEST || goal == Goal.BALANCED;
    }
}
