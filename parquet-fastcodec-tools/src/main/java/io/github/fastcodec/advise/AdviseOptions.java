// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.plan.CodecLevel;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * What is measured of files, and for what. Immutable, serializable, and safe for use by many threads.
 * A copy is checked as a new one is.
 *
 * @param goal what the recommendation is to be good for
 * @param codecs how pages are compressed and decompressed
 * @param columns which columns are measured, each with those below it, by paths with dots such as {@code a.list.element}; all if
 *     it is empty; immutable
 * @param candidates what is measured beside the files as they are, however slow it is; what is worth it for the goal if it is
 *     empty; immutable. One that was given no level has the default level
 * @param sample about how much of all columns together is measured, in decompressed bytes
 * @param seed what the choice of pages depends on
 * @param storageSpeed what storage gives to each core, in compressed bytes a second: the slower, the more a smaller file is worth
 * @param threads how many pages are measured at the same time; 0 for as many as the machine has processors
 * @param memory about how many bytes of pages are held at the same time; 0 for half of the heap
 */
public record AdviseOptions(
        Goal goal,
        FastCodecOptions codecs,
        List<String> columns,
        List<CodecLevel> candidates,
        long sample,
        long seed,
        double storageSpeed,
        int threads,
        long memory)
        implements Serializable {

    /** @throws IllegalArgumentException if the sample or the storage's speed is not above 0, or the threads or the memory negative */
    public AdviseOptions {
        Objects.requireNonNull(goal, "goal");
        Objects.requireNonNull(codecs, "codecs");
        columns = List.copyOf(columns);
        candidates = candidates.stream()
                .map(one -> one.level() == null
                        ? CodecLevel.listOf(one.codec().name()).get(0)
                        : one)
                .toList();
        require(sample >= 1, "sample is " + sample + " bytes, expected at least 1");
        require(storageSpeed > 0, "storage speed is " + storageSpeed + " bytes a second, expected more than 0");
        require(threads >= 0, "threads is " + threads + ", expected 0 or more");
        require(memory >= 0, "memory is " + memory + " bytes, expected 0 or more");
    }

    private static void require(boolean isRight, String message) {
        if (!isRight) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Returns options by which a sample of 64 MiB of all columns is measured with the codecs and levels that are worth it for the
     * goal, with as many threads as there are processors and half of the heap, and storage gives 100 MB a second to each core.
     */
    public static AdviseOptions of(Goal goal) {
        return new AdviseOptions(goal, FastCodecOptions.defaults(), List.of(), List.of(), 64 << 20, 17, 100e6, 0, 0);
    }

    /** Returns a copy with the given {@link #codecs}. */
    public AdviseOptions withCodecs(FastCodecOptions newCodecs) {
        return new AdviseOptions(goal, newCodecs, columns, candidates, sample, seed, storageSpeed, threads, memory);
    }

    /** Returns a copy with the given {@link #columns}. */
    public AdviseOptions withColumns(List<String> newColumns) {
        return new AdviseOptions(goal, codecs, newColumns, candidates, sample, seed, storageSpeed, threads, memory);
    }

    /** Returns a copy with the given {@link #candidates}. */
    public AdviseOptions withCandidates(List<CodecLevel> newCandidates) {
        return new AdviseOptions(goal, codecs, columns, newCandidates, sample, seed, storageSpeed, threads, memory);
    }

    /** Returns a copy with the given {@link #sample}. */
    public AdviseOptions withSample(long newSample) {
        return new AdviseOptions(goal, codecs, columns, candidates, newSample, seed, storageSpeed, threads, memory);
    }

    /** Returns a copy with the given {@link #seed}. */
    public AdviseOptions withSeed(long newSeed) {
        return new AdviseOptions(goal, codecs, columns, candidates, sample, newSeed, storageSpeed, threads, memory);
    }

    /** Returns a copy with the given {@link #storageSpeed}. */
    public AdviseOptions withStorageSpeed(double newStorageSpeed) {
        return new AdviseOptions(goal, codecs, columns, candidates, sample, seed, newStorageSpeed, threads, memory);
    }

    /** Returns a copy with the given {@link #threads}. */
    public AdviseOptions withThreads(int newThreads) {
        return new AdviseOptions(goal, codecs, columns, candidates, sample, seed, storageSpeed, newThreads, memory);
    }

    /** Returns a copy with the given {@link #memory}. */
    public AdviseOptions withMemory(long newMemory) {
        return new AdviseOptions(goal, codecs, columns, candidates, sample, seed, storageSpeed, threads, newMemory);
    }
}
