// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.parquet.Defects;
import io.github.fastcodec.internal.storage.TooLargeException;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Window;
import io.github.fastcodec.internal.work.Workers;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Recompresses files of any storage. Several files share one set of threads and one window of memory: small files are dealt
 * with side by side. Immutable and safe for use by many threads; each run has threads and memory of its own.
 */
public final class Recompression {

    /** The share of the memory that a footer or an index may take as it stands in the file; it takes several times that. */
    private static final int STRUCTURE_SHARE = 8;

    private static final long MIB = 1L << 20;

    /** Room for the batch that a thread is at, and for two or three that wait: more would have left the caches before its turn. */
    private static final long WINDOW_OF_A_THREAD = 8 * MIB;

    /** How many files are dealt with at the same time, at least, where most of them wait for a server. */
    private static final int WAITING_FILES = 16;

    /** What a file takes that is dealt with, beside its pages and its structure: slabs and buffers. */
    private static final long PER_FILE = 4 * MIB;

    private final RecompressOptions options;

    /** Creates one that uses all processors and half of the heap of this machine where the options leave that open. */
    public Recompression(RecompressOptions options) {
        this.options =
                options.withThreads(Workers.count(options.threads())).withMemory(Window.memory(options.memory()));
    }

    /** Returns the options, with threads and memory above 0. */
    RecompressOptions options() {
        return options;
    }

    /** Returns how large a footer or an index may be as it stands in a file, in bytes. */
    public long structureLimit() {
        return options.memory() / STRUCTURE_SHARE;
    }

    /** Returns what is done about defects of sources. */
    Defects defects() {
        return Defects.refused(options.dropUnnamedBytes());
    }

    FastCodecFactory factory() {
        return new FastCodecFactory(options.codecs()).withExactLevels();
    }

    /**
     * Requires that levels that are configured for the plan are in range.
     *
     * @throws IllegalArgumentException if one is not; names the key
     */
    public void requireLevels() {
        requireLevels(new PageCodecs.Pool(factory()));
    }

    void requireLevels(PageCodecs.Pool pool) {
        for (CodecLevel target : targets()) {
            try {
                requireEngine(pool, target);
            } catch (UnsupportedOperationException e) {
                // the files that need it say so, on the machine that recompresses them
            }
        }
    }

    /**
     * Requires that engines of this machine have all codecs and levels of the plan.
     *
     * @throws IllegalArgumentException if a configured level is out of range; names the key
     * @throws UnsupportedOperationException if there is no engine for one of them; says why, and what to add
     */
    public void requireEngines() {
        PageCodecs.Pool pool = new PageCodecs.Pool(factory());
        targets().forEach(target -> requireEngine(pool, target));
    }

    private static void requireEngine(PageCodecs.Pool pool, CodecLevel target) {
        PageCodecs codecs = pool.take();
        codecs.requireCompressor(target);
        pool.giveBack(codecs);
    }

    private Set<CodecLevel> targets() {
        Plan plan = options.plan();
        Set<CodecLevel> targets = new LinkedHashSet<>(plan.columns().values());
        if (plan.others() != null) {
            targets.add(plan.others());
        }
        return targets;
    }

    /** Returns how many bytes of pages may be held at the same time, except by those that are larger by themselves. */
    private long window() {
        return Math.min(options.threads() * WINDOW_OF_A_THREAD, options.memory());
    }

    /**
     * Recompresses files, and returns the outcome of each, in the order of the jobs. Ends early if one fails, unless
     * {@link RecompressOptions#keepGoing}, or if the listener says so; the files that were not finished are {@code NOT_DONE} then.
     *
     * @throws IllegalArgumentException if a configured level is out of range; nothing was written then
     * @throws InterruptedIOException if the thread was interrupted; files that were not finished are as if they had not been
     *     begun
     */
    public List<FileOutcome> run(List<? extends FileJob> jobs, Listener listener) throws InterruptedIOException {
        return new Run(jobs, listener).outcomes();
    }

    /**
     * Estimates what {@link #run} would do, from pages that are chosen at random, and writes nothing.
     *
     * @param samples how many pages are recompressed; the error shrinks with the root of it
     * @param seed what the choice of pages depends on
     * @param listener hears of each page that was recompressed, and may end the sampling
     * @throws IllegalArgumentException if a configured level is out of range
     * @throws InterruptedIOException if the thread was interrupted, or the listener has ended the sampling
     */
    public Estimate estimate(List<? extends FileJob> jobs, int samples, long seed, Listener listener)
            throws InterruptedIOException {
        return new Sampling(this, jobs, samples, seed, listener).estimate();
    }

    /** One call. */
    private final class Run {

        private final List<? extends FileJob> jobs;
        private final Listener listener;
        private final FileOutcome[] outcomes;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicBoolean ended = new AtomicBoolean();
        private final PageCodecs.Pool pool = new PageCodecs.Pool(factory());
        private final TableGuard guard = new TableGuard();
        private final Map<Object, String> sources = new ConcurrentHashMap<>();
        private final int drivers;
        private final Workers workers;

        /** Footers and indexes, which have a share of the heap of their own. */
        private final Window structures = new Window(options.memory(), options.memory(), 1);

        private Run(List<? extends FileJob> jobs, Listener listener) {
            this.jobs = jobs;
            this.listener = listener;
            this.outcomes = jobs.stream().map(FileOutcome::notDone).toArray(FileOutcome[]::new);
            int threads = options.threads();
            long memory = options.memory();
            boolean isLocal = jobs.stream().allMatch(FileJob::isLocal);
            int atOnce = isLocal ? threads : Math.max(threads, WAITING_FILES);
            this.drivers = (int) Math.max(1, Math.min(Math.min(atOnce, jobs.size()), memory / PER_FILE));
            // One that waits for a server reads ahead instead.
            boolean callerHelps = drivers == 1 && (isLocal || threads == 1);
            this.workers = new Workers(threads, callerHelps, new Window(window(), memory, threads), this::checkEnd);
        }

        private void checkEnd() throws CancelledException {
            if (ended.get() || listener.isCancelled()) {
                throw new CancelledException();
            }
        }

        private List<FileOutcome> outcomes() throws InterruptedIOException {
            try (workers) {
                requireLevels(pool);
                if (drivers == 1) {
                    drive();
                } else {
                    driveAll();
                }
            }
            return List.of(outcomes);
        }

        private void driveAll() throws InterruptedIOException {
            ExecutorService threads = Workers.pool(drivers);
            try {
                List<Future<?>> running = new ArrayList<>();
                for (int i = 0; i < drivers; i++) {
                    running.add(threads.submit(() -> {
                        drive();
                        return null;
                    }));
                }
                for (Future<?> driver : running) {
                    OrderedWork.result(driver, () -> {});
                }
            } catch (IOException e) {
                throw interrupted(e); // this thread, or one of a driver
            } finally {
                ended.set(true);
                Workers.end(threads);
            }
        }

        /** Deals with one file after the other. */
        private void drive() throws InterruptedIOException {
            for (int i = next.getAndIncrement(); i < outcomes.length; i = next.getAndIncrement()) {
                FileJob job = jobs.get(i);
                FileOutcome outcome;
                try {
                    checkEnd();
                    outcome = TooLargeException.watch(() -> new FileRun(
                                    Recompression.this, job, workers, structures, pool, guard, sources, listener)
                            .run());
                } catch (CancelledException e) {
                    outcome = outcomes[i]; // not done
                } catch (IOException | RuntimeException e) {
                    if (Thread.currentThread().isInterrupted()) {
                        throw interrupted(e);
                    }
                    outcome = FileOutcome.failed(job.source(), job.target(), job.length(), e);
                } catch (Error e) {
                    ended.set(true);
                    throw e;
                }
                outcomes[i] = outcome;
                if (outcome.status() == FileOutcome.Status.FAILED && !options.keepGoing()) {
                    ended.set(true);
                }
                if (outcome.status() != FileOutcome.Status.NOT_DONE) {
                    listener.ended(outcome);
                }
            }
        }

        private InterruptedIOException interrupted(Throwable cause) {
            InterruptedIOException interrupted =
                    new InterruptedIOException("Interrupted while files were recompressed");
            interrupted.initCause(cause);
            return interrupted;
        }
    }
}
