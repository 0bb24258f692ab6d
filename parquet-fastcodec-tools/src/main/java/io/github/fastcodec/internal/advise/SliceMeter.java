// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.CodecLevels;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.advise.Measurement;
import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Measures a slice in its current codec and with one candidate after another, in several rounds, so that a short disturbance of the
 * machine affects all alike. The time is the median of the rounds. Not thread-safe.
 */
final class SliceMeter {

    private static final int ROUNDS = 3;

    /** Compression that takes longer than this, in nanoseconds, is measured only once, which is accurate enough. */
    private static final long ONCE = 30_000_000;

    /** To a pass that takes longer than this, in nanoseconds, the state of the caches before it makes no difference. */
    private static final long LONG = 10_000_000;

    /**
     * A time that is many times the clock's error, in nanoseconds, and long enough for caches to get warm. A pass over a few pages
     * is repeated until it takes this long.
     */
    private static final long ENOUGH = 100_000;

    /** The limit on repetitions, because a pass over pages that are not compressed takes no time. */
    private static final int MOST_PASSES = 1 << 10;

    private static final double NANO = 1e-9;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final FastCodecFactory factory;
    private final CompressionCodecName codec;
    private final List<LoadedPage> pages = new ArrayList<>();

    /**
     * @param input the file of the slice
     * @param memory the most heap that a page may take, in bytes
     * @throws IOException if a page is damaged or too large; the message names the page
     * @throws UnsupportedOperationException if no engine can decompress the slice; the message says what to add
     */
    SliceMeter(FastCodecFactory factory, Slice slice, FileInput input, long memory) throws IOException {
        this.factory = factory;
        this.codec = slice.chunk().codec();
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        for (Slice.Page page : slice.pages()) {
            pages.add(LoadedPage.read(slice.chunk(), page, input, decompressor, memory));
        }
    }

    /**
     * Returns the measurements. The time to compress with the slice's current codec is NaN if the level is unknown, or if no engine
     * compresses with that codec.
     */
    ColumnSample.Outcome measure(List<CodecLevel> candidates) throws IOException {
        List<Run> runs = new ArrayList<>();
        Optional<BytesInputCompressor> now =
                CodecLevels.of(codec).isPresent() ? Optional.empty() : compressorIfAny(factory, new CodecLevel(codec));
        runs.add(new Run(new CodecLevel(codec), true, now));
        for (CodecLevel candidate : candidates) {
            runs.add(new Run(candidate, false, Optional.of(compressor(factory, candidate))));
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (Run run : runs) {
                if (Thread.currentThread().isInterrupted()) {
                    throw OrderedWork.interrupted(); // the result is no longer needed
                }
                run.round(round);
            }
        }
        List<PageHeader> headers =
                pages.stream().map(page -> page.raw().header()).toList();
        return new ColumnSample.Outcome(
                runs.stream().map(Run::outcome).collect(Collectors.toList()),
                runs.stream().mapToDouble(Run::squares).toArray(),
                headers.stream().mapToLong(PageHeader::length).sum(),
                pages.stream().mapToLong(LoadedPage::measuredBytes).sum(),
                headers.stream().filter(PageHeader::hasChecksum).count());
    }

    /** @throws UnsupportedOperationException if no engine compresses with the codec; the message says what to add */
    static BytesInputCompressor compressor(FastCodecFactory factory, CodecLevel candidate) {
        return candidate.level() != null
                ? factory.getCompressor(candidate.codec(), candidate.level())
                : factory.getCompressor(candidate.codec());
    }

    private static Optional<BytesInputCompressor> compressorIfAny(FastCodecFactory factory, CodecLevel candidate) {
        try {
            return Optional.of(compressor(factory, candidate));
        } catch (UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the CPU time of the calling thread, in nanoseconds, so that a busy machine does not make a candidate look slow. If
     * the JVM does not measure CPU time, returns the elapsed time.
     */
    private static long nanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled()
                ? THREADS.getCurrentThreadCpuTime()
                : System.nanoTime();
    }

    /** Compresses or decompresses all pages of the slice. */
    private interface Pass {
        void run() throws IOException;
    }

    /**
     * Returns the time of a pass that follows others, in nanoseconds, so that the caches hold the state of this candidate and not that of
     * the one before.
     */
    private static long warmNanos(Pass pass) throws IOException {
        long nanos = nanos(pass, 1);
        if (nanos >= LONG) {
            return nanos;
        }
        for (int passes = 1; ; passes *= 2) {
            nanos = nanos(pass, passes);
            if (nanos >= ENOUGH || passes == MOST_PASSES) {
                return nanos / passes;
            }
        }
    }

    private static long nanos(Pass pass, int passes) throws IOException {
        long start = nanos();
        for (int i = 0; i < passes; i++) {
            pass.run();
        }
        return nanos() - start;
    }

    private static double median(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Measures the slice with one candidate. */
    private final class Run {

        private final CodecLevel codec;
        private final boolean isRaw;
        private final Optional<BytesInputCompressor> compressor;
        private final BytesInputDecompressor decompressor;
        private final BytesInput[] compressed = new BytesInput[pages.size()];
        private final long[] compressNanos = new long[ROUNDS];
        private final long[] decompressNanos = new long[ROUNDS];

        Run(CodecLevel codec, boolean isRaw, Optional<BytesInputCompressor> compressor) throws IOException {
            this.codec = codec;
            this.isRaw = isRaw;
            this.compressor = compressor;
            decompressor = factory.getDecompressor(codec.codec());
            long start = nanos();
            if (compressor.isPresent()) {
                for (int i = 0; i < compressed.length; i++) {
                    BytesInput valid = compressor.get().compress(pages.get(i).plain()); // until the next call
                    compressed[i] = BytesInput.from(valid.toInputStream().readAllBytes());
                }
            }
            Arrays.fill(compressNanos, nanos() - start);
            if (isRaw) {
                Arrays.setAll(compressed, i -> pages.get(i).rawValues());
            }
        }

        void round(int round) throws IOException {
            if (compressor.isPresent() && compressNanos[round] <= ONCE) {
                compressNanos[round] = warmNanos(() -> compress(compressor.get()));
            }
            decompressNanos[round] = warmNanos(this::decompress);
        }

        private void compress(BytesInputCompressor by) throws IOException {
            for (LoadedPage page : pages) {
                by.compress(page.plain());
            }
        }

        private void decompress() throws IOException {
            for (int i = 0; i < compressed.length; i++) {
                LoadedPage page = pages.get(i);
                if (isRaw ? page.isCompressed() : !page.isStored(compressed[i].size())) {
                    decompressor.decompress(
                            compressed[i], length(page)); // one call, so that the JVM treats all codecs alike
                }
            }
        }

        /** Returns the length of a page after it is decompressed, in bytes. */
        private int length(LoadedPage page) {
            return isRaw ? page.raw().plainLength() : page.plainLength();
        }

        private double bytes(int page) {
            return isRaw ? pages.get(page).bytes() : pages.get(page).bytes(compressed[page].size());
        }

        /** Returns the sum over all draws of the square of the bytes that the draw adds. */
        double squares() {
            return IntStream.range(0, compressed.length)
                    .mapToDouble(i -> bytes(i) * bytes(i) / pages.get(i).drawn().hits())
                    .sum();
        }

        Measurement outcome() {
            double bytes = 0;
            long plainBytes = 0;
            long decompressedBytes = 0;
            for (int i = 0; i < compressed.length; i++) {
                LoadedPage page = pages.get(i);
                bytes += bytes(i);
                plainBytes += page.plainLength();
                decompressedBytes += length(page);
            }
            double weight = pages.stream().mapToDouble(LoadedPage::weight).sum();
            return Measurements.of(
                    codec,
                    weight,
                    bytes,
                    compressor.isPresent()
                            ? weight * NANO * median(compressNanos) / Math.max(1, plainBytes)
                            : Double.NaN,
                    weight * NANO * median(decompressNanos) / Math.max(1, decompressedBytes));
        }
    }
}
