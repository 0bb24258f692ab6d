// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What one way to compress makes of pages, which it compresses in turns with others: sizes, and CPU times of single calls. */
final class PageTurns {

    /** So long each way compresses a page in a round, in nanoseconds. */
    private static final long NANOS_PER_PAGE = 2_000_000;

    private static final int ROUNDS = 3;

    /** Shorter calls are measured several at once, in nanoseconds. */
    private static final long LEAST_MEASURED = 100_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final long[] sizes;
    private final double[] nanos;

    /** One way to compress; returns the compressed size, in bytes. */
    interface Compression {
        long compress(byte[] page) throws IOException;
    }

    private PageTurns(int pages) {
        sizes = new long[pages];
        nanos = new double[pages];
        Arrays.fill(nanos, Double.MAX_VALUE);
    }

    /** Compresses each page in each way. The quickest of some calls counts for a page: what is slower was disturbed. */
    static List<PageTurns> of(List<byte[]> pages, Compression... ways) throws IOException {
        List<PageTurns> outcomes = new ArrayList<>();
        for (int way = 0; way < ways.length; way++) {
            outcomes.add(new PageTurns(pages.size()));
        }
        for (int i = 0; i < pages.size(); i++) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int way = 0; way < ways.length; way++) {
                    outcomes.get(way).turn(ways[way], i, pages.get(i));
                }
            }
        }
        return outcomes;
    }

    private void turn(Compression way, int index, byte[] page) throws IOException {
        long begin = THREADS.getCurrentThreadCpuTime();
        long now = begin;
        int batch = 1;
        while (now - begin < NANOS_PER_PAGE) {
            for (int i = 0; i < batch; i++) {
                sizes[index] = way.compress(page);
            }
            long end = THREADS.getCurrentThreadCpuTime();
            nanos[index] = Math.min(nanos[index], (end - now) / (double) batch);
            // the clock itself takes about a microsecond
            batch = end - now < LEAST_MEASURED ? 2 * batch : batch;
            now = end;
        }
    }

    /** Returns the compressed size of a page, in bytes. */
    long size(int page) {
        return sizes[page];
    }

    /** Returns how long one call takes for a page, in nanoseconds. */
    double nanos(int page) {
        return nanos[page];
    }
}
