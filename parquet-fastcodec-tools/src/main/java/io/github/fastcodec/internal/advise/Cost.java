// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.Measurement;

/** What each goal counts: the cost, which is to become small. */
final class Cost {

    /** How often a table is read for each time that it is written, for {@link Goal#BALANCED}. */
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
     * Returns the goal whose cost compares a candidate with what is there: reading alone for {@link Goal#BALANCED} where the time to
     * write that is unknown, which a file does not tell.
     */
    static Goal against(Goal goal, Measurement now) {
        return goal == Goal.BALANCED && Double.isNaN(now.compressSeconds()) ? Goal.SCAN : goal;
    }

    /** Returns whether column chunks that would become larger keep their codec. */
    static boolean keepsSmaller(Goal goal) {
        return goal == Goal.SMALLEST || goal == Goal.BALANCED;
    }
}
