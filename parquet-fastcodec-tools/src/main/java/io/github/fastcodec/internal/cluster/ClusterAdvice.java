// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.internal.advise.TableAdvice;
import io.github.fastcodec.internal.advise.TableSample;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An advice for many files, some of which a cluster measures. For one thread. */
public final class ClusterAdvice {

    private final FileList files;
    private final Cluster cluster;
    private final AdviseOptions options;

    /** The files that are measured, and how often each was drawn. */
    private final Map<String, Integer> draws = new TreeMap<>();

    /**
     * Draws the files that are measured.
     *
     * @param files one at least
     */
    public ClusterAdvice(FileList files, Cluster cluster, AdviseOptions options) {
        this.files = files;
        this.cluster = cluster;
        this.options = options;
        files.draw(TableAdvice.FILES, options.seed()).forEach(file -> draws.merge(file.source(), 1, Integer::sum));
    }

    /** Returns how many files are measured. */
    public int files() {
        return draws.size();
    }

    /**
     * Has the machines measure files, and concludes here.
     *
     * @param arguments those by which RecompressJob finds the files
     * @param notes what to know before it runs, in sentences
     * @param each is called after each file
     * @throws IOException if nothing of any file can be read, or the cluster fails
     * @throws IllegalArgumentException if a column that was asked for is in no file; names it
     */
    public Advice advice(List<String> arguments, List<String> notes, Runnable each) throws IOException {
        int drawn = draws.values().stream().mapToInt(Integer::intValue).sum();
        long ofEach = options.sample() / Math.max(1, drawn);
        List<Sampled> sampled = new ArrayList<>();
        draws.forEach((file, count) -> sampled.add(new Sampled(
                file,
                count,
                Math.max(1, ofEach * count),
                options.seed() + file.hashCode()))); // files that are alike are not asked for the same pages
        List<TableSample> samples = new ArrayList<>();
        cluster.call(
                "parquet-fastcodec measures Parquet files",
                new Measure(options),
                sampled.iterator(),
                measured -> {
                    samples.add(measured);
                    each.run();
                },
                () -> false);
        return new TableAdvice(options).conclude(files.files(), files.bytes(), samples, arguments, notes);
    }

    /** A file, how often it was drawn, and which of its pages are measured. Immutable. */
    private record Sampled(String file, int draws, long sample, long seed) implements Serializable {}

    /** Measures files, on any machine. Immutable. */
    private record Measure(AdviseOptions options) implements ClusterFunction<Sampled, TableSample> {

        @Override
        public TableSample run(Sampled sampled, Machine machine) {
            AdviseOptions here = options.withSample(sampled.sample())
                    .withSeed(sampled.seed())
                    .withThreads(machine.threads(options.threads()))
                    .withMemory(machine.memory(options.memory()));
            return new TableAdvice(here).measure(sampled.file(), sampled.draws(), machine.storages());
        }
    }
}
