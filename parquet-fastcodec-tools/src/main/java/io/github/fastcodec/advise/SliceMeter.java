// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.FastCodecFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;

/**
 * Measures a slice with one candidate after the other, in rounds, so that what disturbs the machine for a moment disturbs all
 * of them. A candidate's time is the median of its rounds. For one thread.
 */
final class SliceMeter {

    /**
     * What one candidate makes of the slice.
     *
     * @param weightedBytes the compressed size of what the slice stands for, without headers, in bytes
     * @param compressNanosPerByte the time to compress a decompressed byte; NaN if nothing here compresses with the codec
     */
    record Outcome(double weightedBytes, double compressNanosPerByte, double decompressNanosPerByte) {}

    private static final int ROUNDS = 3;

    /** What takes longer than this is measured well enough at once. */
    private static final long LONG = 30_000_000;

    /** What takes less than this is repeated: a clock's tick and its cost must be small beside what it times. */
    private static final long SHORT = 200_000;

    private final FastCodecFactory factory;
    private final Slice slice;
    private final List<LoadedPage> pages = new ArrayList<>();
    private final BytesInputDecompressor ownDecompressor;
    private final long plainBytes;

    /**
     * Loads a slice.
     *
     * @param memory how much of the heap a page may take, in bytes
     * @throws IOException if a page is damaged or too large; names it
     * @throws UnsupportedOperationException if no engine can decompress the slice; says what to add
     */
    SliceMeter(FastCodecFactory factory, Slice slice, long memory) throws IOException {
        this.factory = factory;
        this.slice = slice;
        this.ownDecompressor = factory.getDecompressor(slice.chunk().chunk().codec());
        for (int i = 0; i < slice.pageCount(); i++) {
            pages.add(LoadedPage.read(slice.chunk(), slice.page(i), ownDecompressor, memory));
        }
        this.plainBytes = pages.stream().mapToLong(LoadedPage::plainLength).sum();
    }

    List<LoadedPage> pages() {
        return pages;
    }

    /**
     * Measures.
     *
     * @param candidates what to compress with; null stands for the pages as they are
     * @param now what the pages as they are were compressed with, as far as that is known, to measure how fast that is; null
     *     if nothing here compresses with it
     * @return an outcome for each candidate
     */
    List<Outcome> measure(List<CodecLevel> candidates, CodecLevel now) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (CodecLevel candidate : candidates) {
            runs.add(new Run(candidate, candidate == null ? now : candidate));
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (Run run : runs) {
                run.round(round);
            }
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (Run run : runs) {
            outcomes.add(run.outcome());
        }
        return outcomes;
    }

    /**
     * Compresses and decompresses for a while, and returns about how many nanoseconds compressing a byte takes.
     *
     * @param nanos how long, except that each page has its turn
     */
    double warmUp(CodecLevel candidate, long nanos) throws IOException {
        BytesInputCompressor compressor = Candidates.compressor(factory, candidate);
        BytesInputDecompressor decompressor = factory.getDecompressor(candidate.codec());
        long bytes = 0;
        long compressNanos = 0;
        long start = CpuClock.nanos();
        long now;
        do {
            for (LoadedPage page : pages) {
                long begin = CpuClock.nanos();
                BytesInput compressed = compressor.compress(page.plain());
                compressNanos += CpuClock.nanos() - begin;
                bytes += page.plainLength();
                decompressor.decompress(compressed, page.plainLength());
            }
            now = CpuClock.nanos();
        } while (now - start < nanos);
        return (double) compressNanos / Math.max(1, bytes);
    }

    /** Returns a copy of bytes that may be valid for a while only. */
    private static BytesInput copy(BytesInput bytes) throws IOException {
        byte[] copy = new byte[Math.toIntExact(bytes.size())];
        bytes.toInputStream().slice(copy.length).get(copy);
        return BytesInput.from(copy);
    }

    private static int repeats(long nanos) {
        return (int) Math.min(64, Math.max(1, SHORT / Math.max(1, nanos)));
    }

    private static long median(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** A candidate on the slice. */
    private final class Run {

        private final BytesInputCompressor compressor;
        private final long[] compressNanos = new long[ROUNDS];
        private final int compressRepeats;
        private final boolean compressesLong;
        private final BytesInputDecompressor decompressor;

        /** The pages as the candidate has them; null stands for them as they are. */
        private final BytesInput[] compressed;

        private final long[] decompressNanos = new long[ROUNDS];
        private final int decompressRepeats;

        Run(CodecLevel candidate, CodecLevel compressedWith) throws IOException {
            compressor = compressedWith == null ? null : Candidates.compressor(factory, compressedWith);
            BytesInput[] pagesCompressed = new BytesInput[pages.size()];
            long start = CpuClock.nanos();
            for (int i = 0; i < pagesCompressed.length; i++) {
                LoadedPage page = pages.get(i);
                BytesInput bytes = compressor == null ? page.plain() : compressor.compress(page.plain());
                pagesCompressed[i] = copy(bytes);
            }
            long end = CpuClock.nanos();
            compressesLong = end - start > LONG;
            compressRepeats = repeats(end - start);
            Arrays.fill(compressNanos, (end - start) * compressRepeats);
            boolean isAsStored = candidate == null;
            decompressor = isAsStored ? ownDecompressor : factory.getDecompressor(candidate.codec());
            compressed = isAsStored ? null : pagesCompressed;
            start = CpuClock.nanos();
            decompressAll();
            decompressRepeats = repeats(CpuClock.nanos() - start);
        }

        void round(int round) throws IOException {
            if (!compressesLong && compressor != null) {
                long start = CpuClock.nanos();
                for (int i = 0; i < compressRepeats; i++) {
                    for (LoadedPage page : pages) {
                        compressor.compress(page.plain());
                    }
                }
                compressNanos[round] = CpuClock.nanos() - start;
            }
            long start = CpuClock.nanos();
            for (int i = 0; i < decompressRepeats; i++) {
                decompressAll();
            }
            decompressNanos[round] = CpuClock.nanos() - start;
        }

        private void decompressAll() throws IOException {
            for (int i = 0; i < pages.size(); i++) {
                LoadedPage page = pages.get(i);
                if (compressed == null) {
                    page.decompressStored(decompressor);
                } else if (!page.header().canBeStored() || compressed[i].size() < page.plainLength()) {
                    decompressor.decompress(compressed[i], page.plainLength());
                }
            }
        }

        Outcome outcome() {
            return new Outcome(
                    weightedBytes(),
                    compressor == null
                            ? Double.NaN
                            : (double) median(compressNanos) / compressRepeats / Math.max(1, plainBytes),
                    decompressNanosPerByte());
        }

        private double weightedBytes() {
            double bytes = 0;
            for (int i = 0; i < pages.size(); i++) {
                LoadedPage page = pages.get(i);
                bytes += slice.weight(i)
                        * (compressed == null ? ratioAsStored(page) : ratio(page, compressed[i].size()));
            }
            return bytes;
        }

        private double ratioAsStored(LoadedPage page) {
            return (double) page.header().compressedSize() / page.header().uncompressedSize();
        }

        /** Returns the compressed size in relation to the decompressed one, with levels, which are not compressed. */
        private double ratio(LoadedPage page, long size) {
            long best = page.header().canBeStored() ? Math.min(size, page.plainLength()) : size;
            double whole = page.plainLength() == 0
                    ? size
                    : (double) best * page.stored().plainLength() / page.plainLength();
            return (page.header().levelsLength() + whole) / page.header().uncompressedSize();
        }

        private double decompressNanosPerByte() {
            long bytes = compressed == null
                    ? pages.stream()
                            .mapToLong(page -> page.stored().plainLength())
                            .sum()
                    : plainBytes;
            return (double) median(decompressNanos) / decompressRepeats / Math.max(1, bytes);
        }
    }
}
