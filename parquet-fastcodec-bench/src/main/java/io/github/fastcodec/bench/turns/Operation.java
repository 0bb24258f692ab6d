// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

/** What is timed. Used by one thread, unless the benchmark has several: then by all of them at once. */
public interface Operation {

    /**
     * Does it some times over. The loop is the contender's own code, so that the compiler sees one contender in it.
     *
     * @param times how often, at least once
     */
    void run(int times) throws Exception;

    /** Takes away what a single shot has left, so that it can be done once more; not timed. */
    default void cleanUp() throws Exception {}

    /** Returns the size of what one run writes, in bytes; 0 if that says nothing. */
    default long bytes() {
        return 0;
    }
}
