// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.internal.advise.Conversion;
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

/** Advises on many files. A cluster measures a sample of them. Not thread-safe. */
public final class ClusterAdvice {

    private final FileList files;
    private final Cluster cluster;
    private final AdviseOptions options;

    /** The number of times that each file to measure was drawn, keyed by its path. */
    private final Map<String, Integer> draws = new TreeMap<>();

    /**
     * Draws the files to measure.
     *
     * @param files the files to advise on, at least one
     */
    public ClusterAdvice(FileList files, Cluster cluster, AdviseOptions options) {
        this.files = files;
        this.cluster = cluster;
        this.options = options;
        files.draw(TableAdvice.FILES, options.seed()).forEach(file -> draws.merge(file.source(), 1, Integer::sum));
    }

    /** Returns the number of files to measure. */
    public int files() {
        return draws.size();
    }

    /**
     * Measures the files on the cluster, and derives the advice on this machine.
     *
     * @param conversion the line that converts the files
     * @param notes sentences for the user to read before running that line
     * @param each called after each file has been measured
     * @throws IOException if no file can be read, even in part, or the cluster fails
     * @throws IllegalArgumentException if no file has a requested column; the message names it
     */
    public Advice advice(Conversion conversion, List<String> notes, Runnable each) throws IOException {
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
                () -> false);
        return new TableAdvice(options).conclude(files.files(), files.bytes(), samples, conversion, notes);
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
