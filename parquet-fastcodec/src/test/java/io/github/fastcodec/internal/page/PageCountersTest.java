// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PageCountersTest {

    /** Counters that no other test uses, in whatever order tests run. */
    private final PageCounters counters = PageCounters.ofCompression(CompressionCodecName.UNCOMPRESSED);

    /** Would catch: a page that is lost when threads count at the same time. */
    @Test
    @Timeout(60)
    void countsEveryPageAcrossThreads() throws InterruptedException {
        int threads = 4 * Runtime.getRuntime().availableProcessors() + 1;
        int pages = 50_000;
        long pagesBefore = counters.pages();
        long inBefore = counters.bytesIn();
        long outBefore = counters.bytesOut();
        long nanosBefore = counters.nanos();
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                for (int page = 0; page < pages; page++) {
                    counters.add(100, 30, 1000);
                }
            });
            thread.start();
            running.add(thread);
        }
        for (Thread thread : running) {
            thread.join();
        }
        long counted = (long) threads * pages;
        assertEquals(counted, counters.pages() - pagesBefore, "pages");
        assertEquals(100 * counted, counters.bytesIn() - inBefore, "bytes in");
        assertEquals(30 * counted, counters.bytesOut() - outBefore, "bytes out");
        assertEquals(1000 * counted, counters.nanos() - nanosBefore, "nanos");
    }
}
