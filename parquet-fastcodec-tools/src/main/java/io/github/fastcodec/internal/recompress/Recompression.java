// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.parquet.Defects;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.search.TableGuard;
import io.github.fastcodec.internal.storage.FileInput;
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
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Recompresses files of any storage. The files of a run share one set of threads and one window of memory, and small files are
 * processed concurrently. Immutable and thread-safe; each run has its own threads and memory.
 */
public final class Recompression {

    /**
     * The memory divided by this number is the largest permitted length of a footer or an index, because a parsed footer or index
     * takes several times its length.
     */
    private static final int STRUCTURE_SHARE = 8;

    private static final long MIB = 1L << 20;

    /** The largest number of files whose footers are read before a run. */
    public static final int MOST_FOOTERS = 64;

    /**
     * The window per thread, in bytes: room for the batch that the thread processes, and for two or three that wait. More batches
     * would leave the processor's caches while they wait.
     */
    private static final long WINDOW_PER_THREAD = 8 * MIB;

    /** The minimum number of files to process concurrently if they are remote, because most of them wait for a server. */
    private static final int REMOTE_FILES = 16;

    /** The memory for the slabs and buffers of each concurrent file, in bytes, without its pages, footer and indexes. */
    private static final long PER_FILE = 4 * MIB;

    private final RecompressOptions options;

    /** Creates a recompression. If the number of threads is 0, it uses all processors; if the memory is 0, half of the heap. */
    public Recompression(RecompressOptions options) {
        this.options =
                options.withThreads(Workers.count(options.threads())).withMemory(Window.memory(options.memory()));
    }

    /** Returns the options, with threads and memory above 0. */
    RecompressOptions options() {
        return options;
    }

    /** Returns the largest permitted length of a footer or an index in a file, in bytes. */
    public long structureLimit() {
        return options.memory() / STRUCTURE_SHARE;
    }

    /** Returns the handler of defects in sources. */
    Defects defects() {
        return Defects.refused(options.dropUnnamedBytes());
    }

    FastCodecFactory factory() {
        return new FastCodecFactory(options.codecs()).withExactLevels();
    }

    /**
     * Requires that the configured levels of the plan's codecs are in range.
     *
     * @throws IllegalArgumentException if one is not; the message names the key
     */
    public void requireLevels() {
        requireLevels(new PageCodecs.Pool(factory()));
    }

    void requireLevels(PageCodecs.Pool pool) {
        for (CodecLevel target : targets()) {
            try {
                requireEngine(pool, target);
            } catch (UnsupportedOperationException e) {
                // The machine that recompresses files reports the missing engine, for each file that needs it.
            }
        }
    }

    /**
     * Requires that this machine has engines for all codecs and levels of the plan.
     *
     * @throws IllegalArgumentException if a configured level is out of range; the message names the key
     * @throws UnsupportedOperationException if an engine is missing; the message says why, and what to add
     */
    public void requireEngines() {
        PageCodecs.Pool pool = new PageCodecs.Pool(factory());
        targets().forEach(target -> requireEngine(pool, target));
    }

    /**
     * Requires that each column of the plan is in one of the files. Reads footers until all columns are found, so usually one. If a
     * file cannot be read, the run reports it.
     *
     * @throws IllegalArgumentException if no file has a column
     */
    public void requireColumns(List<FileJob> jobs) {
        Set<String> missing = new TreeSet<>(options.plan().columns().keySet());
        Set<String> columns = new TreeSet<>();
        for (FileJob job : jobs) {
            if (missing.isEmpty()) {
                return;
            }
            try (FileInput input = job.open()) {
                columns.addAll(TooLargeException.watch(() -> ParquetFile.open(input, structureLimit(), defects()))
                        .footer()
                        .columnPaths());
            } catch (IOException | RuntimeException e) {
                return;
            }
            missing.removeAll(columns);
        }
        if (!missing.isEmpty() && !columns.isEmpty()) {
            throw new IllegalArgumentException("No file has the column " + String.join(", ", missing)
                    + "; the columns are " + String.join(", ", columns));
        }
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

    /** Returns the limit for the pages held at the same time, in bytes. Only large pages may exceed it; see {@link Window}. */
    private long window() {
        return Math.min(options.threads() * WINDOW_PER_THREAD, options.memory());
    }

    /**
     * Recompresses files, and returns the outcome of each, in the order of the jobs. Ends early if the listener cancels the run,
     * or if a file fails and {@link RecompressOptions#keepGoing} is not set; the unfinished files are then {@code NOT_DONE}.
     *
     * @throws IllegalArgumentException if a configured level is out of range, in which case nothing has been written
     * @throws InterruptedIOException if the thread is interrupted; unfinished files are left as if they had not been started
     */
    public List<FileOutcome> run(List<FileJob> jobs, Listener listener) throws InterruptedIOException {
        return new Run(jobs, listener).outcomes();
    }

    /**
     * Estimates the results of {@link #run} from a random sample of pages, and writes nothing.
     *
     * @param samples the number of pages to recompress; the error is inversely proportional to its square root
     * @param seed the seed of the random choice of pages
     * @param listener is called for each recompressed page, and may cancel the sampling
     * @throws IllegalArgumentException if a configured level is out of range
     * @throws InterruptedIOException if the thread is interrupted, or the listener cancels the sampling
     */
    public Estimate estimate(List<FileJob> jobs, int samples, long seed, Listener listener)
            throws InterruptedIOException {
        return new Sampling(this, jobs, samples, seed, listener).estimate();
    }

    /** One call of {@link Recompression#run}. */
    private final class Run {

        private final List<FileJob> jobs;
        private final Listener listener;
        private final FileOutcome[] outcomes;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicBoolean ended = new AtomicBoolean();
        private final PageCodecs.Pool pool = new PageCodecs.Pool(factory());
        private final TableGuard guard = new TableGuard();
        private final Map<Object, String> sources = new ConcurrentHashMap<>();
        private final int drivers;
        private final Workers workers;

        /** The memory for footers and indexes. It is separate from the memory for pages. */
        private final Window structures = new Window(options.memory(), options.memory(), 1);

        private Run(List<FileJob> jobs, Listener listener) {
            this.jobs = jobs;
            this.listener = listener;
            this.outcomes = jobs.stream().map(FileOutcome::notDone).toArray(FileOutcome[]::new);
            int threads = options.threads();
            long memory = options.memory();
            boolean isLocal = jobs.stream().allMatch(FileJob::isLocal);
            int atOnce = isLocal ? threads : Math.max(threads, REMOTE_FILES);
            this.drivers = (int) Math.max(1, Math.min(Math.min(atOnce, jobs.size()), memory / PER_FILE));
            // With remote files and several threads, the caller reads ahead instead of helping.
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
                throw interrupted(e); // this thread or a driver was interrupted
            } finally {
                ended.set(true);
                Workers.end(threads);
            }
        }

        /** Processes one file after the other, until no file is left. */
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
                    outcome = outcomes[i]; // NOT_DONE
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
