// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A run over a directory that halts in the middle or is killed from outside: the program in the JVMs of {@link KillTest}. */
final class KilledRun {

    static final Plan PLAN = Plan.to(new CodecLevel(CompressionCodecName.ZSTD, 9));

    private static final int HALTED = 77;

    private KilledRun() {}

    /** Returns the jobs for the files of a directory. */
    static List<FileJob> jobs(Path source, Path target) throws IOException {
        LocalJobs local = LocalJobs.of(source);
        List<FileJob> jobs = new ArrayList<>();
        try (Stream<Path> files = Files.list(source)) {
            for (Path file : files.filter(path -> !path.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList()) {
                jobs.add(local.copyOf(file, target.resolve(file.getFileName()), true));
            }
        }
        return jobs;
    }

    /**
     * Runs over a directory, and prints a dot for each step.
     *
     * @param arguments the source, the target, the number of threads, the step at which the JVM halts or -1
     */
    public static void main(String[] arguments) throws IOException {
        long last = Long.parseLong(arguments[3]);
        AtomicLong steps = new AtomicLong();
        Runnable step = () -> {
            if (steps.getAndIncrement() == last) {
                Runtime.getRuntime().halt(HALTED);
            }
            System.out.print('.');
            System.out.flush();
        };
        List<FileJob> jobs = new ArrayList<>();
        for (FileJob job : jobs(Path.of(arguments[0]), Path.of(arguments[1]))) {
            jobs.add(EventedStorage.job(job, name -> step.run()));
        }
        new Recompression(RecompressOptions.of(PLAN)
                        .withThreads(Integer.parseInt(arguments[2]))
                        .withKeepGoing(true))
                .run(jobs, new Listener() {
                    @Override
                    public void advanced(long bytes) {
                        step.run();
                    }
                });
    }
}
