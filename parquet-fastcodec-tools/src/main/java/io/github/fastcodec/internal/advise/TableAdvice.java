// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.internal.sampling.ByteShare;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.search.Search;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.DoubleConsumer;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Advises on a table: measures its files on this machine, or combines the measurements of many machines. Immutable and thread-safe.
 */
public record TableAdvice(AdviseOptions options) {

    /** The codecs that parquet-java writes and reads only with parquet-fastcodec. */
    public static final List<CompressionCodecName> NOT_IN_PARQUET_JAVA =
            List.of(CompressionCodecName.BROTLI, CompressionCodecName.LZO);

    /**
     * The number of files to measure in a large table on a store or a cluster. The error of a sample shrinks only with the square root
     * of its size.
     */
    public static final int FILES = 64;

    /** Does the work of {@link io.github.fastcodec.advise.Advisor#advise}. The line for the conversion is a command line. */
    public Advice of(Collection<String> paths, DoubleConsumer progress) throws IOException {
        Storages storages = new Storages(Storages.applicationLoader());
        FileList files = Search.find(paths, storages);
        if (files.files() == 0) {
            throw new IllegalArgumentException("There is no Parquet file in " + String.join(", ", paths));
        }
        TableSample sample = measure(files.inOrder(), storages, progress);
        return conclude(files.files(), files.bytes(), List.of(sample), Conversion.of(paths), List.of());
    }

    /**
     * Measures files on this machine.
     *
     * @param files at least one
     * @param progress receives the share of the work that is done, from 0 to 1; may throw a {@link CancellationException} to stop
     *     measuring
     * @throws CancellationException if the listener threw one before a column was measured
     * @throws IOException if no file can be read; the message contains the reasons
     * @throws IllegalArgumentException if no file contains a requested column, or a setting is out of range; the message names
     *     the column or setting
     */
    public TableSample measure(List<ListedFile> files, Storages storages, DoubleConsumer progress) throws IOException {
        List<ListedFile> selected = selected(files, storages);
        List<String> names = selected.stream().map(ListedFile::source).toList();
        TableSample sample = new TableSample(length(selected), 1);
        try (OpenInputs open = new OpenInputs(names, storages::open, areLocal(selected, storages))) {
            new Measuring(options, open, sample, progress).measureTable();
        }
        return sample;
    }

    /**
     * Returns the files to measure: all if they are few, or if they are local, so that page headers are cheap to read; otherwise
     * a sample.
     */
    private List<ListedFile> selected(List<ListedFile> files, Storages storages) throws IOException {
        if (files.size() <= FILES || areLocal(files, storages)) {
            return files;
        }
        List<ListedFile> selected = new ArrayList<>();
        new ByteShare<>(files.iterator(), ListedFile::length, (double) FILES / files.size(), options.seed())
                .forEachRemaining(selected::add);
        return selected;
    }

    private static boolean areLocal(List<ListedFile> files, Storages storages) throws IOException {
        for (ListedFile file : files) {
            if (!storages.of(file.source()).isLocal()) {
                return false;
            }
        }
        return true;
    }

    private static long length(List<ListedFile> files) {
        return files.stream().mapToLong(ListedFile::length).sum();
    }

    /**
     * Measures one file, for {@link #conclude}. No candidate is left out for being slow.
     *
     * @param draws the number of times the file was drawn. Each draw represents an equal share of the table's bytes
     * @param triesDictionaries whether to try dictionaries, which reads whole chunks; one file of a table is enough
     * @return the measurements, or the reason why the file could not be measured
     */
    public TableSample measure(String path, int draws, boolean triesDictionaries, Storages storages) {
        try {
            boolean isLocal = storages.of(path).isLocal();
            try (OpenInputs inputs = new OpenInputs(List.of(path), storages::open, isLocal)) {
                TableSample sample = new TableSample(inputs.read(path, FileInput::length), draws);
                new Measuring(options, inputs, sample, share -> {}).measureFile(triesDictionaries);
                return sample;
            }
        } catch (IOException e) {
            return TableSample.failed(path, e);
        }
    }

    /**
     * Returns the advice from the measurements of a table's files, or of a sample of them. Files and columns that could not be read
     * are left out, and named in {@link Advice#basis}.
     *
     * @param files the number of the table's files
     * @param bytes the total length of the table's files, in bytes
     * @param samples the measurements of all files, or of drawn files, each of which represents the table in proportion to how
     *     often it was drawn
     * @param conversion the line that converts the files
     * @param notes notes to read before running that line, as sentences
     * @throws IOException if no file or no column could be read, or if the machines have different engines; the message contains
     *     the reasons
     * @throws IllegalArgumentException if no file contains a requested column, or a setting is out of range; the message names
     *     the column or setting
     */
    public Advice conclude(long files, long bytes, List<TableSample> samples, Conversion conversion, List<String> notes)
            throws IOException {
        TableSample whole = TableSample.merged(samples, samples.size() == files ? 0 : bytes);
        whole.requireColumns(options.columns());
        whole.requireMeasured();
        return new Conclusion(options, whole, files).advice(conversion, notes);
    }
}
