// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The processor's time of the calling thread, so that a machine that does other things as well does not make a candidate
 * slow; the time of day where the JVM does not tell it. Safe for use by many threads.
 */
final class CpuClock {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean TELLS =
            THREADS.isCurrentThreadCpuTimeSupported() && THREADS.getCurrentThreadCpuTime() >= 0;

    private CpuClock() {}

    /** Returns the time of the calling thread, in nanoseconds from no particular start. */
    static long nanos() {
        return TELLS ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }
}
