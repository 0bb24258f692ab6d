// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.plan.Plan;
import java.io.Serializable;
import java.util.Objects;

/**
 * How files are recompressed. Immutable, serializable, and safe for use by many threads.
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
     * Returns a builder of options that use all processors and half of the heap, verify what is written, refuse files of tables,
     * and end a call with the first file that fails.
     */
    public static Builder builder(Plan plan) {
        return new RecompressOptions(plan, FastCodecOptions.defaults(), 0, 0, true, true, false, false).toBuilder();
    }

    /** Returns a builder that begins with these options. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects {@link RecompressOptions}. For one thread. */
    public static final class Builder {

        private final Plan plan;
        private FastCodecOptions codecs;
        private int threads;
        private long memory;
        private boolean verify;
        private boolean guardTables;
        private boolean keepGoing;
        private boolean dropUnnamedBytes;

        private Builder(RecompressOptions options) {
            plan = options.plan;
            codecs = options.codecs;
            threads = options.threads;
            memory = options.memory;
            verify = options.verify;
            guardTables = options.guardTables;
            keepGoing = options.keepGoing;
            dropUnnamedBytes = options.dropUnnamedBytes;
        }

        /** Sets {@link RecompressOptions#codecs}. */
        public Builder codecs(FastCodecOptions newCodecs) {
            codecs = newCodecs;
            return this;
        }

        /** Sets {@link RecompressOptions#threads}. */
        public Builder threads(int newThreads) {
            threads = newThreads;
            return this;
        }

        /** Sets {@link RecompressOptions#memory}. */
        public Builder memory(long bytes) {
            memory = bytes;
            return this;
        }

        /** Sets {@link RecompressOptions#verify}. */
        public Builder verify(boolean newVerify) {
            verify = newVerify;
            return this;
        }

        /** Sets {@link RecompressOptions#guardTables}. */
        public Builder guardTables(boolean newGuardTables) {
            guardTables = newGuardTables;
            return this;
        }

        /** Sets {@link RecompressOptions#keepGoing}. */
        public Builder keepGoing(boolean newKeepGoing) {
            keepGoing = newKeepGoing;
            return this;
        }

        /** Sets {@link RecompressOptions#dropUnnamedBytes}. */
        public Builder dropUnnamedBytes(boolean newDropUnnamedBytes) {
            dropUnnamedBytes = newDropUnnamedBytes;
            return this;
        }

        /**
         * Returns the options.
         *
         * @throws IllegalArgumentException if a number is negative
         */
        public RecompressOptions build() {
            return new RecompressOptions(
                    plan, codecs, threads, memory, verify, guardTables, keepGoing, dropUnnamedBytes);
        }
    }
}
