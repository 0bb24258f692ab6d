// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;

/** Sums the CPU time of the tasks that have ended in this JVM. Thread-safe. */
final class TaskCpu {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final AtomicLong NANOS = new AtomicLong();

    private TaskCpu() {}

    /** Begins to measure the task that is starting on the calling thread. The task ends on the same thread. */
    static void taskStarts() {
        if (THREADS.isCurrentThreadCpuTimeSupported()) {
            long before = THREADS.getCurrentThreadCpuTime();
            TaskCompletionListener end = ended -> NANOS.addAndGet(THREADS.getCurrentThreadCpuTime() - before);
            TaskContext.get().addTaskCompletionListener(end);
        }
    }

    /** Returns the CPU time of all tasks that have ended since the JVM started, in nanoseconds. */
    static long nanos() {
        return NANOS.get();
    }
}
