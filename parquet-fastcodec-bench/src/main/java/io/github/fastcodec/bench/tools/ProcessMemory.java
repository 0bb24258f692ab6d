// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What this process takes of the machine's memory. */
final class ProcessMemory {

    /** Stands for a size that the system does not tell. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private static final Path STATUS = Path.of("/proc/self/status");

    private ProcessMemory() {}

    /** Returns the resident set size, in bytes; {@link #UNKNOWN} anywhere but on Linux. */
    static long resident() throws IOException {
        if (!Files.isReadable(STATUS)) {
            return UNKNOWN;
        }
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
            }
        }
        return UNKNOWN;
    }

    /** Returns what direct buffers take, in bytes. */
    static long direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** Returns the heap in use after garbage collections that leave time for what they set going, in bytes. */
    static long liveHeap() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            System.gc();
            Thread.sleep(100);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Returns bytes as mebibytes for a table. */
    static String mib(long bytes) {
        return bytes == UNKNOWN ? "n/a" : String.format(Locale.ROOT, "%.1f", bytes / 1048576.0);
    }
}
