// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.advise.TableAdvice;
import java.io.IOException;
import java.util.Collection;
import java.util.function.DoubleConsumer;

/**
 * Measures the pages of files with the codecs and levels of this machine's engines, and recommends. Immutable and safe for use
 * by many threads; each call has threads of its own, which end with it. Calls at the same time disturb each other's times
 * less than their progress, because the processor's time of each thread is what counts.
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
     * Returns a copy that reports how far it is.
     *
     * @param listener takes how much of the work is done, from 0 to 1, from the thread that calls {@link #advise}. It may end the
     *     measuring by a {@link java.util.concurrent.CancellationException}: the advice rests on what was measured before
     */
    public Advisor withProgress(DoubleConsumer listener) {
        return new Advisor(options, listener);
    }

    /**
     * Measures files, which are only read. A file or a column that cannot be read is named in {@link Advice#basis} and left
     * out. Of more than 64 files that are not on this machine about so many stand for all.
     *
     * @param paths files, directories, of which all Parquet files below them count, and globs; with a scheme such as
     *     {@code hdfs://} on what Hadoop's file systems serve that the calling thread's class loader finds
     * @throws java.nio.file.NoSuchFileException if there is nothing where a path leads
     * @throws java.util.concurrent.CancellationException if the listener ended the measuring before anything was measured
     * @throws IOException if nothing of any file can be read; says why for each
     * @throws IllegalArgumentException if the paths lead to no Parquet file, a column that was asked for is in no file, or a
     *     setting is out of range; names it
     */
    public Advice advise(Collection<String> paths) throws IOException {
        return new TableAdvice(options).of(paths, progress);
    }
}
