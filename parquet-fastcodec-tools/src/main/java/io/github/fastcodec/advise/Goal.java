// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

/**
 * What the compression of a table is to be good for. Each goal has one measure, the cost, and a recommendation is what has the
 * least. Times are those of one core; what storage takes is the size divided by {@link Advisor#withStorageSpeed its speed}.
 */
public enum Goal {

    /** The fewest bytes. No column chunk becomes larger. */
    SMALLEST {
        @Override
        double cost(Measurement measured, double storageSpeed) {
            return measured.bytes();
        }
    },

    /** The least time to write the table once and to read it ten times. No column chunk becomes larger. */
    BALANCED {
        @Override
        double cost(Measurement measured, double storageSpeed) {
            return WRITE.cost(measured, storageSpeed) + SCANS * SCAN.cost(measured, storageSpeed);
        }
    },

    /** The least time to read the table, from storage and by decompressing it. */
    SCAN {
        @Override
        double cost(Measurement measured, double storageSpeed) {
            return measured.decompressSeconds() + measured.bytes() / storageSpeed;
        }
    },

    /** The least time to write the table, by compressing it and to storage. */
    WRITE {
        @Override
        double cost(Measurement measured, double storageSpeed) {
            return measured.compressSeconds() + measured.bytes() / storageSpeed;
        }
    };

    /** How often a table is read for each time that it is written, for {@link #BALANCED}. */
    static final int SCANS = 10;

    /** Returns what is to become small: bytes for {@link #SMALLEST}, seconds of a core for the others. */
    abstract double cost(Measurement measured, double storageSpeed);

    /** Returns whether column chunks that would become larger keep their codec. */
    boolean keepsSmaller() {
        return this == SMALLEST || this == BALANCED;
    }
}
