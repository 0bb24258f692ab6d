// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.FastCodecOptions;
import java.io.Serializable;
import java.util.Objects;

/**
 * How files are verified. Immutable, serializable, and safe for use by many threads.
 * A copy is checked as a new one is.
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

    /** Returns options that use all processors and half of the heap, and leave values alone. */
    public static VerifyOptions defaults() {
        return new VerifyOptions(FastCodecOptions.defaults(), 0, 0, false);
    }

    /** Returns a copy with the given {@link #codecs}. */
    public VerifyOptions withCodecs(FastCodecOptions newCodecs) {
        return new VerifyOptions(newCodecs, threads, memory, values);
    }

    /** Returns a copy with the given {@link #threads}. */
    public VerifyOptions withThreads(int newThreads) {
        return new VerifyOptions(codecs, newThreads, memory, values);
    }

    /** Returns a copy with the given {@link #memory}. */
    public VerifyOptions withMemory(long newMemory) {
        return new VerifyOptions(codecs, threads, newMemory, values);
    }

    /** Returns a copy with the given {@link #values}. */
    public VerifyOptions withValues(boolean newValues) {
        return new VerifyOptions(codecs, threads, memory, newValues);
    }
}
