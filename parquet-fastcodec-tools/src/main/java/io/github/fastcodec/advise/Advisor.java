// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.advise.TableAdvice;
import java.io.IOException;
import java.util.Collection;
import java.util.function.DoubleConsumer;

/**
 * Measures pages of files with the codecs and levels of this machine's engines, and recommends a codec for the files and, where
 * it pays, other codecs for single columns. Immutable and thread-safe. Each call has its own threads, which end with the call.
 * Concurrent calls delay each other but hardly change each other's results, because the CPU time of each thread is measured.
 */
public final class Advisor {

    private final AdviseOptions options;
    private final DoubleConsumer progress;

    private Advisor(AdviseOptions options, DoubleConsumer progress) {
        this.options = options;
        this.progress = progress;
    }

    /** Returns an advisor for a goal, with the options of {@link AdviseOptions#of}. */
    public static Advisor of(Goal goal) {
        return of(AdviseOptions.of(goal));
    }

    /** Returns an advisor with the given options. */
    public static Advisor of(AdviseOptions options) {
        return new Advisor(options, share -> {});
    }

    /**
     * Returns a copy that reports its progress.
     *
     * @param listener receives the share of the work that is done, from 0 to 1, on the thread that calls {@link #advise}. It may throw
     *     a {@link java.util.concurrent.CancellationException} to stop measuring; the advice then uses the measurements made so far
     */
    public Advisor withProgress(DoubleConsumer listener) {
        return new Advisor(options, listener);
    }

    /**
     * Measures files, which are only read. Files and columns that cannot be read are left out, and named in {@link Advice#basis}.
     * If there are more than 64 files and not all of them are local, about 64 of them are measured and represent all.
     *
     * @param paths files, globs, and directories, whose Parquet files are included at any depth. A path with a scheme such as
     *     {@code hdfs://} is served by one of Hadoop's file systems, which the calling thread's class loader must find
     * @throws java.nio.file.NoSuchFileException if a path does not exist
     * @throws java.util.concurrent.CancellationException if the listener stopped the call before any column was measured
     * @throws IOException if no file or no column can be read; the message contains the reasons
     * @throws IllegalArgumentException if the paths contain no Parquet file, no file contains a requested column, or a setting is
     *     out of range; the message names the paths, column or setting
     */
    public Advice advise(Collection<String> paths) throws IOException {
        return new TableAdvice(options).of(paths, progress);
    }
}
