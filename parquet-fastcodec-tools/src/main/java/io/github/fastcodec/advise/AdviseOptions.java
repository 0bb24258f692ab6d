// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.plan.CodecLevel;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * The settings of an {@link Advisor}. Immutable, serializable, and thread-safe. Copies are validated, too.
 *
 * @param goal the goal of the recommendation
 * @param codecs the settings with which pages are compressed and decompressed
 * @param columns the paths of the columns to measure, with dots, such as {@code a.list.element}; a path includes all columns
 *     below it; empty for all columns; immutable
 * @param candidates the codecs to measure in addition to the current ones, however slow they are; empty for the codecs that are
 *     worth measuring for the goal; immutable. A codec that has levels but is listed without a level gets its default level
 * @param sample the approximate number of decompressed bytes to measure in all columns together
 * @param seed the seed of the random choice of pages
 * @param storageSpeed the speed of storage for each core, in compressed bytes a second: the lower it is, the more a smaller file
 *     is worth
 * @param threads the number of pages to measure at the same time; 0 for the number of processors
 * @param memory the approximate number of bytes of pages to hold at the same time; 0 for half of the heap
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

    /** @throws IllegalArgumentException if the sample or the speed of storage is not above 0, or the threads or the memory are negative */
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
     * Returns the default options for a goal: a sample of 64 MiB of all columns, the codecs and levels that are worth measuring
     * for the goal, as many threads as processors, half of the heap, and storage that gives each core 100 MB a second.
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
