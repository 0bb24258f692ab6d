// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.Footer;
import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.PageFinder;
import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.parquet.Slab;
import io.github.fastcodec.internal.sampling.Mean;
import io.github.fastcodec.internal.sampling.Points;
import io.github.fastcodec.internal.search.TableGuard;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.TooLargeException;
import io.github.fastcodec.internal.work.Buffers;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Window;
import io.github.fastcodec.internal.work.Workers;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Estimates a run from a sample of pages. Draws {@link Points} on the concatenation of all files, and recompresses the page at each
 * point. Large pages are drawn more often, so the mean of the pages' ratios estimates the ratio of all bytes. Sources without a
 * point are not opened. Not thread-safe.
 */
final class Sampling {

    private final Recompression recompression;
    private final RecompressOptions options;
    private final Plan plan;
    private final List<FileJob> jobs;
    private final int samples;
    private final long seed;
    private final Listener listener;
    private final PageCodecs.Pool pool;
    private final PageChange pageChange;

    /** The memory for the pages that the threads hold. */
    private final Window window;

    private final AtomicBoolean warm = new AtomicBoolean();

    /**
     * The result at a point.
     *
     * @param column the codec and the column of the page, or null if the point is not in a page that would change
     * @param ratio bytes of the new file per byte of the old file
     * @param secondsPerByte the thread time per byte of the old file, in seconds
     */
    private record Sample(@Nullable String column, double ratio, double secondsPerByte) {}

    /** The result for a byte that is copied unchanged. Copying takes negligible time. */
    private static final Sample UNCHANGED = new Sample(null, 1, 0);

    Sampling(Recompression recompression, List<FileJob> jobs, int samples, long seed, Listener listener) {
        this.recompression = recompression;
        this.options = recompression.options();
        this.plan = options.plan();
        this.jobs = jobs;
        this.samples = samples;
        this.seed = seed;
        this.listener = listener;
        this.pool = new PageCodecs.Pool(recompression.factory());
        this.pageChange = new PageChange(
                pool, Buffers.NONE, new PageDigests(options.verify()), plan.addsChecksums(), (page, plain) -> {});
        this.window = new Window(options.memory(), options.memory(), options.threads());
    }

    Estimate estimate() throws InterruptedIOException {
        recompression.requireLevels(pool);
        Map<String, Exception> failures = new LinkedHashMap<>();
        List<FileJob> open = new ArrayList<>();
        TableGuard guard = new TableGuard();
        int existingTargets = 0;
        for (FileJob job : jobs) {
            if (listener.isCancelled()) {
                throw ended();
            }
            try {
                if (TooLargeException.watch(() -> targetExists(job, guard))) {
                    existingTargets++;
                } else {
                    open.add(job);
                }
            } catch (IOException | RuntimeException e) {
                failures.put(job.source(), e);
            }
        }
        List<Sample> all = sampleFiles(draw(open), failures);
        open.removeIf(job -> failures.containsKey(job.source()));
        return new Estimate(
                open.size(),
                existingTargets,
                open.stream().mapToLong(FileJob::length).sum(),
                all.size(),
                Mean.of(ratios(all)),
                Mean.of(all.stream().mapToDouble(Sample::secondsPerByte).toArray()),
                failures);
    }

    private static InterruptedIOException ended() {
        return new InterruptedIOException("Interrupted before the estimate was complete; nothing was written");
    }

    private boolean targetExists(FileJob job, TableGuard guard) throws IOException {
        if (options.guardTables()) {
            job.requireNoTable(guard);
        }
        Optional<FileInput> target = job.openTarget();
        if (target.isPresent()) {
            target.get().close();
        }
        return target.isPresent();
    }

    /** Returns the offsets of the points, keyed by file, in the order of the files; files without a point are left out. */
    private Map<FileJob, List<Long>> draw(List<FileJob> files) {
        long total = files.stream().mapToLong(FileJob::length).sum();
        Points points = new Points(total, samples, seed);
        Map<FileJob, List<Long>> drawn = new LinkedHashMap<>();
        for (FileJob file : files) {
            List<Long> offsets = points.on(file.length());
            if (!offsets.isEmpty()) {
                drawn.put(file, offsets);
            }
        }
        return drawn;
    }

    private List<Sample> sampleFiles(Map<FileJob, List<Long>> drawn, Map<String, Exception> failures)
            throws InterruptedIOException {
        ExecutorService threads = Workers.pool(options.threads());
        try {
            Map<FileJob, Future<List<Sample>>> running = new LinkedHashMap<>();
            drawn.forEach((job, offsets) -> running.put(job, threads.submit(() -> samples(job, offsets))));
            List<Sample> found = new ArrayList<>();
            for (Map.Entry<FileJob, Future<List<Sample>>> file : running.entrySet()) {
                try {
                    found.addAll(TooLargeException.watch(() -> OrderedWork.result(file.getValue(), () -> {})));
                } catch (CancelledException e) {
                    throw ended();
                } catch (IOException | RuntimeException e) {
                    if (Thread.currentThread().isInterrupted()) {
                        throw OrderedWork.interrupted();
                    }
                    failures.put(file.getKey().source(), e);
                }
            }
            return found;
        } finally {
            threads.shutdownNow();
        }
    }

    private List<Sample> samples(FileJob job, List<Long> offsets) throws IOException {
        List<Sample> found = new ArrayList<>();
        try (FileInput input = job.open()) {
            ParquetFile file = ParquetFile.open(input, recompression.structureLimit());
            OpenFile open = new OpenFile(file, new PageFinder(file), new HashMap<>());
            for (long offset : offsets) {
                requireNotCancelled();
                found.add(sample(open, offset));
            }
        }
        return found;
    }

    private void requireNotCancelled() throws CancelledException {
        if (listener.isCancelled()) {
            throw new CancelledException();
        }
    }

    /**
     * A file with points.
     *
     * @param measured the pages with points so far, keyed by the offset of the page; a small file has several points in each page
     */
    private record OpenFile(ParquetFile file, PageFinder finder, Map<Long, Sample> measured) {}

    private Sample sample(OpenFile open, long offset) throws IOException {
        Footer footer = open.file().footer();
        Optional<ColumnChunk> chunk = footer.chunkAt(offset);
        if (chunk.isPresent()) {
            return sample(open, chunk.get(), offset);
        }
        return footer.isLeftOut(offset) ? new Sample(null, 0, 0) : UNCHANGED;
    }

    private Sample sample(OpenFile open, ColumnChunk chunk, long offset) throws IOException {
        CodecLevel target = plan.target(chunk.path(), chunk.codec()).orElse(null);
        if (target == null && !plan.addsChecksums()) {
            return UNCHANGED;
        }
        PageBatch batch = open.finder().pageAt(chunk, offset);
        Sample measured = open.measured().get(batch.offset());
        if (measured != null) {
            return measured;
        }
        batch.requireMemory(options.memory());
        long memory = batch.memory();
        window.take(memory, this::requireNotCancelled);
        try {
            Sample sample = sample(open.file(), chunk, batch, target);
            open.measured().put(batch.offset(), sample);
            return sample;
        } finally {
            window.giveBack(memory);
        }
    }

    private Sample sample(ParquetFile file, ColumnChunk chunk, PageBatch batch, @Nullable CodecLevel target)
            throws IOException {
        Slab slab = batch.read(file.input());
        if (warm.compareAndSet(false, true)) {
            pageChange.change(batch, slab, target).close(); // loads libraries before the first measurement
        }
        long start = System.nanoTime();
        try (PageChange.NewPages pages = pageChange.change(batch, slab, target)) {
            PageChange.NewPage page = pages.pages().get(0);
            if (options.verify()) {
                verify(page, target == null ? chunk.codec() : target.codec());
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            listener.advanced(batch.length());
            return new Sample(
                    chunk.codec() + " " + chunk.path(),
                    (double) page.length() / batch.length(),
                    seconds / batch.length());
        }
    }

    /** Decompresses a page as the verification of a run would, so that the time for verifying it is measured too. */
    private void verify(PageChange.NewPage page, CompressionCodecName codec) throws IOException {
        ByteBuffer headerBytes = page.header();
        int start = headerBytes.arrayOffset() + headerBytes.position();
        PageHeader header = PageHeader.read(headerBytes.array(), start, start + headerBytes.remaining(), 0);
        ByteBuffer values = page.values();
        if (codec == CompressionCodecName.UNCOMPRESSED || !header.isCompressed() || !values.hasRemaining()) {
            return;
        }
        PageCodecs codecs = pool.take();
        codecs.decompress(
                codec,
                BytesInput.from(values.array(), values.arrayOffset() + values.position(), values.remaining()),
                header.uncompressedSize() - header.levelsLength());
        pool.giveBack(codecs);
    }

    /**
     * Returns the ratios of samples. If the plan keeps smaller chunks, a column that would grow has the ratio 1. A run decides
     * for each chunk whether to keep it. The sample has too few pages per chunk for that decision, but chunks of the same column
     * with the same codec mostly agree.
     */
    private double[] ratios(List<Sample> all) {
        Map<String, Double> means = all.stream()
                .filter(sample -> sample.column != null)
                .collect(Collectors.groupingBy(Sample::column, Collectors.averagingDouble(Sample::ratio)));
        return all.stream()
                .mapToDouble(sample -> {
                    boolean grows = sample.column != null && means.getOrDefault(sample.column, 0.0) > 1;
                    return grows && plan.keepsSmaller() ? 1 : sample.ratio;
                })
                .toArray();
    }
}
