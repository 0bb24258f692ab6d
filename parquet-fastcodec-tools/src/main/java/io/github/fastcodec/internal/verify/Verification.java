// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Window;
import io.github.fastcodec.internal.work.Workers;
import java.io.IOException;
import java.util.Iterator;
import java.util.Objects;

/** How files are checked, and the checking of them. Immutable; safe for use by many threads. */
public final class Verification {

    private static final int MIB = 1 << 20;

    /** What keeps one thread from waiting for another; more does not make it faster. */
    private static final long WINDOW = 32L * MIB;

    private static final long WINDOW_OF_A_THREAD = 8L * MIB;

    /** Footers and indexes may take this part of the memory. */
    private static final int STRUCTURE_SHARE = 8;

    /** A file that is to be checked. */
    public interface Source {

        /** Returns what reports call the file. */
        String name();

        /** Opens the file; the checking closes it. */
        FileInput open() throws IOException;
    }

    /** Is told what becomes of the files, by the thread that runs the checking. */
    public interface Listener {

        /** Says that bytes of pages are dealt with. */
        default void bytes(long count) {}

        /** Says that a file is dealt with; in the order of the sources. */
        void finished(FileReport report) throws IOException;
    }

    private final FastCodecOptions options;
    private final int threads;
    private final long memory;
    private final boolean checksValues;

    private Verification(FastCodecOptions options, int threads, long memory, boolean checksValues) {
        this.options = Objects.requireNonNull(options, "options");
        this.threads = threads;
        this.memory = memory;
        this.checksValues = checksValues;
    }

    /**
     * Creates a verification.
     *
     * @param threads how many threads check pages, beside the calling one, which reads; with 1 the calling one does everything
     * @param memory how many bytes of pages may be held at the same time
     * @param checksValues whether values are decoded
     * @throws IllegalArgumentException if a number is below 1
     */
    public static Verification of(FastCodecOptions options, int threads, long memory, boolean checksValues) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads is " + threads + ", expected at least 1");
        }
        if (memory < 1) {
            throw new IllegalArgumentException("memory is " + memory + " bytes, expected at least 1");
        }
        return new Verification(options, threads, memory, checksValues);
    }

    /**
     * Checks files, one after the other, several at the same time where they are small. What is wrong with a file is in its
     * report, also that it cannot be read.
     *
     * @throws IOException from the listener
     */
    public void run(Iterator<? extends Source> sources, Listener listener) throws IOException {
        long window = Math.min(WINDOW + threads * WINDOW_OF_A_THREAD, memory);
        try (Workers workers = new Workers(threads, false, new Window(window, memory, threads), () -> {});
                OrderedWork work = new OrderedWork(workers)) {
            FastCodecFactory factory = new FastCodecFactory(options);
            while (sources.hasNext()) {
                new FileCheck(this, factory, work, listener).run(sources.next());
            }
            work.finish();
        }
    }

    boolean checksValues() {
        return checksValues;
    }

    long memory() {
        return memory;
    }

    long structureLimit() {
        return Math.min(Integer.MAX_VALUE - MIB, memory / STRUCTURE_SHARE);
    }
}
