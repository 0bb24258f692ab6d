// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.zstd;

import com.github.freva.asciitable.AsciiTable;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.file.ColumnPages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What a level of ZSTD gives for the pages of all columns, against parquet-java, and what it would give if libzstd chose its
 * parameters by the length of the page.
 *
 * <p>{@code mvn -q -Pzstd-levels verify}
 */
public final class ZstdLevelTable {

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

    private ZstdLevelTable() {}

    /** Prints the table; takes no arguments. */
    public static void main(String[] args) throws IOException {
        row(LEVELS[0], SIZES[0], ColumnPages.of(SIZES[0])); // warms up
        List<String[]> rows = new ArrayList<>();
        for (int size : SIZES) {
            List<byte[]> pages = ColumnPages.of(size);
            for (int level : LEVELS) {
                rows.add(row(level, size, pages));
            }
        }
        System.out.println(AsciiTable.getTable(HEADERS, rows.toArray(new String[0][])));
        System.out.println(
                "fastcodec and by length: times as fast as parquet-java, geometric mean over pages of columns; size:"
                        + " larger or smaller than parquet-java's, mean over pages");
    }

    private static String[] row(int level, int size, List<byte[]> pages) throws IOException {
        Outcome reference = run(Implementation.PARQUET_JAVA, level, pages);
        Outcome ours = run(Implementation.FASTCODEC, level, pages);
        Outcome byLength;
        try (ZstdCompressCtx context = new ZstdCompressCtx().setLevel(level)) {
            byte[] target = new byte[(int) Zstd.compressBound(2L * size)];
            byLength = run(page -> context.compressByteArray(target, 0, target.length, page, 0, page.length), pages);
        }
        double logSpeed = 0;
        for (int i = 0; i < pages.size(); i++) {
            logSpeed += Math.log(pages.get(i).length * 1e3 / reference.nanos[i]);
        }
        return new String[] {
            Integer.toString(level),
            size / 1024 + " KiB",
            format("%.1f MB/s", Math.exp(logSpeed / pages.size())),
            format("%.2fx", speedUp(ours, reference)),
            format("%+.1f %%", mean(larger(ours, reference, pages))),
            format("%+.1f %%", largest(larger(ours, reference, pages))),
            format("%.2fx", speedUp(byLength, reference)),
            format("%+.1f %%", mean(larger(byLength, reference, pages))),
            format("%+.1f %%", largest(larger(byLength, reference, pages)))
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

    private static double speedUp(Outcome outcome, Outcome reference) {
        double sum = 0;
        for (int i = 0; i < outcome.nanos.length; i++) {
            sum += Math.log(reference.nanos[i] / outcome.nanos[i]);
        }
        return Math.exp(sum / outcome.nanos.length);
    }

    /** By how much each page is larger than the reference, in percent. */
    private static double[] larger(Outcome outcome, Outcome reference, List<byte[]> pages) {
        double[] larger = new double[outcome.sizes.length];
        for (int i = 0; i < larger.length; i++) {
            double size = Math.max(reference.sizes[i], LEAST_RATIO * pages.get(i).length);
            larger[i] = 100 * (outcome.sizes[i] - reference.sizes[i]) / size;
        }
        return larger;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static double largest(double[] values) {
        double largest = values[0];
        for (double value : values) {
            largest = Math.max(largest, value);
        }
        return largest;
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
