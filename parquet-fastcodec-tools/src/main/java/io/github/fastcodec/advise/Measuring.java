// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.parquet.RowGroup;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.internal.work.Uninterrupted;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One call of an advisor: from files to an advice. For one thread, which gives work to others. */
final class Measuring {

    /** Part of the heap that a file's footer may take. */
    private static final int STRUCTURE_SHARE = 16;

    /** Part of the memory that a page may take as it is: copies by all candidates stand beside it. */
    private static final int PAGE_SHARE = 2;

    /** How long a candidate may take for the sample before nobody wants to wait for it, in seconds of a core. */
    private static final double PATIENCE = 20;

    private static final double PATIENCE_FOR_SMALLEST = 150;

    private static final int WARM_UP_SLICES = 6;

    /** How long a candidate warms up on one of them: less for a small sample, which nobody wants to wait for, in nanoseconds. */
    private static final long LONGEST_WARM_UP = 20_000_000;

    private static final long SHORTEST_WARM_UP = 2_000_000;

    private final Advisor advisor;
    private final Map<String, FileInput> inputs;
    private final List<String> paths;
    private final Map<String, String> leftOutFiles;
    private final Map<String, String> leftOutColumns = new LinkedHashMap<>();
    private final Map<String, String> leftOutCandidates = new LinkedHashMap<>();
    private final FastCodecFactory factory;

    private final long pageMemory;
    private final List<String> files = new ArrayList<>();
    private int rowGroups;

    Measuring(Advisor advisor, List<String> paths, Map<String, FileInput> inputs, Map<String, String> leftOut) {
        this.advisor = advisor;
        this.paths = paths;
        this.inputs = inputs;
        this.leftOutFiles = new LinkedHashMap<>(leftOut);
        this.factory = new FastCodecFactory(advisor.options());
        this.pageMemory = advisor.memory() / PAGE_SHARE / advisor.threads();
    }

    Advice run() throws IOException {
        Map<String, Column> all = readColumns();
        return measured(
                asked(all),
                true,
                (candidates, tallies, now, left) ->
                        new Conclusion(advisor, candidates, tallies, now, left, basis(tallies, all.size())).advice());
    }

    /**
     * Measures the files for somebody who puts several of these together: with all candidates, however slow they are, and
     * without columns that are in other files only.
     */
    FileSample sample(String path) throws IOException {
        Map<String, Column> all = readColumns();
        List<Column> columns = advisor.columns().isEmpty()
                ? new ArrayList<>(all.values())
                : all.values().stream().filter(this::isAsked).collect(Collectors.toList());
        long length = inputs.get(path).length();
        Result<FileSample> sample = (candidates, tallies, now, left) -> new FileSample(
                path,
                length,
                rowGroups,
                all.keySet(),
                candidates,
                tallies,
                now,
                left,
                leftOutColumns,
                leftOutCandidates,
                null);
        return columns.isEmpty() && !all.isEmpty()
                ? sample.of(List.of(), List.of(), Map.of(), List.of())
                : measured(columns, false, sample);
    }

    private boolean isAsked(Column column) {
        return advisor.columns().stream().anyMatch(name -> isOf(name, column.path()));
    }

    /** Returns whether a column, by its path, is the one of a name or below it. */
    static boolean isOf(String name, String path) {
        return path.equals(name) || path.startsWith(name + ".");
    }

    private interface Result<T> {
        T of(List<CodecLevel> candidates, List<Tally> tallies, Map<String, CodecLevel> now, List<Column> leftOut);
    }

    private <T> T measured(List<Column> columns, boolean choosesCandidates, Result<T> result) throws IOException {
        List<Slice> slices = new Sampler(advisor.sample(), advisor.seed()).sample(columns);
        if (slices.isEmpty()) {
            throw new IOException("There is nothing to measure: " + String.join(", ", files) + " has no values");
        }
        ExecutorService threads = Executors.newFixedThreadPool(advisor.threads(), task -> {
            Thread thread = new Thread(task, "parquet-fastcodec-advise");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Map<Integer, CodecLevel> now = guessLevels(columns, slices, threads);
            List<CodecLevel> candidates = candidates(columns, slices, choosesCandidates);
            slices.removeIf(slice ->
                    leftOutColumns.containsKey(columns.get(slice.column()).path()));
            List<Tally> tallies = measure(columns, slices, candidates, now, threads);
            Map<String, CodecLevel> nowByColumn = new LinkedHashMap<>();
            now.forEach((column, codec) -> nowByColumn.put(columns.get(column).path(), codec));
            return result.of(candidates, tallies, nowByColumn, left(columns));
        } finally {
            end(threads);
        }
    }

    /** Waits until no thread reads a file any more, which the caller is about to close. */
    private static void end(ExecutorService threads) {
        threads.shutdownNow();
        Uninterrupted.await(() -> threads.awaitTermination(1, TimeUnit.MINUTES));
    }

    private Map<String, Column> readColumns() throws IOException {
        Map<String, Column> columns = new LinkedHashMap<>();
        for (Map.Entry<String, FileInput> input : inputs.entrySet()) {
            try {
                ParquetFile file =
                        ParquetFile.read(input.getValue(), Runtime.getRuntime().maxMemory() / STRUCTURE_SHARE);
                add(input.getKey(), file, columns);
            } catch (IOException e) {
                leftOutFiles.put(input.getKey(), Reason.of(e));
            } catch (OutOfMemoryError | StackOverflowError e) {
                leftOutFiles.put(input.getKey(), FileDefect.of(e).getMessage());
            }
        }
        if (files.isEmpty()) {
            throw SampledTable.unread("No file can be read. ", leftOutFiles);
        }
        return columns;
    }

    private void add(String name, ParquetFile file, Map<String, Column> columns) {
        files.add(name);
        for (RowGroup group : file.rowGroups()) {
            for (ColumnChunk chunk : group.chunks()) {
                columns.computeIfAbsent(chunk.path(), Column::new)
                        .add(new Column.Chunk(file.input(), name, rowGroups, chunk));
            }
            rowGroups++;
        }
    }

    private List<Column> asked(Map<String, Column> all) {
        if (advisor.columns().isEmpty()) {
            return new ArrayList<>(all.values());
        }
        Map<String, Column> asked = new TreeMap<>();
        for (String name : advisor.columns()) {
            List<Column> found = all.values().stream()
                    .filter(column -> isOf(name, column.path()))
                    .collect(Collectors.toList());
            if (found.isEmpty()) {
                throw noColumn(name, all.keySet());
            }
            found.forEach(column -> asked.put(column.path(), column));
        }
        return new ArrayList<>(asked.values());
    }

    static IllegalArgumentException noColumn(String name, Collection<String> columns) {
        return new IllegalArgumentException(
                "There is no column " + name + ", expected some of " + String.join(", ", columns));
    }

    /** Returns for each column its codec, with a guess of the level if the codec has levels; finds columns that nobody can read. */
    private Map<Integer, CodecLevel> guessLevels(List<Column> columns, List<Slice> slices, ExecutorService threads)
            throws IOException {
        Map<Integer, Future<CodecLevel>> guesses = new TreeMap<>();
        for (Slice slice : slices) {
            boolean isTypical =
                    slice.chunk().chunk().codec() == columns.get(slice.column()).codec();
            if (isTypical && !guesses.containsKey(slice.column())) {
                guesses.put(slice.column(), threads.submit(() -> guessLevel(slice)));
            }
        }
        Map<Integer, CodecLevel> now = new TreeMap<>();
        for (int i = 0; i < columns.size(); i++) {
            now.put(i, CodecLevel.of(columns.get(i).codec()));
        }
        for (Map.Entry<Integer, Future<CodecLevel>> guess : guesses.entrySet()) {
            Column column = columns.get(guess.getKey());
            CodecLevel guessed = get(column, guess.getValue());
            now.put(guess.getKey(), guessed == null ? CodecLevel.of(column.codec()) : guessed);
        }
        return now;
    }

    private CodecLevel guessLevel(Slice slice) throws IOException {
        SliceMeter meter = new SliceMeter(factory, slice, pageMemory);
        LevelGuess guess = new LevelGuess(factory, slice.chunk().chunk().codec());
        return guess.of(meter.pages());
    }

    /** Returns what a task returns; null if its column cannot be read, which is then left out. */
    private <T> T get(Column column, Future<T> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while pages were measured");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException || cause instanceof UnsupportedOperationException) {
                leftOutColumns.putIfAbsent(column.path(), Reason.of(cause));
                return null;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            if (cause instanceof IllegalArgumentException illegalArgumentException) { // a setting, which names itself
                throw illegalArgumentException;
            }
            throw new IllegalStateException("Measuring column " + column.path() + " failed", cause);
        }
    }

    /** Returns what is measured; null, which stands for the pages as they are, comes first. */
    private List<CodecLevel> candidates(List<Column> columns, List<Slice> slices, boolean choosesCandidates)
            throws IOException {
        boolean areAsked = !advisor.candidates().isEmpty();
        List<CodecLevel> usable = Candidates.usable(
                areAsked ? advisor.candidates() : Candidates.of(advisor.goal()), factory, leftOutCandidates);
        List<CodecLevel> candidates = new ArrayList<>();
        candidates.add(null);
        Map<CodecLevel, Double> nanosPerByte = warmUp(usable, columns, slices);
        long bytes = slices.stream().mapToLong(Slice::plainBytes).sum();
        double patience = advisor.goal() == Goal.SMALLEST ? PATIENCE_FOR_SMALLEST : PATIENCE;
        for (CodecLevel candidate : usable) {
            double speed = nanosPerByte.getOrDefault(candidate, 0.0);
            if (areAsked || !choosesCandidates || speed * bytes / 1e9 <= patience) {
                candidates.add(candidate);
            } else {
                leftOutCandidates.put(
                        candidate.toString(),
                        "it compresses " + rounded(1e3 / speed) + " MB/s here, the sample would take "
                                + rounded(speed * bytes / 1e9)
                                + " s of a core; name it among the candidates to measure it");
            }
        }
        return candidates;
    }

    private static String rounded(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    /** Runs each candidate on a few pages, so that the JVM has compiled what it measures, and returns about how slow it is. */
    private Map<CodecLevel, Double> warmUp(List<CodecLevel> candidates, List<Column> columns, List<Slice> slices)
            throws IOException {
        Map<CodecLevel, Double> nanosPerByte = new LinkedHashMap<>();
        int step = Math.max(1, slices.size() / WARM_UP_SLICES);
        long bytes = slices.stream().mapToLong(Slice::plainBytes).sum();
        long nanos = Math.max(SHORTEST_WARM_UP, Math.min(LONGEST_WARM_UP, bytes));
        int used = 0;
        for (int i = 0; i < slices.size() && used < WARM_UP_SLICES; i += step) {
            Slice slice = slices.get(i);
            if (leftOutColumns.containsKey(columns.get(slice.column()).path())) {
                continue;
            }
            try {
                SliceMeter meter = new SliceMeter(factory, slice.start(), pageMemory);
                for (CodecLevel candidate : candidates) {
                    nanosPerByte.merge(candidate, meter.warmUp(candidate, nanos), Double::sum);
                }
                used++;
            } catch (IOException | UnsupportedOperationException e) {
                leftOutColumns.putIfAbsent(columns.get(slice.column()).path(), Reason.of(e));
            }
        }
        int slicesUsed = Math.max(1, used);
        nanosPerByte.replaceAll((candidate, sum) -> sum / slicesUsed);
        return nanosPerByte;
    }

    private List<Tally> measure(
            List<Column> columns,
            List<Slice> slices,
            List<CodecLevel> candidates,
            Map<Integer, CodecLevel> now,
            ExecutorService threads)
            throws IOException {
        List<Tally> tallies =
                columns.stream().map(column -> new Tally(column, candidates)).collect(Collectors.toList());
        List<Future<List<SliceMeter.Outcome>>> outcomes = new ArrayList<>();
        for (Slice slice : slices) {
            outcomes.add(threads.submit(measurement(slice, candidates, now.get(slice.column()))));
        }
        for (int i = 0; i < slices.size(); i++) {
            Tally tally = tallies.get(slices.get(i).column());
            List<SliceMeter.Outcome> outcome = get(tally.column(), outcomes.get(i));
            if (outcome != null) {
                tally.add(slices.get(i), outcome);
            }
            advisor.progress().accept((i + 1.0) / slices.size());
        }
        tallies.removeIf(tally -> leftOutColumns.containsKey(tally.column().path()));
        if (tallies.isEmpty()) {
            throw new IOException("No column can be read. "
                    + leftOutColumns.entrySet().stream()
                            .map(entry -> entry.getKey() + ": " + entry.getValue())
                            .collect(Collectors.joining("; ")));
        }
        return tallies;
    }

    private Callable<List<SliceMeter.Outcome>> measurement(Slice slice, List<CodecLevel> candidates, CodecLevel now) {
        return () -> {
            CodecLevel own = CodecLevel.of(slice.chunk().chunk().codec());
            CodecLevel compressedWith = now.codec() == own.codec() ? now : own;
            boolean canCompress = Candidates.usable(List.of(compressedWith), factory, new TreeMap<>())
                            .size()
                    == 1;
            return new SliceMeter(factory, slice, pageMemory).measure(candidates, canCompress ? compressedWith : null);
        };
    }

    private List<Column> left(List<Column> columns) {
        return columns.stream()
                .filter(column -> leftOutColumns.containsKey(column.path()))
                .collect(Collectors.toList());
    }

    private Basis basis(List<Tally> tallies, int allColumns) {
        long[] pages = {
            tallies.stream().mapToLong(tally -> tally.column().pages()).sum(),
            tallies.stream().mapToLong(Tally::sampledPages).sum()
        };
        long[] bytes = {
            tallies.stream().mapToLong(tally -> tally.column().plainBytes()).sum(),
            tallies.stream().mapToLong(Tally::sampledBytes).sum()
        };
        return new Basis(
                advisor.goal(),
                advisor.storageSpeed(),
                advisor.seed(),
                paths,
                files,
                files.size() + leftOutFiles.size(),
                rowGroups,
                allColumns,
                pages,
                bytes,
                leftOutFiles,
                leftOutColumns,
                leftOutCandidates);
    }
}
