// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;

/**
 * The CPU time of all threads of a process, of those that ended too. The JDK's own count of it goes by hundredths of a second.
 * Needs 64-bit Linux.
 */
public final class CpuClock {

    private final int clock;

    private CpuClock(int clock) {
        this.clock = clock;
    }

    /**
     * Returns the clock of a process.
     *
     * @throws IOException if the system has none for it
     */
    public static CpuClock of(long process) throws IOException {
        IntByReference clock = new IntByReference();
        if (Clocks.INSTANCE.clock_getcpuclockid(Math.toIntExact(process), clock) != 0) {
            throw new IOException("this system has no clock for the CPU time of process " + process);
        }
        return new CpuClock(clock.getValue());
    }

    /**
     * Returns the CPU time since the process started, in nanoseconds.
     *
     * @throws IOException if the process has ended
     */
    public long nanos() throws IOException {
        long[] secondsAndNanos = new long[2];
        if (Clocks.INSTANCE.clock_gettime(clock, secondsAndNanos) != 0) {
            throw new IOException("the process has ended, and its CPU time with it");
        }
        return secondsAndNanos[0] * 1_000_000_000 + secondsAndNanos[1];
    }

    /** Of the C library's time.h. */
    private interface Clocks extends Library {

        Clocks INSTANCE = Native.load("c", Clocks.class);

        int clock_getcpuclockid(int process, IntByReference clock);

        int clock_gettime(int clock, long[] secondsAndNanos);
    }
}
