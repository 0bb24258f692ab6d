// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.plan.CodecLevel;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * What is measured of files, and for what. Immutable, serializable, and safe for use by many threads.
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
     * Returns a builder of options by which a sample of 64 MiB of all columns is measured with the codecs and levels that are worth
     * it for the goal, with as many threads as there are processors and half of the heap, and storage gives 100 MB a second to each
     * core.
     */
    public static Builder builder(Goal goal) {
        return new AdviseOptions(goal, FastCodecOptions.defaults(), List.of(), List.of(), 64 << 20, 17, 100e6, 0, 0)
                .toBuilder();
    }

    /** Returns a builder that begins with these options. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects {@link AdviseOptions}. For one thread. */
    public static final class Builder {

        private final Goal goal;
        private FastCodecOptions codecs;
        private List<String> columns;
        private List<CodecLevel> candidates;
        private long sample;
        private long seed;
        private double storageSpeed;
        private int threads;
        private long memory;

        private Builder(AdviseOptions options) {
            goal = options.goal;
            codecs = options.codecs;
            columns = options.columns;
            candidates = options.candidates;
            sample = options.sample;
            seed = options.seed;
            storageSpeed = options.storageSpeed;
            threads = options.threads;
            memory = options.memory;
        }

        /** Sets {@link AdviseOptions#codecs}. */
        public Builder codecs(FastCodecOptions newCodecs) {
            codecs = newCodecs;
            return this;
        }

        /** Sets {@link AdviseOptions#columns}. */
        public Builder columns(Collection<String> newColumns) {
            columns = List.copyOf(newColumns);
            return this;
        }

        /** Sets {@link AdviseOptions#candidates}. */
        public Builder candidates(Collection<CodecLevel> newCandidates) {
            candidates = List.copyOf(newCandidates);
            return this;
        }

        /** Sets {@link AdviseOptions#sample}. */
        public Builder sample(long bytes) {
            sample = bytes;
            return this;
        }

        /** Sets {@link AdviseOptions#seed}. */
        public Builder seed(long newSeed) {
            seed = newSeed;
            return this;
        }

        /** Sets {@link AdviseOptions#storageSpeed}. */
        public Builder storageSpeed(double bytesPerSecond) {
            storageSpeed = bytesPerSecond;
            return this;
        }

        /** Sets {@link AdviseOptions#threads}. */
        public Builder threads(int newThreads) {
            threads = newThreads;
            return this;
        }

        /** Sets {@link AdviseOptions#memory}. */
        public Builder memory(long bytes) {
            memory = bytes;
            return this;
        }

        /**
         * Returns the options.
         *
         * @throws IllegalArgumentException if the sample or the storage's speed is not above 0, or the threads or the memory negative
         */
        public AdviseOptions build() {
            return new AdviseOptions(goal, codecs, columns, candidates, sample, seed, storageSpeed, threads, memory);
        }
    }
}
