// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.plan.Plan;
import java.io.Serializable;
import java.util.Objects;

/**
 * Options for recompressing files. Immutable, serializable and thread-safe. Copies are validated like new instances.
 *
 * @param plan the codec and level of each column
 * @param codecs the options of the codecs that compress and decompress pages
 * @param threads the number of threads, or 0 for one per processor. For a single local file the calling thread is one of them;
 *     otherwise the threads that read and write are additional. With 1 thread, the calling thread does everything
 * @param memory the limit for pages held in memory, in bytes; 0 for half of the heap
 * @param verify whether each new file is read back and compared with its source
 * @param guardTables whether to refuse files that belong to a table: a copy may contain rows that the table has deleted, and is
 *     not part of the table
 * @param keepGoing whether to continue with the other files of a call after one has failed
 * @param dropUnnamedBytes whether to drop bytes that the footer does not refer to; if not, a file with such bytes is refused.
 *     Such bytes may be old parts of the file that a writer has replaced, or an application's own index, to which entries of the
 *     key-value metadata point; do not drop such an index. If the footer has an unknown field, such as that of a FILE column, a
 *     file with such bytes is always refused
 */
public record RecompressOptions(
        Plan plan,
        FastCodecOptions codecs,
        int threads,
        long memory,
        boolean verify,
        boolean guardTables,
        boolean keepGoing,
        boolean dropUnnamedBytes)
        implements Serializable {

    /** @throws IllegalArgumentException if a number is negative */
    public RecompressOptions {
        Objects.requireNonNull(plan, "plan");
        Objects.requireNonNull(codecs, "codecs");
        if (threads < 0) {
            throw new IllegalArgumentException("threads is " + threads + ", expected 0 or more");
        }
        if (memory < 0) {
            throw new IllegalArgumentException("memory is " + memory + " bytes, expected 0 or more");
        }
    }

    /**
     * Returns options that use all processors and half of the heap, verify new files, refuse files of tables, and stop at the first
     * file that fails.
     */
    public static RecompressOptions of(Plan plan) {
        return new RecompressOptions(plan, FastCodecOptions.defaults(), 0, 0, true, true, false, false);
    }

    /** Returns a copy with the given {@link #codecs}. */
    public RecompressOptions withCodecs(FastCodecOptions newCodecs) {
        return new RecompressOptions(
                plan, newCodecs, threads, memory, verify, guardTables, keepGoing, dropUnnamedBytes);
    }

    /** Returns a copy with the given {@link #threads}. */
    public RecompressOptions withThreads(int newThreads) {
        return new RecompressOptions(
                plan, codecs, newThreads, memory, verify, guardTables, keepGoing, dropUnnamedBytes);
    }

    /** Returns a copy with the given {@link #memory}. */
    public RecompressOptions withMemory(long newMemory) {
        return new RecompressOptions(
                plan, codecs, threads, newMemory, verify, guardTables, keepGoing, dropUnnamedBytes);
    }

    /** Returns a copy with the given {@link #verify}. */
    public RecompressOptions withVerify(boolean newVerify) {
        return new RecompressOptions(
                plan, codecs, threads, memory, newVerify, guardTables, keepGoing, dropUnnamedBytes);
    }

    /** Returns a copy with the given {@link #guardTables}. */
    public RecompressOptions withGuardTables(boolean newGuardTables) {
        return new RecompressOptions(
                plan, codecs, threads, memory, verify, newGuardTables, keepGoing, dropUnnamedBytes);
    }

    /** Returns a copy with the given {@link #keepGoing}. */
    public RecompressOptions withKeepGoing(boolean newKeepGoing) {
        return new RecompressOptions(
                plan, codecs, threads, memory, verify, guardTables, newKeepGoing, dropUnnamedBytes);
    }

    /** Returns a copy with the given {@link #dropUnnamedBytes}. */
    public RecompressOptions withDropUnnamedBytes(boolean newDropUnnamedBytes) {
        return new RecompressOptions(
                plan, codecs, threads, memory, verify, guardTables, keepGoing, newDropUnnamedBytes);
    }
}
