// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.memory;

/**
 * Memory for the static initializers of this project. If an initializer runs out of memory, its class fails for the life of
 * its class loader, and with it every later file. So the first file requires the memory before it initializes any class; if
 * there is too little, only that file fails. Thread-safe.
 */
public final class InitializerMemory {

    /** The required memory, in blocks of 64 KiB: four times the 1 MiB that the first file of a JVM allocates and keeps. */
    private static final int BLOCKS = 64;

    private static volatile boolean found;

    private InitializerMemory() {}

    /**
     * Requires the memory, until it is found once.
     *
     * @throws OutOfMemoryError if the heap has too little memory; the next call tries again
     */
    public static void require() {
        if (!found) {
            byte[][] blocks = new byte[BLOCKS][];
            for (int i = 0; i < BLOCKS; i++) {
                blocks[i] = new byte[64 << 10];
            }
            found = true;
        }
    }
}
