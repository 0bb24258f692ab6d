// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.InputFiles;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleConsumer;

/**
 * Measures the pages of files with the codecs and levels of this machine's engines, and recommends. Immutable and safe for use
 * by many threads; each call has threads of its own, which end with it. Calls at the same time disturb each other's times
 * less than their progress, because the processor's time of each thread is what counts.
 */
public final class Advisor {

    private static final long DEFAULT_SAMPLE = 64_000_000;
    private static final double DEFAULT_STORAGE_SPEED = 100e6;

    private final Goal goal;
    private final FastCodecOptions options;
    private final List<String> columns;
    private final List<CodecLevel> candidates;
    private final long sample;
    private final long seed;
    private final double storageSpeed;
    private final int threads;
    private final long memory;
    private final DoubleConsumer progress;

    private Advisor(
            Goal goal,
            FastCodecOptions options,
            List<String> columns,
            List<CodecLevel> candidates,
            long sample,
            long seed,
            double storageSpeed,
            int threads,
            long memory,
            DoubleConsumer progress) {
        this.goal = Objects.requireNonNull(goal, "goal");
        this.options = Objects.requireNonNull(options, "options");
        this.columns = columns;
        this.candidates = candidates;
        this.sample = sample;
        this.seed = seed;
        this.storageSpeed = storageSpeed;
        this.threads = threads;
        this.memory = memory;
        this.progress = Objects.requireNonNull(progress, "progress");
    }

    /**
     * Returns an advisor that measures a sample of 64 MB of all columns with the codecs and levels that are worth it for the
     * goal, with as many threads as there are processors, and takes storage to give 100 MB a second to each core.
     */
    public static Advisor of(Goal goal) {
        return new Advisor(
                goal,
                FastCodecOptions.defaults(),
                Collections.emptyList(),
                Collections.emptyList(),
                DEFAULT_SAMPLE,
                17,
                DEFAULT_STORAGE_SPEED,
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory() / 2,
                share -> {});
    }

    /** Returns a copy that compresses and decompresses pages with the given options. */
    public Advisor withOptions(FastCodecOptions newOptions) {
        return new Advisor(
                goal, newOptions, columns, candidates, sample, seed, storageSpeed, threads, memory, progress);
    }

    /**
     * Returns a copy that measures some columns, and recommends nothing for others.
     *
     * @param paths paths in the schema, with dots, as {@code a.list.element}; all columns if it is empty
     */
    public Advisor withColumns(Collection<String> paths) {
        return new Advisor(
                goal, options, List.copyOf(paths), candidates, sample, seed, storageSpeed, threads, memory, progress);
    }

    /**
     * Returns a copy that measures these candidates, however slow they are, beside what stands.
     *
     * @param codecs codecs and levels; those that are worth it if it is empty
     */
    public Advisor withCandidates(Collection<CodecLevel> codecs) {
        return new Advisor(
                goal, options, columns, List.copyOf(codecs), sample, seed, storageSpeed, threads, memory, progress);
    }

    /**
     * Returns a copy that measures about so much of all columns together.
     *
     * @param bytes decompressed bytes
     * @throws IllegalArgumentException if it is below 1
     */
    public Advisor withSample(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("sample is " + bytes + " bytes, expected at least 1");
        }
        return new Advisor(goal, options, columns, candidates, bytes, seed, storageSpeed, threads, memory, progress);
    }

    /** Returns a copy that draws other pages. */
    public Advisor withSeed(long newSeed) {
        return new Advisor(
                goal, options, columns, candidates, sample, newSeed, storageSpeed, threads, memory, progress);
    }

    /**
     * Returns a copy that takes storage to give so much to each core, which decides between smaller files and faster codecs.
     *
     * @param bytesPerSecond compressed bytes a second
     * @throws IllegalArgumentException if it is not above 0
     */
    public Advisor withStorageSpeed(double bytesPerSecond) {
        if (!(bytesPerSecond > 0)) {
            throw new IllegalArgumentException(
                    "storage speed is " + bytesPerSecond + " bytes a second, expected more than 0");
        }
        return new Advisor(goal, options, columns, candidates, sample, seed, bytesPerSecond, threads, memory, progress);
    }

    /**
     * Returns a copy that measures with a number of threads at the same time.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Advisor withThreads(int newThreads) {
        if (newThreads < 1) {
            throw new IllegalArgumentException("threads is " + newThreads + ", expected at least 1");
        }
        return new Advisor(
                goal, options, columns, candidates, sample, seed, storageSpeed, newThreads, memory, progress);
    }

    /**
     * Returns a copy that holds at most about so many bytes of pages at the same time; half of the heap unless asked otherwise.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Advisor withMemory(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("memory is " + bytes + " bytes, expected at least 1");
        }
        return new Advisor(goal, options, columns, candidates, sample, seed, storageSpeed, threads, bytes, progress);
    }

    /**
     * Returns a copy that tells how much of the work is done.
     *
     * @param listener takes a share from 0 to 1, from the thread that calls {@link #advise}
     */
    public Advisor withProgress(DoubleConsumer listener) {
        return new Advisor(goal, options, columns, candidates, sample, seed, storageSpeed, threads, memory, listener);
    }

    /**
     * Measures files, which are only read. A file or a column that cannot be read is named in {@link Advice#basis} and left
     * out.
     *
     * @param paths files, directories, of which all Parquet files below them count, and globs; with a scheme such as
     *     {@code hdfs://} on what Hadoop's file systems serve that the calling thread's class loader finds
     * @throws java.nio.file.NoSuchFileException if there is nothing where a path leads
     * @throws IOException if nothing of any file can be read; says why for each
     * @throws IllegalArgumentException if the paths lead to no Parquet file, a column that was asked for is in no file, or a
     *     setting is out of range; names it
     */
    public Advice advise(Collection<String> paths) throws IOException {
        Storages storages = new Storages(Storages.applicationLoader());
        List<InputFile> files = InputFiles.find(List.copyOf(paths), storages).files();
        if (files.isEmpty()) {
            throw new IllegalArgumentException("There is no Parquet file in " + String.join(", ", paths));
        }
        Map<String, FileInput> inputs = new LinkedHashMap<>();
        Map<String, String> leftOut = new LinkedHashMap<>();
        try {
            for (InputFile file : files) {
                try {
                    inputs.put(file.path(), file.open());
                } catch (IOException e) {
                    leftOut.put(file.path(), e.toString());
                }
            }
            return new Measuring(this, List.copyOf(paths), inputs, leftOut).run();
        } finally {
            close(inputs.values());
        }
    }

    /**
     * Measures one file, for {@link #conclude}. All candidates are measured, however slow they are.
     *
     * @param path a file, with a scheme such as {@code hdfs://} on what Hadoop's file systems serve that the calling thread's
     *     class loader finds
     * @param hadoop Hadoop's configuration, by which a path without a scheme may be one of Hadoop's too
     * @return what was measured, or why nothing could be
     */
    public FileSample measure(String path, Map<String, String> hadoop) {
        Storages storages = new Storages(Storages.applicationLoader(), hadoop);
        try (FileInput input = storages.of(path).open(storages.path(path))) {
            return new Measuring(this, List.of(path), Map.of(path, input), Map.of()).sample(path);
        } catch (IOException e) {
            return FileSample.failed(path, e);
        }
    }

    /**
     * Makes an advice for a table of what was measured of its files, or of a sample of them. A file or a column that cannot be
     * read is named in {@link Advice#basis} and left out.
     *
     * @param paths what the advice is for, as it was asked for
     * @param files the number of the table's files
     * @param bytes their length
     * @param samples each file once; or fewer, each of which stands for an equal part of the bytes, so that a large file is
     *     there the more often
     * @throws IOException if nothing of any file could be read; says why for each
     * @throws IllegalArgumentException if a column that was asked for is in no file, or a setting is out of range; names it
     */
    public Advice conclude(Collection<String> paths, long files, long bytes, List<FileSample> samples)
            throws IOException {
        return new SampledTable(this, List.copyOf(paths), files).advice(bytes, samples);
    }

    private static void close(Collection<FileInput> inputs) throws IOException {
        List<IOException> failures = new ArrayList<>();
        for (FileInput input : inputs) {
            try {
                input.close();
            } catch (IOException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    Goal goal() {
        return goal;
    }

    FastCodecOptions options() {
        return options;
    }

    List<String> columns() {
        return columns;
    }

    /** Returns what the caller wants measured; empty if that is left to this project. */
    List<CodecLevel> candidates() {
        return candidates;
    }

    long sample() {
        return sample;
    }

    /** Returns what the choice of pages depends on. */
    public long seed() {
        return seed;
    }

    double storageSpeed() {
        return storageSpeed;
    }

    int threads() {
        return threads;
    }

    long memory() {
        return memory;
    }

    DoubleConsumer progress() {
        return progress;
    }
}
