// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.FastCodecOptions;
import java.io.Serializable;
import java.util.Objects;

/**
 * Options of a verification. Immutable, serializable and thread-safe. Copies are validated like new options.
 *
 * @param codecs the options for decompressing pages
 * @param threads the number of threads in addition to the calling thread, which reads; 1 makes the calling thread do everything; 0
 *     stands for the number of processors
 * @param memory the limit for pages in memory, in bytes; a page that needs more is a finding; 0 stands for half of the heap
 * @param values whether to decode values too, and compare them with statistics, column indexes and bloom filters
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

    /** Returns options that use all processors and half of the heap, and do not decode values. */
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
