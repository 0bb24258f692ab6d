// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.github.freva.asciitable.AsciiTable;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.file.ColumnPages;
import io.github.fastcodec.bench.file.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;

/**
 * What a level of ZSTD gives for the pages of all columns, against parquet-java, and what it would give if libzstd chose its
 * parameters by the length of the page.
 */
@Command(
        name = "zstd-levels",
        header = "Speed and size of ZSTD pages by level, against parquet-java.",
        description =
                "Compresses a page of 8 KiB and one of 64 KiB of every column of TPC-H lineitem and of a wide nested table,"
                        + " at levels 1 to 19.",
        footer = "  java -jar benchmarks.jar zstd-levels")
@Jvm.Options("-Xmx3g")
public final class ZstdLevelTable extends Tool {

    private static final int[] LEVELS = {1, 2, 3, 4, 5, 6, 7, 9, 12, 19};
    private static final int[] SIZES = {8 << 10, 64 << 10};

    private static final long NANOS_PER_PAGE = 10_000_000;

    private static final String[] HEADERS = {
        "level", "page", "parquet-java", "fastcodec", "size", "largest", "by length", "size", "largest"
    };

    /** A page that shrinks below this part of itself counts as one of that size: in a file nothing hangs on it. */
    private static final double LEAST_RATIO = 0.02;

    /** One way to compress; returns the compressed size, in bytes. */
    private interface Compression {
        long compress(byte[] page) throws IOException;
    }

    /** What one way makes of the pages. */
    private record Outcome(long[] sizes, double[] nanos) {}

    @Override
    public Integer call() throws IOException {
        List<String[]> rows = new ArrayList<>();
        for (int size : SIZES) {
            List<byte[]> pages = ColumnPages.of(List.of(Table.LINEITEM, Table.NESTED), size);
            row(LEVELS[0], size, pages); // warms up
            for (int level : LEVELS) {
                rows.add(row(level, size, pages));
            }
        }
        System.out.println(AsciiTable.getTable(HEADERS, rows.toArray(new String[0][])));
        System.out.println(
                "fastcodec, by length: times as fast as parquet-java, geometric mean over pages; size, largest: by how"
                        + " much larger than parquet-java's, the mean over pages and the page that grew most");
        return 0;
    }

    private static String[] row(int level, int size, List<byte[]> pages) throws IOException {
        Outcome reference = run(Implementation.PARQUET_JAVA, level, pages);
        Outcome ours = run(Implementation.FASTCODEC, level, pages);
        Outcome byLength = runByLength(level, size, pages);
        double[] ourGrowth = growth(ours, reference, pages);
        double[] growthByLength = growth(byLength, reference, pages);
        return new String[] {
            Integer.toString(level),
            size / 1024 + " KiB",
            format("%.1f MB/s", geometricMean(pages.size(), i -> pages.get(i).length * 1e3 / reference.nanos[i])),
            format("%.2fx", geometricMean(pages.size(), i -> reference.nanos[i] / ours.nanos[i])),
            format("%+.1f %%", Arrays.stream(ourGrowth).average().orElseThrow()),
            format("%+.1f %%", Arrays.stream(ourGrowth).max().orElseThrow()),
            format("%.2fx", geometricMean(pages.size(), i -> reference.nanos[i] / byLength.nanos[i])),
            format("%+.1f %%", Arrays.stream(growthByLength).average().orElseThrow()),
            format("%+.1f %%", Arrays.stream(growthByLength).max().orElseThrow())
        };
    }

    private static Outcome run(Implementation implementation, int level, List<byte[]> pages) throws IOException {
        BytesInputCompressor compressor = implementation.newFactory().getCompressor(CompressionCodecName.ZSTD, level);
        try {
            return run(page -> compressor.compress(BytesInput.from(page)).size(), pages);
        } finally {
            compressor.release();
        }
    }

    private static Outcome runByLength(int level, int size, List<byte[]> pages) throws IOException {
        byte[] target = new byte[(int) Zstd.compressBound(2L * size)];
        try (ZstdCompressCtx context = new ZstdCompressCtx().setLevel(level)) {
            return run(page -> context.compressByteArray(target, 0, target.length, page, 0, page.length), pages);
        }
    }

    /** The quickest of some calls counts for a page: what is slower was disturbed. */
    private static Outcome run(Compression compression, List<byte[]> pages) throws IOException {
        Outcome outcome = new Outcome(new long[pages.size()], new double[pages.size()]);
        for (int i = 0; i < pages.size(); i++) {
            byte[] page = pages.get(i);
            double quickest = Double.MAX_VALUE;
            long end = System.nanoTime() + NANOS_PER_PAGE;
            do {
                long start = System.nanoTime();
                outcome.sizes[i] = compression.compress(page);
                quickest = Math.min(quickest, System.nanoTime() - start);
            } while (System.nanoTime() < end);
            outcome.nanos[i] = quickest;
        }
        return outcome;
    }

    private static double geometricMean(int count, IntToDoubleFunction value) {
        return Math.exp(IntStream.range(0, count)
                .mapToDouble(i -> Math.log(value.applyAsDouble(i)))
                .average()
                .orElseThrow());
    }

    /** By how much each page is larger than the reference, in percent. */
    private static double[] growth(Outcome outcome, Outcome reference, List<byte[]> pages) {
        return IntStream.range(0, pages.size())
                .mapToDouble(i -> 100
                        * (outcome.sizes[i] - reference.sizes[i])
                        / Math.max(reference.sizes[i], LEAST_RATIO * pages.get(i).length))
                .toArray();
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
