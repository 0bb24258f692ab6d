// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.sun.management.ThreadMXBean;
import io.github.fastcodec.internal.cluster.Bundles;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.Conversion;
import io.github.fastcodec.internal.cluster.Directory;
import io.github.fastcodec.internal.cluster.DirectoryConversion;
import io.github.fastcodec.internal.cluster.DirectoryRun;
import io.github.fastcodec.internal.cluster.FileList;
import io.github.fastcodec.internal.cluster.FileTask;
import io.github.fastcodec.internal.cluster.Job;
import io.github.fastcodec.internal.cluster.ListedDirectory;
import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the driver of a Spark job keeps of a lake, and how long it takes to plan: every part of it runs but the files. */
@Command(
        name = "lake-scale",
        header = "What a lake of millions of files takes of the driver of RecompressJob.",
        description =
                "Lists a simulated lake as executors do, keeps it as the driver does, and makes all tasks of it. No file"
                        + " is opened.",
        footer = "  java -jar benchmarks.jar lake-scale --directories=10000 --files=1000")
@Jvm.Options({"-Xmx4g", "-XX:+UseSerialGC"})
public final class LakeScale extends Tool {

    @Option(names = "--directories", defaultValue = "10000", description = "Directories; ${DEFAULT-VALUE} by default.")
    private int directories;

    @Option(names = "--files", defaultValue = "1000", description = "Files in each; ${DEFAULT-VALUE} by default.")
    private int files;

    @Override
    public Integer call() throws Exception {
        Map<String, String> settings = Map.of(
                "fs." + SimulatedLake.SCHEME + ".impl",
                SimulatedLake.class.getName(),
                SimulatedLake.DIRECTORIES,
                "" + directories,
                SimulatedLake.FILES,
                "" + files);
        Storages storages = new Storages(LakeScale.class.getClassLoader(), settings);
        long before = used();
        long start = System.nanoTime();
        DirectoryConversion conversion = new DirectoryConversion(new Lister(storages), storages);
        FileList list =
                conversion.list(List.of(SimulatedLake.SCHEME + "://lake/in"), SimulatedLake.SCHEME + "://lake/out");
        double listed = (System.nanoTime() - start) / 1e9;
        long calls = SimulatedLake.CALLS.get();
        long memory = used() - before;
        long withoutJobs = used();
        List<FileJob> jobs = conversion.jobs(list);
        long forEstimate = used() - withoutJobs;
        print("heap of the driver for --dry-run, a file", (double) forEstimate / jobs.size(), "bytes");
        jobs = null;
        start = System.nanoTime();
        long allocated = allocated();
        long tasks = 0;
        long largest = 0;
        long last = 0;
        for (Bundles bundles = new Bundles(list.largestFirst()); bundles.hasNext(); ) {
            last = bundles.next().stream().mapToLong(FileTask::length).sum();
            largest = Math.max(largest, last);
            tasks++;
        }
        double planned = (System.nanoTime() - start) / 1e9;
        allocated = allocated() - allocated;
        print("files", list.files(), "");
        print("bytes of the files", list.bytes() / 1e12, "TB");
        print("heap of the driver for the list", memory / 1e6, "MB");
        print("  for a file", (double) memory / list.files(), "bytes");
        print("calls of the file system to list", calls, "");
        print("time to list, in one thread", listed, "s");
        print("tasks", tasks, "");
        print("  the largest", largest / 1e6, "MB");
        print("  the last", last / 1e6, "MB");
        print("time of the driver to make all tasks", planned, "s");
        print("  what it allocates meanwhile", allocated / 1e9, "GB");
        return 0;
    }

    private static void print(String what, double value, String unit) {
        String number = value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%,.1f", value);
        System.out.printf("%-40s %14s %s%n", what, number, unit);
    }

    private static long used() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    /** Lists as an executor does, in this JVM. */
    private record Lister(Storages storages) implements Cluster {

        @Override
        public Map<String, String> settings() {
            return Map.of();
        }

        @Override
        public int threads() {
            return 1;
        }

        @Override
        public void list(List<Directory> directories, Consumer<ListedDirectory> listed) throws IOException {
            DirectoryRun run = new DirectoryRun(storages);
            for (Directory directory : directories) {
                listed.accept(run.list(directory));
            }
        }

        @Override
        public <T extends Serializable> void call(String what, List<? extends Job<T>> jobs, Consumer<T> results) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void convert(Conversion conversion, Iterator<FileTask> files, Results results) {
            throw new UnsupportedOperationException();
        }
    }
}
