// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.Measurement;
import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.Defects;
import io.github.fastcodec.internal.parquet.PageFinder;
import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.TooLargeException;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Window;
import io.github.fastcodec.internal.work.Workers;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.DoubleConsumer;
import java.util.stream.Collectors;

/** Draws a sample of the pages of some files and measures it on a pool of threads. Not thread-safe. */
final class Measuring {

    private static final String FOR_ALL_GOALS = "uncompressed,snappy,lz4_raw:1,lz4_raw:3,lz4_raw:9,"
            + "zstd:1,zstd:3,zstd:6,zstd:9,zstd:12,gzip:1,gzip:6,gzip:9,brotli:1,brotli:4,brotli:6";

    /** Levels so slow that they are worth measuring only for {@link Goal#SMALLEST}. */
    private static final String FOR_SMALLEST = ",zstd:15,zstd:19,zstd:22,gzip:12,brotli:9,brotli:11";

    /** The longest time that a default candidate may take to compress the sample, in seconds of one core. */
    private static final double PATIENCE = 20;

    private static final double PATIENCE_FOR_SMALLEST = 150;

    /** A file's footer may take at most the size of the heap divided by this number. */
    private static final int STRUCTURE_SHARE = 16;

    /**
     * A page may take at most a thread's memory divided by this number. The rest is for copies of the page, one compressed with
     * each candidate.
     */
    private static final int PAGE_SHARE = 2;

    private static final int WARM_UP_SLICES = 6;

    private final AdviseOptions options;
    private final OpenInputs inputs;
    private final TableSample sample;
    private final DoubleConsumer progress;
    private final FastCodecFactory factory;
    private final ExecutorService threads;

    /** The most heap that a page may take, in bytes. */
    private final long pageMemory;

    /**
     * @param inputs the files, which the caller closes
     * @param sample receives the measurements
     * @param progress receives the share of the work that is done, from 0 to 1; may throw a {@link CancellationException}
     */
    Measuring(AdviseOptions options, OpenInputs inputs, TableSample sample, DoubleConsumer progress) {
        this.options = options;
        this.inputs = inputs;
        this.sample = sample;
        this.progress = progress;
        this.factory = new FastCodecFactory(options.codecs()).withExactLevels();
        int count = Workers.count(options.threads());
        this.pageMemory = Window.memory(options.memory()) / PAGE_SHARE / count;
        this.threads = Workers.pool(count);
    }

    /** Measures all files of a table. Default candidates that take too long are left out. */
    void measureTable() throws IOException {
        inputs.files().forEach(this::readColumns);
        sample.requireFiles();
        sample.requireColumns(options.columns());
        measure(true);
        tryDictionaries();
    }

    /**
     * Measures one file of a table. No candidate is left out for being slow, because all machines must measure the same candidates.
     * BROTLI is a candidate only if the options name it.
     *
     * @param triesDictionaries whether to try dictionaries, which reads a chunk of each column that has none
     */
    void measureFile(boolean triesDictionaries) throws IOException {
        inputs.files().forEach(this::readColumns);
        boolean hasOtherColumns = sample.columns.isEmpty() && !sample.allColumns.isEmpty();
        if (!sample.files.isEmpty() && !hasOtherColumns) {
            measure(false);
            if (triesDictionaries) {
                tryDictionaries();
            }
        }
    }

    private void readColumns(String path) {
        progress.accept(0); // throws if cancelled
        try {
            TooLargeException.watch(() -> inputs.read(path, input -> {
                add(path, input);
                return path;
            }));
        } catch (IOException e) {
            sample.leftOutFiles.put(path, Reason.of(e));
        }
    }

    private interface Pages {
        PageLayout of(ColumnChunk chunk) throws IOException;
    }

    /** Reads the footer of a file. If all files are local, also reads all page headers, which costs little there. */
    private void add(String path, FileInput input) throws IOException {
        long limit = Runtime.getRuntime().maxMemory() / STRUCTURE_SHARE;
        ParquetFile file = ParquetFile.open(input, limit, Defects.refused(true));
        Pages pages = inputs.areLocal() ? file.walk()::pages : new PageFinder(file)::pages;
        List<ColumnSample.Chunk> chunks = new ArrayList<>();
        Set<String> columns = new LinkedHashSet<>();
        for (ColumnChunk chunk : file.footer().chunks()) {
            columns.add(chunk.path());
            if (options.columns().isEmpty()
                    || options.columns().stream().anyMatch(name -> TableSample.isOf(name, chunk.path()))) {
                chunks.add(new ColumnSample.Chunk(path, pages.of(chunk)));
            }
        }
        sample.files.add(path); // added only now, because the reading above may fail
        sample.rowGroups += file.footer().rowGroups().size();
        sample.allColumns.addAll(columns);
        sample.dictionaries.add(file.footer(), chunks);
        for (ColumnSample.Chunk chunk : chunks) {
            sample.column(chunk.pages().chunk().path(), chunk.codec()).add(chunk);
        }
    }

    /** Tries a dictionary for the columns without one. A column that cannot be tried gets no advice on dictionaries. */
    private void tryDictionaries() throws IOException {
        for (Dictionaries.Candidate candidate : sample.dictionaries.candidates()) {
            try {
                progress.accept(1); // throws if cancelled
                inputs.read(candidate.chunk().file(), input -> candidate.outcome(input, factory, pageMemory))
                        .ifPresent(outcome -> sample.dictionaries.add(candidate.path(), outcome));
            } catch (InterruptedIOException e) {
                throw e;
            } catch (CancellationException e) {
                return;
            } catch (IOException | RuntimeException e) {
                // a damaged page that was not measured, or one too large for this heap
            }
        }
    }

    private void measure(boolean isWholeTable) throws IOException {
        List<Slice> slices = Sampler.sample(List.copyOf(sample.columns.values()), options.sample(), options.seed());
        if (slices.isEmpty()) {
            throw new IOException("There is nothing to measure: " + String.join(", ", sample.files) + " has no values");
        }
        Map<ColumnSample, Integer> unmeasured = new HashMap<>();
        slices.forEach(slice -> unmeasured.merge(slice.column(), 1, Integer::sum));
        try {
            sample.candidates.addAll(candidates(slices, isWholeTable));
            forEach(
                    slices,
                    sample.candidates,
                    (slice, outcome) -> {
                        slice.column().add(slice, outcome);
                        unmeasured.merge(slice.column(), -1, Integer::sum);
                    },
                    progress);
        } catch (CancellationException e) {
            unmeasured.values().removeIf(count -> count == 0);
            leaveOut(unmeasured.keySet(), e);
        } finally {
            threads.shutdownNow();
            Workers.end(threads); // the caller is about to close the files
        }
        sample.requireMeasured();
        // files that may represent others
        if (!inputs.areLocal() || inputs.files().size() == 1) {
            sample.measured().forEach(column -> column.estimateFiles(sample.candidates.size()));
        }
    }

    /** Returns the candidates for which this machine has engines, except default candidates that take too long. */
    private List<CodecLevel> candidates(List<Slice> slices, boolean isWholeTable) throws IOException {
        List<CodecLevel> usable = usable(isWholeTable);
        List<List<Measurement>> tried = warmUp(slices, usable);
        if (!isWholeTable || !options.candidates().isEmpty()) {
            return usable;
        }
        long bytes = slices.stream().mapToLong(Slice::plainBytes).sum();
        double patience = options.goal() == Goal.SMALLEST ? PATIENCE_FOR_SMALLEST : PATIENCE;
        List<CodecLevel> candidates = new ArrayList<>();
        for (int i = 0; i < usable.size(); i++) {
            int index = i + 1;
            CodecLevel candidate = usable.get(i);
            double speed = Measurements.sum(
                            candidate,
                            tried.stream().map(outcome -> outcome.get(index)).collect(Collectors.toList()))
                    .compressSpeed();
            double seconds = bytes / 1e6 / speed;
            if (seconds > patience) {
                sample.leftOutCandidates.put(
                        candidate.toString(),
                        String.format(
                                Locale.ROOT,
                                "it compresses %.1f MB/s here, so the sample would take %.1f s of a core; to measure"
                                        + " it, name it among the candidates",
                                speed,
                                seconds));
            } else {
                candidates.add(candidate);
            }
        }
        return candidates;
    }

    private List<CodecLevel> usable(boolean isWholeTable) {
        List<CodecLevel> asked = new ArrayList<>(options.candidates());
        if (asked.isEmpty()) {
            asked.addAll(
                    CodecLevel.listOf(options.goal() == Goal.SMALLEST ? FOR_ALL_GOALS + FOR_SMALLEST : FOR_ALL_GOALS));
            // RecompressJob does not write the codecs that parquet-java lacks
            asked.removeIf(candidate -> !isWholeTable && TableAdvice.NOT_IN_PARQUET_JAVA.contains(candidate.codec()));
        }
        List<CodecLevel> usable = new ArrayList<>();
        for (CodecLevel candidate : asked) {
            try {
                SliceMeter.compressor(factory, candidate);
                factory.getDecompressor(candidate.codec());
                usable.add(candidate);
            } catch (UnsupportedOperationException e) {
                sample.leftOutCandidates.put(candidate.toString(), Reason.of(e));
            }
        }
        return usable;
    }

    /** Measures a few pages, so that the JVM compiles the code before the sample is measured. Returns these measurements. */
    private List<List<Measurement>> warmUp(List<Slice> slices, List<CodecLevel> candidates) throws IOException {
        List<Slice> starts = new ArrayList<>();
        int step = Math.max(1, slices.size() / WARM_UP_SLICES);
        for (int i = 0; i < slices.size() && starts.size() < WARM_UP_SLICES; i += step) {
            starts.add(slices.get(i).start());
        }
        List<List<Measurement>> outcomes = new ArrayList<>();
        forEach(starts, candidates, (slice, outcome) -> outcomes.add(outcome.measured()), share -> progress.accept(0));
        return outcomes;
    }

    /** Measures slices on the pool of threads. Columns that cannot be read are left out. */
    private void forEach(
            Collection<Slice> slices,
            List<CodecLevel> candidates,
            BiConsumer<Slice, ColumnSample.Outcome> result,
            DoubleConsumer progress)
            throws IOException {
        List<Slice> readable = slices.stream()
                .filter(slice ->
                        !sample.leftOutColumns.containsKey(slice.column().path()))
                .collect(Collectors.toList());
        List<Future<ColumnSample.Outcome>> outcomes = new ArrayList<>();
        for (Slice slice : readable) {
            outcomes.add(threads.submit(() -> {
                String file = slice.chunk().file();
                return inputs.read(file, input -> new SliceMeter(factory, slice, input, pageMemory))
                        .measure(candidates);
            }));
        }
        for (int i = 0; i < outcomes.size(); i++) {
            double done = (double) i / outcomes.size();
            String column = readable.get(i).column().path();
            try {
                result.accept(readable.get(i), OrderedWork.result(outcomes.get(i), () -> progress.accept(done)));
            } catch (InterruptedIOException | IllegalArgumentException | CancellationException e) {
                throw e; // not the column's fault
            } catch (IOException | UnsupportedOperationException e) {
                sample.leftOutColumns.putIfAbsent(column, Reason.of(e));
            } catch (RuntimeException e) {
                throw new IllegalStateException("Measuring column " + column + " failed", e);
            }
            progress.accept((i + 1.0) / outcomes.size());
        }
    }

    /** Leaves out columns that were not completely measured before the cancellation. Throws {@code end} if no column remains. */
    private void leaveOut(Set<ColumnSample> columns, CancellationException end) {
        columns.forEach(column -> sample.leftOutColumns.putIfAbsent(
                column.path(), "the measuring was interrupted before the column was done"));
        if (sample.measured().isEmpty()) {
            throw end;
        }
    }
}
