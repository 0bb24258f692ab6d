// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

/**
 * Where in an array threads find places of their own: each looks first at the place that its id points at, and from there at
 * the next ones. Places lie so far apart that threads do not share a cache line.
 */
public final class ThreadStripes {

    /** The number of processors, rounded up to a power of two. */
    public static final int PROCESSORS = roundedUp(Runtime.getRuntime().availableProcessors());

    /** From one place to the next, in elements of four bytes or more: a cache line has 64 bytes. */
    private static final int STRIDE = 16;

    private ThreadStripes() {}

    /** Returns the length of an array that has {@code places}. */
    public static int length(int places) {
        return places * STRIDE;
    }

    /** Returns the index of the place with a number from 0 on. */
    public static int index(int number) {
        return number * STRIDE;
    }

    /**
     * Returns the index of the place at which the calling thread looks next.
     *
     * @param attempt 0 for the first look, then 1 and so on
     * @param places how many there are, a power of two
     */
    public static int index(int attempt, int places) {
        return ((int) Thread.currentThread().getId() + attempt & places - 1) * STRIDE;
    }

    private static int roundedUp(int number) {
        return Integer.highestOneBit(2 * number - 1);
    }
}
