// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Window;
import io.github.fastcodec.internal.work.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks Parquet files: every page is decompressed, and everything that a file says twice is compared. Files are only read.
 * Immutable and safe for use by many threads.
 */
public final class Verifier {

    /** Half of the heap: the rest is for what threads decompress into, and for the application. */
    private static final int HEAP_SHARE = 2;

    private static final int MIB = 1 << 20;

    /** What keeps one thread from waiting for another; more does not make it faster. */
    private static final long WINDOW = 32L * MIB;

    private static final long WINDOW_OF_A_THREAD = 8L * MIB;

    /** Footers and indexes may take this part of the memory. */
    private static final int STRUCTURE_SHARE = 8;

    /** Opens a file, which the check closes. */
    interface Opener {
        FileInput open(String file) throws IOException;
    }

    final long memory;

    /** How many bytes footers and indexes may take. */
    final long structureLimit;

    final boolean checksValues;
    final LongConsumer progress;
    final Function<String, @Nullable TableLogEntry> log;
    private final FastCodecOptions options;
    private final int threads;
    private final @Nullable Map<String, String> settings;

    private Verifier(
            FastCodecOptions options,
            int threads,
            long memory,
            boolean checksValues,
            LongConsumer progress,
            Function<String, @Nullable TableLogEntry> log,
            @Nullable Map<String, String> settings) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads is " + threads + ", expected at least 1");
        }
        if (memory < 1) {
            throw new IllegalArgumentException("memory is " + memory + " bytes, expected at least 1");
        }
        this.options = Objects.requireNonNull(options, "options");
        this.threads = threads;
        this.memory = memory;
        this.structureLimit = Math.min(Integer.MAX_VALUE - MIB, memory / STRUCTURE_SHARE);
        this.checksValues = checksValues;
        this.progress = Objects.requireNonNull(progress, "progress");
        this.log = Objects.requireNonNull(log, "log");
        this.settings = settings;
    }

    /** Returns a verifier that uses all processors and half of the heap, and does not decode values. */
    public static Verifier defaults() {
        return new Verifier(
                FastCodecOptions.defaults(),
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory() / HEAP_SHARE,
                false,
                bytes -> {},
                file -> null,
                null);
    }

    /** Returns a copy that decompresses pages with the given options. */
    public Verifier withOptions(FastCodecOptions newOptions) {
        return new Verifier(newOptions, threads, memory, checksValues, progress, log, settings);
    }

    /**
     * Returns a copy that uses a number of threads, beside the calling one, which reads; with 1 the calling one does everything.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Verifier withThreads(int newThreads) {
        return new Verifier(options, newThreads, memory, checksValues, progress, log, settings);
    }

    /**
     * Returns a copy that holds at most so many bytes of pages at the same time. A page that needs more is a finding.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Verifier withMemory(long bytes) {
        return new Verifier(options, threads, bytes, checksValues, progress, log, settings);
    }

    /** Returns a copy that decodes values too, and compares them with statistics, column indexes and bloom filters. */
    public Verifier withValues() {
        return new Verifier(options, threads, memory, true, progress, log, settings);
    }

    /**
     * Returns a copy that reports how far it is.
     *
     * @param listener is told how many more bytes of pages were checked, by the calling thread. It may end the verification by a
     *     {@link CancellationException}: files that are not checked to their end have a result for the pages before
     */
    public Verifier withProgress(LongConsumer listener) {
        return new Verifier(options, threads, memory, checksValues, listener, log, settings);
    }

    /**
     * Returns a copy that compares each file with what a table's log says of it. A file that is not there contradicts the log.
     *
     * @param newLog returns what is said of a file, by the path that the caller gives it; null if nothing is
     */
    public Verifier withLog(Function<String, @Nullable TableLogEntry> newLog) {
        return new Verifier(options, threads, memory, checksValues, progress, newLog, settings);
    }

    /**
     * Returns a copy that reaches files with settings of Hadoop's, by which a path without a scheme is one of {@code fs.defaultFS}.
     * By default the configuration files of Hadoop on the class path count, and such a path is one of this machine.
     */
    public Verifier withSettings(Map<String, String> newSettings) {
        return new Verifier(options, threads, memory, checksValues, progress, log, Map.copyOf(newSettings));
    }

    /**
     * Checks a file.
     *
     * @param file a file of a file system that has channels, such as the default one
     * @return what was found; that the file cannot be read is a finding too
     * @throws UncheckedIOException if the thread is interrupted
     */
    public VerifyResult verify(Path file) {
        List<VerifyResult> results = new ArrayList<>();
        verify(List.of(file.toString()), name -> LocalInput.open(file), results::add);
        return results.get(0);
    }

    /**
     * Checks files, small ones side by side. That a file cannot be read is a finding too.
     *
     * @param files paths of files; with a scheme such as {@code hdfs://} on what Hadoop's file systems serve that the calling
     *     thread's class loader finds
     * @param each takes the result of each file, in the order of the files, on the calling thread
     * @throws UncheckedIOException if the thread is interrupted, or this machine's temporary directory fails, to which files are
     *     fetched that are on S3
     */
    public void verify(Iterable<String> files, Consumer<VerifyResult> each) {
        ClassLoader loader = Storages.applicationLoader();
        Storages storages = settings == null ? new Storages(loader) : new Storages(loader, settings);
        verify(files, file -> storages.of(file).open(storages.path(file)), each);
    }

    void verify(Iterable<String> files, Opener opener, Consumer<VerifyResult> each) {
        if (threads == 1) {
            verifyInTurn(files, opener, opener, each);
            return;
        }
        try (OpenAhead ahead = new OpenAhead(files.iterator(), opener)) {
            verifyInTurn(() -> ahead, ahead::open, opener, each);
        }
    }

    /** @param others opens what is not one of the files */
    private void verifyInTurn(Iterable<String> files, Opener opener, Opener others, Consumer<VerifyResult> each) {
        long window = Math.min(WINDOW + threads * WINDOW_OF_A_THREAD, memory);
        Map<FileInput, VerifyResult.Builder> unfinished = new LinkedHashMap<>();
        try (Workers workers = new Workers(threads, threads == 1, new Window(window, memory, threads), () -> {});
                OrderedWork work = new OrderedWork(workers)) {
            FastCodecFactory factory = new FastCodecFactory(options);
            for (String file : files) {
                FileCheck.run(this, factory, work, file, opener, others, unfinished, each);
            }
            work.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (CancellationException e) {
            unfinished.values().forEach(result -> each.accept(result.build()));
            throw e;
        } finally {
            unfinished.keySet().forEach(FileInput::closeQuietly);
        }
    }
}
