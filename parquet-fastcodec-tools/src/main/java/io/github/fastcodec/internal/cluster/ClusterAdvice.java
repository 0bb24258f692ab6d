// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.internal.advise.TableAdvice;
import io.github.fastcodec.internal.advise.TableSample;
import io.github.fastcodec.internal.search.FileList;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Advises on many files. A cluster measures a sample of them. Not thread-safe. */
public final class ClusterAdvice {

    private final Cluster cluster;
    private final AdviseOptions options;

    /** The number of times that each file to measure was drawn, keyed by its path. */
    private final Map<String, Integer> draws = new TreeMap<>();

    /** @param files the files to advise on, at least one */
    public ClusterAdvice(FileList files, Cluster cluster, AdviseOptions options) {
        this.cluster = cluster;
        this.options = options;
        files.draw(TableAdvice.FILES, options.seed()).forEach(file -> draws.merge(file.source(), 1, Integer::sum));
    }

    /** Returns the number of files to measure. */
    public int files() {
        return draws.size();
    }

    /**
     * Measures the files.
     *
     * @param each called after each file has been measured
     * @param cancelled whether to end soon, with the files measured so far
     * @return the measurements, in any order
     * @throws CancellationException if the call was cancelled before a file was measured
     * @throws IOException if the cluster fails
     */
    public List<TableSample> measure(Runnable each, BooleanSupplier cancelled) throws IOException {
        int drawn = draws.values().stream().mapToInt(Integer::intValue).sum();
        long perDraw = options.sample() / Math.max(1, drawn);
        String largest = Collections.max(draws.entrySet(), Map.Entry.comparingByValue())
                .getKey(); // drawn in proportion to its bytes
        List<Sampled> sampled = new ArrayList<>();
        draws.forEach((file, count) -> sampled.add(new Sampled(
                file,
                count,
                file.equals(largest),
                Math.max(1, perDraw * count),
                options.seed() + file.hashCode()))); // so that different pages of similar files are measured
        List<TableSample> samples = new ArrayList<>();
        cluster.call(
                "parquet-fastcodec measures Parquet files",
                new Measure(options),
                sampled.iterator(),
                measured -> {
                    samples.add(measured);
                    each.run();
                },
                cancelled);
        if (samples.isEmpty() && cancelled.getAsBoolean()) {
            throw new CancellationException();
        }
        return samples;
    }

    /**
     * A file, the number of times that it was drawn, whether to try dictionaries, and the size in bytes and the seed of its page
     * sample. Immutable.
     */
    private record Sampled(String file, int draws, boolean triesDictionaries, long sample, long seed)
            implements Serializable {}

    /** Measures files on any machine. Immutable. */
    private record Measure(AdviseOptions options) implements ClusterFunction<Sampled, TableSample> {

        @Override
        public TableSample run(Sampled sampled, Machine machine) {
            AdviseOptions here = options.withSample(sampled.sample())
                    .withSeed(sampled.seed())
                    .withThreads(machine.threads(options.threads()))
                    .withMemory(machine.memory(options.memory()));
            return new TableAdvice(here)
                    .measure(sampled.file(), sampled.draws(), sampled.triesDictionaries(), machine.storages());
        }
    }
}
