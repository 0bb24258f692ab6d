// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.plan.Plan;
import java.io.Serializable;
import java.util.Objects;

/**
 * How files are recompressed. Immutable, serializable, and safe for use by many threads.
 * A copy is checked as a new one is.
 *
 * @param plan what columns are compressed with
 * @param codecs how pages are compressed and decompressed
 * @param threads the number of threads. For a single file of this machine the calling thread is one of them; otherwise those that
 *     read and write come on top of them; with 1 the calling thread does everything; 0 for all processors of the machine
 * @param memory how many bytes of pages may be held at the same time; 0 for half of the heap
 * @param verify whether a new file is read back and compared with its source
 * @param guardTables whether files that belong to a table are refused: a copy may hold rows that the table has deleted, and is not
 *     part of it
 * @param keepGoing whether the other files of a call are done after one has failed
 * @param dropUnnamedBytes whether bytes that nothing in a footer names are left out, where the file would be refused otherwise. Some
 *     writers replace parts of a file and leave the old ones there. Such bytes may also be an index of an application's own, which
 *     key-values point to: do not leave those out. A file with a field that this version does not know, a FILE column for example,
 *     is refused still
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
     * Returns options that use all processors and half of the heap, verify what is written, refuse files of tables, and end a call
     * with the first file that fails.
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
