// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The CPU time of this process without what its compilers and garbage collectors take, which comes when it likes. Needs Linux, and
 * a JVM whose own threads do not end before it: {@code -XX:-UseDynamicNumberOfCompilerThreads}, {@code
 * -XX:-UseDynamicNumberOfGCThreads}.
 */
final class CpuTime {

    /** Something that takes time. */
    interface Action {
        void run() throws Exception;
    }

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** The first 15 letters of their names, as Linux keeps them. */
    private static final Pattern NOT_THE_JOB = Pattern.compile("C[12] Compiler.*|GC Thread.*|G1 .*|VM Thread");

    /** Linux counts in hundredths of a second here, on every platform. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private CpuTime() {}

    /** Returns the nanoseconds of an action. */
    static long of(Action action) throws Exception {
        long before = nanos();
        action.run();
        return nanos() - before;
    }

    private static long nanos() throws IOException {
        long ticks = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path thread : threads) {
                try {
                    // "123 (C2 CompilerThre) S ..."; the times are the 14th and 15th field
                    String stat = Files.readString(thread.resolve("stat"));
                    int nameEnd = stat.lastIndexOf(')');
                    if (NOT_THE_JOB
                            .matcher(stat.substring(stat.indexOf('(') + 1, nameEnd))
                            .matches()) {
                        String[] fields = stat.substring(nameEnd + 2).split(" ");
                        ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
                    }
                } catch (IOException e) {
                    if (Files.exists(thread)) {
                        throw e;
                    }
                    // a thread of the job that has ended before its file was opened, or read
                }
            }
        }
        return PROCESS.getProcessCpuTime() - ticks * NANOS_PER_TICK;
    }
}
