// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.pause;

import com.github.freva.asciitable.AsciiTable;
import io.github.fastcodec.bench.page.TpchPages.Shape;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.zstd.ZstdJniEngine;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a ZSTD page costs where the JVM has no direct memory left, beside what it costs where it has: one engine has had its
 * share before the memory was used up, the other comes too late. They take turns.
 *
 * <p>{@code mvn -q -Pscarce-memory verify}
 */
public final class ScarceDirectMemory {

    private static final int TURNS = 15;
    private static final long TURN_NANOS = 30_000_000;

    /** What is left of the direct memory, in bytes: less than anybody asks for. */
    private static final int LEFT = 1 << 10;

    private ScarceDirectMemory() {}

    /** Takes the limit of direct memory that the JVM was given, in MiB. Exits with 1 if a page costs more than twice as much. */
    public static void main(String[] args) throws IOException {
        long limit = Long.parseLong(args[0]) << 20;
        ZstdJniEngine early = new ZstdJniEngine();
        byte[] page = Shape.PLAIN_TEXT.page(1 << 20);
        new Context(early, 3, page).compress();
        ByteBuffer rest = ByteBuffer.allocateDirect((int) (limit - directMemory() - LEFT));
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
        if (worst > 2) {
            System.exit(1);
        }
    }

    private static long directMemory() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
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
