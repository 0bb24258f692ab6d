// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.sampling.Mean;
import java.util.Arrays;

/**
 * How sure an estimate is: the values that it would have if the whole table were as each row group of the sample. Immutable and
 * safe for use by many threads.
 */
public final class Spread {

    private final double[] values;

    Spread(double[] values) {
        this.values = values.clone();
    }

    /** Returns the number of row groups of which something was measured. */
    public int rowGroups() {
        return values.length;
    }

    /** Returns the least value of a row group; NaN if there is none. */
    public double least() {
        return Arrays.stream(values).min().orElse(Double.NaN);
    }

    /** Returns the greatest value of a row group; NaN if there is none. */
    public double greatest() {
        return Arrays.stream(values).max().orElse(Double.NaN);
    }

    /**
     * Returns how far the mean over the row groups may be from that of the whole table, in 95 of 100 samples; NaN if there are
     * fewer than two of them, which tell nothing of the others.
     */
    public double error() {
        return Mean.of(values).error();
    }
}
