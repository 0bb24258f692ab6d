// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;

/**
 * Which blocks libzstd may compress on the heap. It works on heap arrays in place, and most garbage collectors wait for the end
 * of the call; they may wait for a few milliseconds. G1 does not wait from Java 22 on: it leaves the array where it is and
 * collects the rest (JEP 423). Immutable.
 */
final class HeapPinning {

    /** The rule for this JVM. */
    static final HeapPinning HERE = new HeapPinning(() -> Collector.WAITS);

    /** From this level on, a block of more than a slice takes long. */
    private static final int SLOW_LEVEL = 7;

    /** Below that level, the largest block that is compressed in one call, in bytes: a page of 1 MiB and its last rows. */
    private static final int LARGEST_QUICK = 1280 << 10;

    private final BooleanSupplier collectorWaits;

    HeapPinning(BooleanSupplier collectorWaits) {
        this.collectorWaits = collectorWaits;
    }

    /** Returns whether the collector would wait too long for a block of {@code size} bytes. */
    boolean isTooLong(int level, int size) {
        return size > (level < SLOW_LEVEL ? LARGEST_QUICK : HeapSlices.SIZE) && collectorWaits.getAsBoolean();
    }

    /** The collector of this JVM, which is asked for at the first block that depends on it. */
    private static final class Collector {

        private static final int FIRST_WITH_A_G1_THAT_PINS = 22;

        static final boolean WAITS = Runtime.version().feature() < FIRST_WITH_A_G1_THAT_PINS || !isG1();

        private static boolean isG1() {
            try {
                return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .anyMatch(collector -> collector.getName().startsWith("G1 "));
            } catch (LinkageError | RuntimeException e) {
                return false; // a JVM without the module does not tell, nor one that forbids to ask
            }
        }
    }
}
