// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.FastCodecOptions;
import java.io.Serializable;
import java.util.Objects;

/**
 * How files are verified. Immutable, serializable, and safe for use by many threads.
 *
 * @param codecs how pages are decompressed
 * @param threads the number of threads beside the calling one, which reads; with 1 the calling one does everything; 0 for all
 *     processors of the machine
 * @param memory how many bytes of pages may be held at the same time: a page that needs more is a finding; 0 for half of the heap
 * @param values whether values are decoded too, and compared with statistics, column indexes and bloom filters
 */
public record VerifyOptions(FastCodecOptions codecs, int threads, long memory, boolean values) implements Serializable {

    /** @throws IllegalArgumentException if a number is negative */
    public VerifyOptions {
        Objects.requireNonNull(codecs, "codecs");
        if (threads < 0) {
            throw new IllegalArgumentException("threads is " + threads + ", expected 0 or more");
        }
        if (memory < 0) {
            throw new IllegalArgumentException("memory is " + memory + " bytes, expected 0 or more");
        }
    }

    /** Returns a builder of options that use all processors and half of the heap, and leave values alone. */
    public static Builder builder() {
        return new VerifyOptions(FastCodecOptions.defaults(), 0, 0, false).toBuilder();
    }

    /** Returns a builder that begins with these options. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects {@link VerifyOptions}. For one thread. */
    public static final class Builder {

        private FastCodecOptions codecs;
        private int threads;
        private long memory;
        private boolean values;

        private Builder(VerifyOptions options) {
            codecs = options.codecs;
            threads = options.threads;
            memory = options.memory;
            values = options.values;
        }

        /** Sets {@link VerifyOptions#codecs}. */
        public Builder codecs(FastCodecOptions newCodecs) {
            codecs = newCodecs;
            return this;
        }

        /** Sets {@link VerifyOptions#threads}. */
        public Builder threads(int newThreads) {
            threads = newThreads;
            return this;
        }

        /** Sets {@link VerifyOptions#memory}. */
        public Builder memory(long bytes) {
            memory = bytes;
            return this;
        }

        /** Sets {@link VerifyOptions#values}. */
        public Builder values(boolean newValues) {
            values = newValues;
            return this;
        }

        /**
         * Returns the options.
         *
         * @throws IllegalArgumentException if a number is negative
         */
        public VerifyOptions build() {
            return new VerifyOptions(codecs, threads, memory, values);
        }
    }
}
