// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.github.freva.asciitable.AsciiTable;
import com.sun.management.HotSpotDiagnosticMXBean;
import io.github.fastcodec.bench.page.TpchPages.Shape;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.zstd.ZstdJniEngine;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/**
 * What a ZSTD page costs where the JVM has no direct memory left, beside what it costs where it has: one engine has had its
 * share before the memory was used up, the other comes too late. They take turns. The collector is one that waits for native code
 * on the heap on every JVM.
 */
@Command(
        name = "scarce-memory",
        header = "What a ZSTD page costs when direct memory is used up.",
        description =
                "Two contexts compress the same pages in turns: one got its direct memory, the other came when none was left."
                        + " Prints the time of a page at levels 1 to 9 and of 64 KiB to 1 MiB.",
        exitCodeList = {Tool.FINE, "1:Without direct memory a page costs more than twice as much.", Tool.REFUSED},
        footer = "  java -jar benchmarks.jar scarce-memory")
@Jvm.Options({"-Xmx512m", "-XX:MaxDirectMemorySize=64m", "-XX:+UseSerialGC"})
public final class ScarceDirectMemory extends Tool {

    private static final int TURNS = 15;
    private static final long TURN_NANOS = 30_000_000;

    /** What is left of the direct memory, in bytes: less than anybody asks for. */
    private static final int LEFT = 1 << 10;

    @Override
    public Integer call() throws IOException {
        long limit = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue());
        ZstdJniEngine early = new ZstdJniEngine();
        byte[] page = Shape.PLAIN_TEXT.page(1 << 20);
        new Context(early, 3, page).compress();
        ByteBuffer rest = ByteBuffer.allocateDirect((int) (limit - ProcessMemory.direct() - LEFT));
        ZstdJniEngine late = new ZstdJniEngine();
        List<Object[]> rows = new ArrayList<>();
        double worst = 0;
        for (int level : new int[] {1, 3, 6, 9}) {
            for (int size : new int[] {64 << 10, 300 << 10, 1 << 20}) {
                byte[] cut = Arrays.copyOf(page, size);
                Context before = new Context(early, level, cut);
                Context after = new Context(late, level, cut);
                double[] with = new double[TURNS];
                double[] without = new double[TURNS];
                long collections = collections();
                for (int turn = 0; turn < TURNS; turn++) {
                    with[turn] = before.micros();
                    without[turn] = after.micros();
                }
                collections = collections() - collections;
                Arrays.sort(with);
                Arrays.sort(without);
                double ratio = without[TURNS / 2] / with[TURNS / 2];
                worst = Math.max(worst, ratio);
                rows.add(new Object[] {
                    level,
                    size >> 10,
                    String.format(Locale.ROOT, "%.0f", with[TURNS / 2]),
                    String.format(Locale.ROOT, "%.0f", without[TURNS / 2]),
                    String.format(Locale.ROOT, "%.2fx", ratio),
                    collections
                });
                before.compressor.close();
                after.compressor.close();
            }
        }
        Reference.reachabilityFence(rest);
        System.out.println(AsciiTable.getTable(
                new String[] {"level", "KiB", "µs for a page", "without direct memory", "", "collections"},
                rows.toArray(new Object[0][])));
        System.out.println("Medians of " + TURNS + " turns; Java " + Runtime.version());
        return worst > 2 ? 1 : 0;
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    /** A context of an engine, with its page and room for the result. */
    private static final class Context {
        private final BlockCompressor compressor;
        private final byte[] page;
        private final byte[] target;

        private Context(ZstdJniEngine engine, int level, byte[] page) {
            compressor = engine.newCompressor(CompressionSettings.ofLevel(level));
            this.page = page;
            target = new byte[(int) compressor.maxCompressedLength(page.length)];
        }

        private void compress() throws IOException {
            compressor.compress(page, 0, page.length, target, 0, target.length);
        }

        /** Returns the time that a page takes, in the mean of a turn. */
        private double micros() throws IOException {
            long start = System.nanoTime();
            int pages = 0;
            long elapsed;
            do {
                compress();
                pages++;
                elapsed = System.nanoTime() - start;
            } while (elapsed < TURN_NANOS);
            return elapsed / 1e3 / pages;
        }
    }
}
