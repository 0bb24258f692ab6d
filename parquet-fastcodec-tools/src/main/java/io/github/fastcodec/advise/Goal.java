// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

/**
 * What the compression of a table is to be good for. Each goal has one measure, the cost, and a recommendation is what has the
 * least. Times are those of one core; what storage takes is the size divided by {@link Advisor#withStorageSpeed its speed}.
 */
public enum Goal {

    /** The fewest bytes. No column chunk becomes larger. */
    SMALLEST,

    /** The least time to write the table once and to read it ten times. No column chunk becomes larger. */
    BALANCED,

    /** The least time to read the table, from storage and by decompressing it. */
    SCAN,

    /** The least time to write the table, by compressing it and to storage. */
    WRITE;

    /** How often a table is read for each time that it is written, for {@link #BALANCED}. */
    static final int SCANS = 10;

    /** Returns what is to become small: bytes for {@link #SMALLEST}, seconds of a core for the others. */
    double cost(Measurement measured, double storageSpeed) {
        double scan = measured.decompressSeconds() + measured.bytes() / storageSpeed;
        double write = measured.compressSeconds() + measured.bytes() / storageSpeed;
        return switch (this) {
            case SMALLEST -> measured.bytes();
            case BALANCED -> write + SCANS * scan;
            case SCAN -> scan;
            case WRITE -> write;
        };
    }

    /**
     * Returns the goal whose cost compares a candidate with what is there: reading alone for {@link #BALANCED} where the time to
     * write that is unknown, which a file does not tell.
     */
    Goal against(Measurement now) {
        return this == BALANCED && Double.isNaN(now.compressSeconds()) ? SCAN : this;
    }

    /** Returns whether column chunks that would become larger keep their codec. */
    boolean keepsSmaller() {
        return this == SMALLEST || this == BALANCED;
    }
}
