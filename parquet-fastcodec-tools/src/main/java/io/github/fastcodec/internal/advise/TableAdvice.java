// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.internal.sampling.ByteShare;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.InputFiles;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;

/**
 * An advice for a table: of its files on this machine or on a store, or of what many machines have measured. Immutable and safe
 * for use by many threads.
 */
public record TableAdvice(AdviseOptions options) {

    /** How many files of a large table are measured, on a store or a cluster: the error of a sample shrinks only with the root of its size. */
    public static final int FILES = 64;

    /**
     * Measures files here, and makes an advice.
     *
     * @param progress takes how much of the work is done, from 0 to 1, and may end it by a
     *     {@link java.util.concurrent.CancellationException}
     * @throws IOException if nothing of any file can be read; says why for each
     * @throws IllegalArgumentException if the paths lead to no Parquet file, a column that was asked for is in no file, or a
     *     setting is out of range; names it
     */
    public Advice of(Collection<String> paths, DoubleConsumer progress) throws IOException {
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
            new Measuring(options, open, sample, progress).measureTable();
        }
        return conclude(files.size(), length(files), List.of(sample), CopyLines.Conversion.of(paths), List.of());
    }

    /** Returns the files that are measured: all on this machine, where reading the headers of all pages costs little. */
    private List<InputFile> some(List<InputFile> files) {
        if (files.size() <= FILES || areLocal(files)) {
            return files;
        }
        List<InputFile> some = new ArrayList<>();
        new ByteShare<>(files.iterator(), InputFile::length, (double) FILES / files.size(), options.seed())
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
     * @param draws for how many equal parts of the table's bytes the file stands: how often it was drawn
     * @return what was measured, or why nothing could be
     */
    public TableSample measure(String path, int draws, Storages storages) {
        try {
            Storage storage = storages.of(path);
            OpenInputs.Opener opener = () -> storage.open(storages.path(path));
            try (OpenInputs inputs = new OpenInputs(Map.of(path, opener), storage.isLocal())) {
                TableSample sample = new TableSample(inputs.read(path, FileInput::length), draws);
                new Measuring(options, inputs, sample, share -> {}).measureFile();
                return sample;
            }
        } catch (IOException e) {
            return TableSample.failed(path, e);
        }
    }

    /**
     * Makes an advice of what was measured of a table's files, or of a sample of them. A file or a column that cannot be read is
     * named in {@link Advice#basis} and left out.
     *
     * @param files the number of the table's files
     * @param bytes their length
     * @param samples those of all files; or of some, which stand for the whole by how often they were drawn
     * @param arguments those by which the job that converts the files finds them
     * @param notes what to know before it runs, in sentences
     * @throws IOException if nothing of any file could be read; says why for each
     * @throws IllegalArgumentException if a column that was asked for is in no file, or a setting is out of range; names it
     */
    public Advice conclude(
            long files, long bytes, List<TableSample> samples, List<String> arguments, List<String> notes)
            throws IOException {
        return conclude(files, bytes, samples, CopyLines.Conversion.ofJob(arguments), notes);
    }

    private Advice conclude(
            long files, long bytes, List<TableSample> samples, CopyLines.Conversion conversion, List<String> notes)
            throws IOException {
        TableSample whole = TableSample.merged(samples, samples.size() == files ? 0 : bytes);
        whole.requireColumns(options.columns());
        whole.requireMeasured();
        return new Conclusion(options, whole, files).advice(conversion, notes);
    }
}
