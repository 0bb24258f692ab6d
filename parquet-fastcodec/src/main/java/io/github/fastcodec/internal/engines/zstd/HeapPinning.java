// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;

/**
 * Decides which blocks libzstd may compress in one call. libzstd works on heap arrays in place, and most garbage collectors
 * wait for the end of the call; a wait of a few milliseconds is acceptable. From Java 22 on, G1 does not wait: it pins the
 * array's region and collects the other regions (JEP 423). Immutable.
 */
final class HeapPinning {

    /** The rule for this JVM. */
    static final HeapPinning HERE = new HeapPinning(() -> Collector.WAITS);

    /** From this level on, one call takes too long for a block that is larger than a slice. */
    private static final int SLOW_LEVEL = 7;

    /**
     * The largest block, in bytes, that levels below {@link #SLOW_LEVEL} compress in one call: a page of 1 MiB, plus the rows
     * by which a page may exceed that size.
     */
    private static final int LARGEST_QUICK = 1280 << 10;

    private final BooleanSupplier collectorWaits;

    HeapPinning(BooleanSupplier collectorWaits) {
        this.collectorWaits = collectorWaits;
    }

    /** Returns whether the collector would wait too long for a block of {@code size} bytes. */
    boolean isTooLong(int level, int size) {
        return size > (level < SLOW_LEVEL ? LARGEST_QUICK : HeapSlices.SIZE) && collectorWaits.getAsBoolean();
    }

    /** The collector of this JVM. It is determined when the first large block needs it. */
    private static final class Collector {

        private static final int FIRST_VERSION_WITH_PINNING_G1 = 22;

        static final boolean WAITS = Runtime.version().feature() < FIRST_VERSION_WITH_PINNING_G1 || !isG1();

        private static boolean isG1() {
            try {
                return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .anyMatch(collector -> collector.getName().startsWith("G1 "));
            } catch (LinkageError | RuntimeException e) {
                return false; // the module is missing, or access is denied
            }
        }
    }
}
