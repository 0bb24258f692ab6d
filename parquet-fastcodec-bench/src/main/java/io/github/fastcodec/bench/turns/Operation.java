// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

/** The work that is timed. One thread runs it or, in a benchmark with several threads, all of them run it concurrently. */
public interface Operation {

    /**
     * Runs the operation repeatedly. The loop is part of each contender's own code, so that the compiler sees only one contender
     * in it.
     *
     * @param times the number of runs, at least 1
     */
    void run(int times) throws Exception;

    /** Removes the output of a single shot, so that the operation can run again. This is not timed. */
    default void cleanUp() throws Exception {}

    /** Returns the size of the output of one run, in bytes; 0 if it is not reported. */
    default long bytes() {
        return 0;
    }
}
