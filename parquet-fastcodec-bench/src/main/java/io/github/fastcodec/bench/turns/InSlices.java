// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

import org.openjdk.jmh.annotations.Param;

/** A benchmark whose turns are slices of time, for operations that are too short to be timed once. */
public abstract class InSlices extends InTurns {

    /** The length of a turn, in milliseconds. */
    @Param("20")
    public int slice;
}
