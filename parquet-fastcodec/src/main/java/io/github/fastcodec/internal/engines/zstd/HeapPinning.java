// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

/**
 * Which blocks libzstd may compress on the heap. It works on heap arrays in place, and the garbage collector waits for the end
 * of the call (G1 before Java 22). It may wait for about a millisecond.
 */
final class HeapPinning {

    /** From this level on, every block is compressed outside the heap. */
    private static final int SLOW_LEVEL = 7;

    /** Below that level, the largest block that is compressed on the heap, in bytes. */
    private static final int LARGEST_IN_PLACE = 256 << 10;

    private HeapPinning() {}

    /** Returns whether the collector would wait too long for a block of so many bytes. */
    static boolean isTooLong(int level, int size) {
        return isTooSlow(level) || size > LARGEST_IN_PLACE;
    }

    /** Returns whether the collector would wait too long for a slice of a block. */
    static boolean isTooSlow(int level) {
        return level >= SLOW_LEVEL;
    }
}
