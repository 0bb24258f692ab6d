// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.github.freva.asciitable.AsciiTable;
import io.github.fastcodec.bench.page.TpchPages.Shape;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.engine.CompressionSettings.Effort;
import io.github.fastcodec.internal.engines.gzip.GzipJdkEngine;
import io.github.fastcodec.internal.engines.gzip.GzipLibdeflateEngine;
import io.github.fastcodec.internal.store.StoringCompressor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;

/**
 * Finds which single level of libdeflate would stand for which of zlib's, on real pages, and what the levels in
 * {@code GzipEfforts} make of them. Sizes are the same on every machine; speeds are printed beside them.
 */
@Command(
        name = "gzip-efforts",
        header = "Which level of libdeflate stands for which level of zlib.",
        description =
                "Compresses real pages of 8 KiB, 64 KiB and 1 MiB with both at each level, and prints sizes, speeds and the"
                        + " levels of libdeflate that would do if there were one for all pages.",
        footer = "  java -jar benchmarks.jar gzip-efforts")
@Jvm.Options("-Xmx3g")
public final class GzipEffortTable extends Tool {

    private static final int[] SIZES = {8 << 10, 64 << 10, 1 << 20};
    private static final int LIBDEFLATE_LEVELS = 12;

    /** A bound on how much larger than zlib's the output may be, over the corpus as a whole and on any page shape. */
    private enum Bound {
        SAME_SIZE(Effort.SAME_SIZE, 0.5, 1.5),
        FAST(Effort.FAST, 1.5, 5);

        private final Effort effort;
        private final double overallPercent;
        private final double worstPercent;

        Bound(Effort effort, double overallPercent, double worstPercent) {
            this.effort = effort;
            this.overallPercent = overallPercent;
            this.worstPercent = worstPercent;
        }

        private boolean admits(Outcome outcome, Outcome reference) {
            return outcome.overallPercent(reference) <= overallPercent
                    && outcome.worstPercent(reference) <= worstPercent;
        }
    }

    /** What one engine makes of the corpus at one level. */
    private static final class Outcome {
        private final long[] sizes;
        private final double megabytesPerSecond;

        private Outcome(long[] sizes, double megabytesPerSecond) {
            this.sizes = sizes;
            this.megabytesPerSecond = megabytesPerSecond;
        }

        /** The mean over pages of the difference, so that the large pages do not drown the small. */
        private double overallPercent(Outcome reference) {
            return meanPercent(0, sizes.length, reference);
        }

        /** The largest mean over the pages of one shape. */
        private double worstPercent(Outcome reference) {
            double worst = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < sizes.length; i += SIZES.length) {
                worst = Math.max(worst, meanPercent(i, i + SIZES.length, reference));
            }
            return worst;
        }

        private double meanPercent(int from, int to, Outcome reference) {
            double sum = 0;
            for (int i = from; i < to; i++) {
                sum += 100.0 * (sizes[i] - reference.sizes[i]) / reference.sizes[i];
            }
            return sum / (to - from);
        }
    }

    @Override
    public Integer call() throws IOException {
        List<byte[]> pages = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (int size : SIZES) {
                pages.add(shape.page(size));
            }
        }
        Outcome[] libdeflate = new Outcome[LIBDEFLATE_LEVELS + 1];
        for (int level = 1; level <= LIBDEFLATE_LEVELS; level++) {
            libdeflate[level] = run(new GzipLibdeflateEngine(), level, Effort.LEVEL, pages);
        }
        List<Object[]> rows = new ArrayList<>();
        StringBuilder constants = new StringBuilder();
        for (Bound bound : Bound.values()) {
            constants.append(bound).append(" = {0");
            for (int level = 1; level <= 9; level++) {
                Outcome zlib = run(new GzipJdkEngine(), level, Effort.LEVEL, pages);
                int chosen = 1;
                while (chosen < LIBDEFLATE_LEVELS && !bound.admits(libdeflate[chosen], zlib)) {
                    chosen++;
                }
                constants.append(", ").append(chosen);
                // as it runs, by the levels in the code, and with pages stored
                CompressionSettings settings =
                        CompressionSettings.ofLevel(level).withEffort(bound.effort);
                Outcome ours = run(
                        StoringCompressor.around(
                                CompressionCodecName.GZIP,
                                new GzipLibdeflateEngine().newCompressor(settings),
                                settings),
                        pages);
                rows.add(new Object[] {
                    bound,
                    level,
                    chosen,
                    format("%.0f", zlib.megabytesPerSecond),
                    format("%.0f", ours.megabytesPerSecond),
                    format("%.1fx", ours.megabytesPerSecond / zlib.megabytesPerSecond),
                    format("%+.2f %%", ours.overallPercent(zlib)),
                    format("%+.2f %%", ours.worstPercent(zlib))
                });
            }
            constants.append("}\n");
        }
        System.out.println(AsciiTable.getTable(
                new String[] {
                    "effort",
                    "zlib level",
                    "libdeflate level",
                    "zlib MB/s",
                    "libdeflate MB/s",
                    "speed-up",
                    "size",
                    "worst shape"
                },
                rows.toArray(new Object[0][])));
        System.out.println(constants);
        return 0;
    }

    private static Outcome run(CodecEngine engine, int level, Effort effort, List<byte[]> pages) throws IOException {
        return run(engine.newCompressor(CompressionSettings.ofLevel(level).withEffort(effort)), pages);
    }

    private static Outcome run(BlockCompressor compressor, List<byte[]> pages) throws IOException {
        long[] sizes = new long[pages.size()];
        double logSpeed = 0;
        try {
            for (int i = 0; i < sizes.length; i++) {
                byte[] page = pages.get(i);
                byte[] target = new byte[(int) compressor.maxCompressedLength(page.length)];
                long bytes = 0;
                long start = System.nanoTime();
                do {
                    sizes[i] = compressor.compress(page, 0, page.length, target, 0, target.length);
                    bytes += page.length;
                } while (System.nanoTime() - start < 50_000_000);
                logSpeed += Math.log(bytes * 1e3 / (System.nanoTime() - start));
            }
        } finally {
            compressor.close();
        }
        return new Outcome(sizes, Math.exp(logSpeed / sizes.length));
    }

    private static String format(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
