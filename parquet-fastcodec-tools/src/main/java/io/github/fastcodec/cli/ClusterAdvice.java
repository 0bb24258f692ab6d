// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.Advisor;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.TableSample;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.DirectoryConversion;
import io.github.fastcodec.internal.cluster.FileList;
import io.github.fastcodec.internal.cluster.FileTask;
import io.github.fastcodec.internal.cluster.Job;
import io.github.fastcodec.internal.cluster.Machine;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

    /**
     * Creates one.
     *
     * @param advisor says what the machines measure, and concludes on the driver
     */
    ClusterAdvice(Cluster cluster, Advisor advisor) {
        this.cluster = cluster;
        this.advisor = advisor;
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
        return advise(files, arguments, List.of());
    }

    /**
     * Measures files, and makes an advice.
     *
     * @param files one at least
     * @param arguments those by which RecompressJob finds the files
     * @param notes what to know before it runs, in sentences
     * @throws IOException if nothing of any file can be read, or the cluster fails
     * @throws IllegalArgumentException if a column that was asked for is in no file; names it
     */
    Advice advise(FileList files, List<String> arguments, List<String> notes) throws IOException {
        List<FileTask> drawn = files.draw(FILES, advisor.seed());
        Map<String, Integer> draws = new TreeMap<>();
        drawn.forEach(file -> draws.merge(file.source(), 1, Integer::sum));
        TreeMap<String, String> settings = new TreeMap<>(ClusterRun.settings(cluster));
        List<Measure> jobs = new ArrayList<>();
        draws.forEach((file, count) -> jobs.add(new Measure(
                file,
                count,
                advisor.goal(),
                settings,
                new ArrayList<>(advisor.columns()),
                new ArrayList<>(advisor.candidates()),
                Math.max(1, advisor.sample() / drawn.size() * count),
                advisor.seed() + file.hashCode()))); // files that are alike are not asked for the same pages
        List<TableSample> samples = new ArrayList<>();
        try (Progress progress = Progress.start("measuring", jobs.size(), advisor.sample())) {
            cluster.call("parquet-fastcodec measures Parquet files", jobs, (TableSample measured) -> {
                samples.add(measured);
                progress.file();
            });
        }
        List<String> job = new ArrayList<>(JOB);
        job.addAll(arguments);
        return advisor.conclude(files.files(), files.bytes(), samples, job, notes);
    }

    /** Measures a file, on any machine. Immutable. */
    private record Measure(
            String file,
            int draws,
            Goal goal,
            TreeMap<String, String> settings,
            ArrayList<String> columns,
            ArrayList<CodecLevel> candidates,
            long sample,
            long seed)
            implements Job<TableSample> {

        @Override
        public TableSample run(Machine machine) {
            return Advisor.of(goal)
                    .withOptions(FastCodecOptions.from(settings::get))
                    .withColumns(columns)
                    .withCandidates(candidates)
                    .withSample(sample)
                    .withSeed(seed)
                    .withThreads(machine.threads())
                    .withMemory(machine.memory())
                    .measure(file, draws, machine.settings());
        }
    }
}
