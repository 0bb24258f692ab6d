// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.Advisor;
import io.github.fastcodec.advise.CodecLevel;
import io.github.fastcodec.advise.FileSample;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.DirectoryConversion;
import io.github.fastcodec.internal.cluster.FileList;
import io.github.fastcodec.internal.cluster.FileTask;
import io.github.fastcodec.internal.cluster.Job;
import io.github.fastcodec.internal.cluster.Machine;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The command {@code advise} where a cluster measures some files of many. For one thread. */
final class ClusterAdvice {

    /** How many files are measured at most. More would tell little more: a sample's error shrinks with the root of its size. */
    static final int FILES = 64;

    /** The job that follows an advice, up to what says which files. */
    private static final List<String> JOB = List.of(
            "spark-submit",
            "--class",
            "io.github.fastcodec.jobs.RecompressJob",
            "parquet-fastcodec-tools-VERSION-all.jar",
            "--plan",
            "plan.json");

    private final Cluster cluster;
    private final Advisor advisor;
    private final Goal goal;
    private final List<String> columns;
    private final List<CodecLevel> candidates;
    private final long sample;

    /**
     * Creates one.
     *
     * @param advisor what concludes, on the driver; the other parameters are what the machines measure by
     */
    ClusterAdvice(
            Cluster cluster,
            Advisor advisor,
            Goal goal,
            List<String> columns,
            List<CodecLevel> candidates,
            long sample) {
        this.cluster = cluster;
        this.advisor = advisor;
        this.goal = goal;
        this.columns = columns;
        this.candidates = candidates;
        this.sample = sample;
    }

    /**
     * Measures files, and makes an advice.
     *
     * @throws java.nio.file.NoSuchFileException if there is nothing where a path leads
     * @throws picocli.CommandLine.ParameterException if the paths lead to no Parquet file
     * @throws IOException if nothing of any file can be read, or the cluster fails
     * @throws IllegalArgumentException if a column that was asked for is in no file; names it
     */
    Advice advise(PathArguments paths) throws IOException {
        Storages storages = new Storages(Storages.applicationLoader(), cluster.settings());
        FileList files = new DirectoryConversion(cluster, storages).find(paths.paths());
        paths.requireFiles(files.files());
        List<String> arguments = new ArrayList<>(List.of("--to", "converted"));
        arguments.addAll(paths.paths());
        return advise(paths.paths(), files, arguments, List.of());
    }

    /**
     * Measures files, and makes an advice.
     *
     * @param asked what was asked for
     * @param files one at least
     * @param arguments those by which RecompressJob finds the files
     * @param notes what to know before it runs, in sentences
     * @throws IOException if nothing of any file can be read, or the cluster fails
     * @throws IllegalArgumentException if a column that was asked for is in no file; names it
     */
    Advice advise(List<String> asked, FileList files, List<String> arguments, List<String> notes) throws IOException {
        List<FileTask> drawn = files.draw(FILES, advisor.seed());
        Map<String, Integer> times = new TreeMap<>();
        drawn.forEach(file -> times.merge(file.source(), 1, Integer::sum));
        List<Measure> jobs = new ArrayList<>();
        times.forEach((file, count) -> jobs.add(new Measure(this, file, sample / drawn.size() * count)));
        Map<String, FileSample> samples = new HashMap<>();
        try (Progress progress = Progress.start("measuring", jobs.size(), sample)) {
            cluster.call("parquet-fastcodec measures Parquet files", jobs, (FileSample measured) -> {
                samples.put(measured.file(), measured);
                progress.file();
            });
        }
        List<FileSample> all = new ArrayList<>();
        drawn.forEach(file -> all.add(samples.get(file.source())));
        all.sort(Comparator.comparing(FileSample::file));
        List<String> job = new ArrayList<>(JOB);
        job.addAll(arguments);
        return advisor.conclude(asked, files.files(), files.bytes(), all).withConversion(job, notes);
    }

    /** Measures a file, on any machine. Immutable. */
    private static final class Measure implements Job<FileSample> {

        private static final long serialVersionUID = 1L;

        /** Whether this JVM has measured nothing yet: its first times are those of code that is not compiled. */
        private static final AtomicBoolean COLD = new AtomicBoolean(true);

        private final Goal goal;
        private final TreeMap<String, String> settings;
        private final ArrayList<String> columns;
        private final ArrayList<CodecLevel> candidates;
        private final long sample;
        private final long seed;
        private final String file;

        private Measure(ClusterAdvice advice, String file, long sample) {
            this.goal = advice.goal;
            this.settings = new TreeMap<>(ClusterRun.settings(advice.cluster));
            this.columns = new ArrayList<>(advice.columns);
            this.candidates = new ArrayList<>(advice.candidates);
            this.sample = Math.max(1, sample);
            this.seed =
                    advice.advisor.seed() + file.hashCode(); // files that are alike are not asked for the same pages
            this.file = file;
        }

        @Override
        public FileSample run(Machine machine) {
            Advisor advisor = Advisor.of(goal)
                    .withOptions(FastCodecOptions.from(settings::get))
                    .withColumns(columns)
                    .withCandidates(candidates)
                    .withSample(sample)
                    .withSeed(seed)
                    .withThreads(machine.threads())
                    .withMemory(machine.memory());
            if (COLD.getAndSet(false)) {
                advisor.measure(file, machine.settings());
            }
            return advisor.measure(file, machine.settings());
        }
    }
}
