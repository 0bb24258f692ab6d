// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.sampling.ByteShare;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.InputFiles;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleConsumer;

/**
 * Measures the pages of files with the codecs and levels of this machine's engines, and recommends. Immutable and safe for use
 * by many threads; each call has threads of its own, which end with it. Calls at the same time disturb each other's times
 * less than their progress, because the processor's time of each thread is what counts.
 *
 * @param options how pages are compressed and decompressed
 * @param columns which columns are measured, each with those below it, by paths with dots such as {@code a.list.element}; all if
 *     it is empty
 * @param candidates what is measured beside the files as they are, however slow it is, at the default level if none is given; what
 *     is worth it for the goal if it is empty
 * @param sample about how much of all columns together is measured, in decompressed bytes
 * @param seed what the choice of pages depends on
 * @param storageSpeed what storage gives to each core, in compressed bytes a second: the slower, the more a smaller file is worth
 * @param threads how many pages are measured at the same time
 * @param memory about how many bytes of pages are held at the same time
 * @param progress takes how much of the work is done, from 0 to 1, from the thread that calls {@link #advise}. It may end the
 *     measuring by a {@link java.util.concurrent.CancellationException}: the advice rests on what was measured before
 */
public record Advisor(
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

    /** How many files of a large table are measured, on a store or a cluster: the error of a sample shrinks only with the root of its size. */
    public static final int FILES = 64;

    /** @throws IllegalArgumentException if the sample, the storage's speed, the threads or the memory is not above 0 */
    public Advisor {
        Objects.requireNonNull(goal, "goal");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(progress, "progress");
        columns = List.copyOf(columns);
        candidates = candidates.stream()
                .map(one -> one.level() == null
                        ? CodecLevel.listOf(one.codec().name()).get(0)
                        : one)
                .toList();
        require(sample >= 1, "sample is " + sample + " bytes, expected at least 1");
        require(storageSpeed > 0, "storage speed is " + storageSpeed + " bytes a second, expected more than 0");
        require(threads >= 1, "threads is " + threads + ", expected at least 1");
        require(memory >= 1, "memory is " + memory + " bytes, expected at least 1");
    }

    private static void require(boolean isRight, String message) {
        if (!isRight) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Returns an advisor that measures a sample of 64 MiB of all columns with the codecs and levels that are worth it for the
     * goal, with as many threads as there are processors and half of the heap, and takes storage to give 100 MB a second to each
     * core.
     */
    public static Advisor of(Goal goal) {
        return new Advisor(
                goal,
                FastCodecOptions.defaults(),
                List.of(),
                List.of(),
                64 << 20,
                17,
                100e6,
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory() / 2,
                share -> {});
    }

    /** Returns a copy with other {@link #options}. */
    public Advisor withOptions(FastCodecOptions with) {
        return new Advisor(goal, with, columns, candidates, sample, seed, storageSpeed, threads, memory, progress);
    }

    /** Returns a copy with other {@link #columns}. */
    public Advisor withColumns(Collection<String> with) {
        return new Advisor(
                goal, options, List.copyOf(with), candidates, sample, seed, storageSpeed, threads, memory, progress);
    }

    /** Returns a copy with other {@link #candidates}. */
    public Advisor withCandidates(Collection<CodecLevel> with) {
        return new Advisor(
                goal, options, columns, List.copyOf(with), sample, seed, storageSpeed, threads, memory, progress);
    }

    /**
     * Returns a copy with another {@link #sample}.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Advisor withSample(long with) {
        return new Advisor(goal, options, columns, candidates, with, seed, storageSpeed, threads, memory, progress);
    }

    /** Returns a copy with another {@link #seed}. */
    public Advisor withSeed(long with) {
        return new Advisor(goal, options, columns, candidates, sample, with, storageSpeed, threads, memory, progress);
    }

    /**
     * Returns a copy with another {@link #storageSpeed}.
     *
     * @throws IllegalArgumentException if it is not above 0
     */
    public Advisor withStorageSpeed(double with) {
        return new Advisor(goal, options, columns, candidates, sample, seed, with, threads, memory, progress);
    }

    /**
     * Returns a copy with another number of {@link #threads}.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Advisor withThreads(int with) {
        return new Advisor(goal, options, columns, candidates, sample, seed, storageSpeed, with, memory, progress);
    }

    /**
     * Returns a copy with another limit of {@link #memory}.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Advisor withMemory(long with) {
        return new Advisor(goal, options, columns, candidates, sample, seed, storageSpeed, threads, with, progress);
    }

    /** Returns a copy with another listener for {@link #progress}. */
    public Advisor withProgress(DoubleConsumer with) {
        return new Advisor(goal, options, columns, candidates, sample, seed, storageSpeed, threads, memory, with);
    }

    /**
     * Measures files, which are only read. A file or a column that cannot be read is named in {@link Advice#basis} and left
     * out. Of more than {@value #FILES} files that are not on this machine about so many stand for all.
     *
     * @param paths files, directories, of which all Parquet files below them count, and globs; with a scheme such as
     *     {@code hdfs://} on what Hadoop's file systems serve that the calling thread's class loader finds
     * @throws java.nio.file.NoSuchFileException if there is nothing where a path leads
     * @throws java.util.concurrent.CancellationException if {@link #progress} ended the measuring before anything was measured
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
        List<InputFile> some = some(files);
        Map<String, OpenInputs.Opener> inputs = new LinkedHashMap<>();
        some.forEach(file -> inputs.put(file.path(), file::open));
        TableSample sample = new TableSample(length(some), 1);
        try (OpenInputs open = new OpenInputs(inputs, areLocal(some))) {
            new Measuring(this, open, sample).measureTable();
        }
        return conclude(files.size(), length(files), List.of(sample), CopyLines.Conversion.of(paths), List.of());
    }

    /** Returns the files that are measured: all on this machine, where reading the headers of all pages costs little. */
    private List<InputFile> some(List<InputFile> files) {
        if (files.size() <= FILES || areLocal(files)) {
            return files;
        }
        List<InputFile> some = new ArrayList<>();
        new ByteShare<>(files.iterator(), InputFile::length, (double) FILES / files.size(), seed)
                .forEachRemaining(some::add);
        return some;
    }

    private static boolean areLocal(List<InputFile> files) {
        return files.stream().allMatch(file -> file.storage().isLocal());
    }

    private static long length(List<InputFile> files) {
        return files.stream().mapToLong(InputFile::length).sum();
    }

    /**
     * Measures one file, for {@link #conclude}. All candidates are measured, however slow they are.
     *
     * @param path a file, with a scheme such as {@code hdfs://} on what Hadoop's file systems serve that the calling thread's
     *     class loader finds
     * @param draws for how many equal parts of the table's bytes the file stands: how often it was drawn
     * @param hadoop Hadoop's configuration, by which a path without a scheme may be one of Hadoop's too
     * @return what was measured, or why nothing could be
     */
    public TableSample measure(String path, int draws, Map<String, String> hadoop) {
        Storages storages = new Storages(Storages.applicationLoader(), hadoop);
        try {
            Storage storage = storages.of(path);
            OpenInputs.Opener opener = () -> storage.open(storages.path(path));
            try (OpenInputs inputs = new OpenInputs(Map.of(path, opener), storage.isLocal())) {
                TableSample sample = new TableSample(inputs.read(path, FileInput::length), draws);
                new Measuring(this, inputs, sample).measureFile();
                return sample;
            }
        } catch (IOException e) {
            return TableSample.failed(path, e);
        }
    }

    /**
     * Makes an advice for a table of what was measured of its files, or of a sample of them. A file or a column that cannot be
     * read is named in {@link Advice#basis} and left out.
     *
     * @param files the number of the table's files
     * @param bytes their length
     * @param samples those of all files; or of some, which stand for the whole by how often they were drawn
     * @param program the words of the command line that converts the files, up to the options that say with what
     * @param arguments the words after these options
     * @param notes what to know before the files are converted, in sentences
     * @throws IOException if nothing of any file could be read; says why for each
     * @throws IllegalArgumentException if a column that was asked for is in no file, or a setting is out of range; names it
     */
    public Advice conclude(
            long files,
            long bytes,
            List<TableSample> samples,
            List<String> program,
            List<String> arguments,
            List<String> notes)
            throws IOException {
        return conclude(files, bytes, samples, new CopyLines.Conversion(program, arguments), notes);
    }

    private Advice conclude(
            long files, long bytes, List<TableSample> samples, CopyLines.Conversion conversion, List<String> notes)
            throws IOException {
        TableSample whole = TableSample.merged(samples, samples.size() == files ? 0 : bytes);
        whole.requireColumns(columns);
        whole.requireMeasured();
        return new Conclusion(this, whole, files).advice(conversion, notes);
    }
}
