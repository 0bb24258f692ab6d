// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.Advisor;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.TableSample;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterFunction;
import io.github.fastcodec.internal.cluster.FileList;
import io.github.fastcodec.internal.cluster.FileTask;
import io.github.fastcodec.internal.cluster.Machine;
import io.github.fastcodec.internal.text.ToolsJar;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The command {@code advise} where a cluster measures some files of many. */
final class ClusterAdvice {

    private ClusterAdvice() {}

    /**
     * Measures files, and makes an advice.
     *
     * @param files one at least
     * @param advisor says what the machines measure, and concludes on the driver
     * @param arguments those by which RecompressJob finds the files
     * @param notes what to know before it runs, in sentences
     * @throws IOException if nothing of any file can be read, or the cluster fails
     * @throws IllegalArgumentException if a column that was asked for is in no file; names it
     */
    static Advice of(FileList files, Cluster cluster, Advisor advisor, List<String> arguments, List<String> notes)
            throws IOException {
        List<FileTask> drawn = files.draw(Advisor.FILES, advisor.seed());
        Map<String, Integer> draws = new TreeMap<>();
        drawn.forEach(file -> draws.merge(file.source(), 1, Integer::sum));
        long each = advisor.sample() / Math.max(1, drawn.size());
        List<Sampled> sampled = new ArrayList<>();
        draws.forEach((file, count) -> sampled.add(new Sampled(
                file,
                count,
                Math.max(1, each * count),
                advisor.seed() + file.hashCode()))); // files that are alike are not asked for the same pages
        Measure measure = new Measure(
                advisor.goal(),
                ClusterRecompression.options(cluster),
                new ArrayList<>(advisor.columns()),
                new ArrayList<>(advisor.candidates()));
        List<TableSample> samples = new ArrayList<>();
        try (Progress progress = Progress.start("measuring", sampled.size(), advisor.sample())) {
            cluster.call(
                    "parquet-fastcodec measures Parquet files",
                    measure,
                    sampled.iterator(),
                    measured -> {
                        samples.add(measured);
                        progress.file();
                    },
                    () -> false);
        }
        List<String> job =
                List.of("spark-submit", "--class", "io.github.fastcodec.jobs.RecompressJob", ToolsJar.path());
        return advisor.conclude(files.files(), files.bytes(), samples, job, arguments, notes);
    }

    /** A file, how often it was drawn, and which of its pages are measured. Immutable. */
    private record Sampled(String file, int draws, long sample, long seed) implements Serializable {}

    /** Measures files, on any machine. Immutable. */
    private record Measure(
            Goal goal, FastCodecOptions options, ArrayList<String> columns, ArrayList<CodecLevel> candidates)
            implements ClusterFunction<Sampled, TableSample> {

        @Override
        public TableSample run(Sampled sampled, Machine machine) {
            return Advisor.of(goal)
                    .withOptions(options)
                    .withColumns(columns)
                    .withCandidates(candidates)
                    .withSample(sampled.sample())
                    .withSeed(sampled.seed())
                    .withThreads(machine.threads())
                    .withMemory(machine.memory())
                    .measure(sampled.file(), sampled.draws(), machine.settings());
        }
    }
}
