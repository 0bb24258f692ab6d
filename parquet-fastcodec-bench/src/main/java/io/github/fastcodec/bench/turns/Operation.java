// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

/** The work that is timed. One thread does it, or in a benchmark of several threads all of them at once. */
public interface Operation {

    /**
     * Does it some times over. The loop is the contender's own code, so that the compiler sees one contender in it.
     *
     * @param times how often, at least once
     */
    void run(int times) throws Exception;

    /** Removes the output of a single shot, so that it can run again; not timed. */
    default void cleanUp() throws Exception {}

    /** Returns the size of what one run writes, in bytes; 0 if that says nothing. */
    default long bytes() {
        return 0;
    }
}
