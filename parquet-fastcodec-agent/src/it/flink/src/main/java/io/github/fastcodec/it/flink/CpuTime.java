// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU time of Flink's task threads and of the threads that they start, as sources do to fetch records. It excludes planning,
 * the cluster's messages, JIT compilers and garbage collectors, and includes the generated code that a task compiles. The times
 * are read every millisecond, because a thread's time is lost when the thread ends.
 */
final class CpuTime {

    interface Action {
        void run() throws Exception;
    }

    /** Flink's name for the thread group. A thread is in the group of the thread that starts it. */
    private static final String TASKS = "Flink Task Threads";

    private static final long INTERVAL_MILLIS = 1;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** The CPU time of each thread when the action began, and when it was last read. */
    private final Map<Long, long[]> times = new HashMap<>();

    private volatile boolean ended;

    /** The exception that ended the reading of times, or null. */
    private Throwable failure;

    private CpuTime() {}

    /** Returns the CPU nanoseconds of an action. Only one action may run at a time in a JVM. */
    static long of(Action action) throws Exception {
        CpuTime time = new CpuTime();
        time.begin();
        Thread asking = new Thread(time::askUntilEnd, "CPU time");
        asking.start();
        try {
            action.run();
        } finally {
            time.ended = true;
            asking.join();
        }
        if (time.failure != null) {
            throw new IllegalStateException("the time was not measured to the end", time.failure);
        }
        long nanos = time.times.values().stream().mapToLong(of -> of[1] - of[0]).sum();
        if (nanos == 0) {
            throw new IllegalStateException("no thread of a group named \"" + TASKS + "\" has run");
        }
        return nanos;
    }

    /** Records the times of the threads that exist before the action. */
    private void begin() {
        ask();
        times.values().forEach(of -> of[0] = of[1]);
    }

    private void askUntilEnd() {
        try {
            while (!ended) {
                ask();
                Thread.sleep(INTERVAL_MILLIS);
            }
            ask();
        } catch (Throwable e) {
            failure = e;
        }
    }

    private void ask() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[2 * root.activeCount() + 100];
        int count = root.enumerate(threads);
        for (int i = 0; i < count; i++) {
            ThreadGroup group = threads[i].getThreadGroup();
            long nanos =
                    group != null && group.getName().equals(TASKS) ? THREADS.getThreadCpuTime(threads[i].getId()) : -1;
            if (nanos >= 0) { // the thread has not ended
                times.computeIfAbsent(threads[i].getId(), id -> new long[2])[1] = nanos;
            }
        }
    }
}
