// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.verify.finding.Findings;
import io.github.fastcodec.internal.verify.log.TableLogEntry;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Window;
import io.github.fastcodec.internal.work.Workers;
import io.github.fastcodec.verify.VerifyOptions;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Checks files in any storage. Immutable and thread-safe; each run has its own threads and memory. */
public final class Verification {

    private static final int MIB = 1 << 20;

    /**
     * The part of the window of pages that does not depend on the number of threads, in bytes. It keeps threads from waiting for
     * each other; a larger window is not faster.
     */
    private static final long WINDOW = 32L * MIB;

    private static final long WINDOW_PER_THREAD = 8L * MIB;

    /** The limit for footers and indexes is the memory divided by this number. */
    private static final int STRUCTURE_SHARE = 8;

    final long memory;

    /** The maximum memory of footers and indexes, in bytes. */
    final long structureLimit;

    final boolean checksValues;
    final LongConsumer progress;
    final Function<String, @Nullable TableLogEntry> log;
    private final FastCodecOptions codecs;
    private final int threads;

    /**
     * @param progress receives, on the thread that calls {@link #run}, the number of bytes of pages checked since its last call.
     *     It may end the run with a {@link CancellationException}; in that case the result of an unfinished file covers the pages
     *     checked so far
     * @param log returns the entry for a file in a table's log, or null if the log has none
     */
    public Verification(VerifyOptions options, LongConsumer progress, Function<String, @Nullable TableLogEntry> log) {
        this.codecs = options.codecs();
        this.threads = Workers.count(options.threads());
        this.memory = Window.memory(options.memory());
        this.structureLimit = Math.min(Integer.MAX_VALUE - MIB, memory / STRUCTURE_SHARE);
        this.checksValues = options.values();
        this.progress = Objects.requireNonNull(progress, "progress");
        this.log = Objects.requireNonNull(log, "log");
    }

    /**
     * Checks files in any of the given storages.
     *
     * @param each receives the result of each file, in the order of the files, on the calling thread
     * @throws UncheckedIOException if the thread is interrupted, or if this machine's temporary directory cannot be used
     */
    public void run(Iterable<String> files, Storages storages, Consumer<VerifyResult> each) {
        run(files, storages::open, each);
    }

    /**
     * Checks files.
     *
     * @param opener may be called by several threads
     * @param each receives the result of each file, in the order of the files, on the calling thread
     * @throws UncheckedIOException if the thread is interrupted, or if this machine's temporary directory cannot be used
     */
    public void run(Iterable<String> files, FileInput.Opener opener, Consumer<VerifyResult> each) {
        if (threads == 1) {
            runInTurn(files, opener, opener, each);
            return;
        }
        try (OpenAhead ahead = new OpenAhead(files.iterator(), opener)) {
            runInTurn(() -> ahead, ahead::open, opener, each);
        }
    }

    /** @param others opens files that are not checked, such as delete files */
    private void runInTurn(
            Iterable<String> files, FileInput.Opener opener, FileInput.Opener others, Consumer<VerifyResult> each) {
        long window = Math.min(WINDOW + threads * WINDOW_PER_THREAD, memory);
        Map<FileInput, Findings> unfinished = new LinkedHashMap<>();
        try (Workers workers = new Workers(threads, threads == 1, new Window(window, memory, threads), () -> {});
                OrderedWork work = new OrderedWork(workers)) {
            FastCodecFactory factory = new FastCodecFactory(codecs);
            for (String file : files) {
                FileCheck.run(this, factory, work, file, opener, others, unfinished, each);
            }
            work.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (CancellationException e) {
            unfinished.values().forEach(findings -> each.accept(findings.result()));
            throw e;
        } finally {
            unfinished.keySet().forEach(FileInput::closeQuietly);
        }
    }
}
