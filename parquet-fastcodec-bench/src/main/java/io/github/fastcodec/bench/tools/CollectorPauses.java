// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.github.freva.asciitable.AsciiTable;
import io.github.fastcodec.bench.page.TpchPages.Shape;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;

/**
 * Whether an engine keeps the collector waiting: native code that looks at a heap array in place holds off every collection
 * until it returns (G1 before Java 22), and with it each thread that is out of memory. One thread compresses pages, another
 * allocates and takes the time between two allocations.
 */
@Command(
        name = "pauses",
        header = "Which engines keep the garbage collector waiting.",
        description =
                "One thread compresses or decompresses pages of 1 MiB, another allocates. Prints the longest time that an"
                        + " allocation took beside each engine, the median of five rounds of one second.",
        footer = "  java -jar benchmarks.jar pauses")
@Jvm.Options({"-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "-XX:+UseG1GC"})
public final class CollectorPauses extends Tool {

    private static final int PAGE = 1 << 20;
    private static final long ROUND_NANOS = 1_000_000_000;
    private static final int ROUNDS = 5;

    /** What is allocated at once and what is kept of it, so that the collector has something to do. */
    private static final int ALLOCATION = 16 << 10;

    private static final int KEPT = 512;

    /** What the other thread does, one page at a time. */
    private interface Work {
        void page() throws IOException;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        byte[] page = Shape.PLAIN_TEXT.page(PAGE);
        List<Object[]> rows = new ArrayList<>();
        rows.add(row("nothing", "", () -> Thread.onSpinWait()));
        for (LoadedEngine loaded : LoadedEngine.all()) {
            for (int level : levels(loaded.codec())) {
                add(rows, loaded.codec(), loaded.engine(), level, page);
            }
        }
        System.out.println("1 MiB of text, " + ROUNDS + " rounds of one second; Java " + Runtime.version());
        System.out.println(AsciiTable.getTable(
                new String[] {"beside", "engine", "ms for a page", "longest pause, ms (median of rounds)", "(worst)"},
                rows.toArray(new Object[0][])));
        return 0;
    }

    private static int[] levels(CompressionCodecName codec) {
        return switch (codec) {
            case ZSTD -> new int[] {1, 3, 7, 12, 19};
            case GZIP -> new int[] {6};
            case BROTLI -> new int[] {1, 5};
            default -> new int[] {0};
        };
    }

    private static void add(List<Object[]> rows, CompressionCodecName codec, CodecEngine engine, int level, byte[] page)
            throws IOException, InterruptedException {
        if (!engine.canCompress()) {
            return;
        }
        BlockCompressor compressor = engine.newCompressor(CompressionSettings.ofLevel(level));
        BlockDecompressor decompressor = engine.newDecompressor();
        try {
            byte[] compressed = new byte[(int) compressor.maxCompressedLength(page.length)];
            byte[] decompressed = new byte[page.length];
            rows.add(row(
                    "compress " + (level == 0 ? codec.name() : codec + " " + level),
                    engine.name(),
                    () -> compressor.compress(page, 0, page.length, compressed, 0, compressed.length)));
            if (level == levels(codec)[0]) {
                int size = compressor.compress(page, 0, page.length, compressed, 0, compressed.length);
                rows.add(row(
                        "decompress " + codec,
                        engine.name(),
                        () -> decompressor.decompress(compressed, 0, size, decompressed, 0, decompressed.length)));
            }
        } finally {
            compressor.close();
            decompressor.close();
        }
    }

    private static Object[] row(String what, String engine, Work work) throws IOException, InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        long[] pages = new long[1];
        Throwable[] failure = new Throwable[1];
        Thread worker = new Thread(
                () -> {
                    try {
                        while (!stop.get()) {
                            work.page();
                            pages[0]++;
                        }
                    } catch (IOException | RuntimeException e) {
                        failure[0] = e;
                    }
                },
                "worker");
        longestPause(ROUND_NANOS / 4);
        worker.start();
        long started = System.nanoTime();
        double[] longest = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            longest[round] = longestPause(ROUND_NANOS) / 1e6;
        }
        stop.set(true);
        worker.join();
        if (failure[0] != null) {
            throw new IOException(what + " with " + engine + " failed", failure[0]);
        }
        double millis = (System.nanoTime() - started) / 1e6 / pages[0];
        Arrays.sort(longest);
        return new Object[] {
            what,
            engine,
            engine.isEmpty() ? "" : format(millis), // nothing has no pages
            format(longest[ROUNDS / 2]),
            format(longest[ROUNDS - 1])
        };
    }

    /** Allocates for a while and returns the longest time that an allocation took, in nanoseconds. */
    private static long longestPause(long nanos) {
        byte[][] kept = new byte[KEPT][];
        long longest = 0;
        long start = System.nanoTime();
        long before = start;
        for (int i = 0; before - start < nanos; i++) {
            kept[i % KEPT] = new byte[ALLOCATION];
            long now = System.nanoTime();
            longest = Math.max(longest, now - before);
            before = now;
        }
        return longest;
    }

    private static String format(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
