// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import io.github.fastcodec.internal.page.PageListener;
import io.github.fastcodec.internal.page.PageListeners;
import java.io.Serializable;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The pages of one operator, as counters in its metric group. It travels with the job; on a task manager each subtask has one of
 * its own, which counts from {@link #showIn} on. Safe for use by many threads.
 */
final class OperatorPages implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Whose pages each thread is at, while it is inside {@link #during}. */
    private static final ConcurrentMap<Thread, OperatorPages> AT_WORK = new ConcurrentHashMap<>();

    private static final PageListener BY_THREAD = (codec, compressed, bytesIn, bytesOut, nanos) -> {
        OperatorPages pages = AT_WORK.get(Thread.currentThread());
        if (pages != null) {
            pages.add(codec, compressed, bytesIn, bytesOut, nanos);
        }
    };

    private static boolean listening;

    private transient volatile ConcurrentMap<String, Sums> sums;
    private transient volatile MetricGroup group;

    /** Shows the pages in a group from now on. */
    void showIn(MetricGroup operator) {
        sums = new ConcurrentHashMap<>();
        group = operator.addGroup("fastcodec");
    }

    /** Counts a page; sizes are in bytes. */
    void add(CompressionCodecName codec, boolean compressed, long bytesIn, long bytesOut, long nanos) {
        MetricGroup shown = group;
        if (shown != null) {
            sums.computeIfAbsent(codec + (compressed ? ".compress" : ".decompress"), key -> new Sums(shown, key))
                    .add(bytesIn, bytesOut, nanos);
        }
    }

    /** Does something on whose way the calling thread's pages count here. */
    <R> R during(Callable<R> work) throws Exception {
        listen();
        Thread thread = Thread.currentThread();
        OperatorPages before = AT_WORK.put(thread, this);
        try {
            return work.call();
        } finally {
            if (before == null) {
                AT_WORK.remove(thread);
            } else {
                AT_WORK.put(thread, before);
            }
        }
    }

    private static synchronized void listen() {
        if (!listening) {
            PageListeners.add(BY_THREAD);
            listening = true;
        }
    }

    /** What is shown of one codec in one direction. */
    private static final class Sums {
        private final Sum pages = new Sum();
        private final Sum bytesIn = new Sum();
        private final Sum bytesOut = new Sum();
        private final Sum nanos = new Sum();

        private Sums(MetricGroup group, String key) {
            MetricGroup own = group;
            for (String name : key.toLowerCase(Locale.ROOT).split("\\.")) {
                own = own.addGroup(name);
            }
            own.counter("pages", pages);
            own.counter("bytesIn", bytesIn);
            own.counter("bytesOut", bytesOut);
            own.counter("nanos", nanos);
        }

        private void add(long pageBytesIn, long pageBytesOut, long pageNanos) {
            pages.inc();
            bytesIn.inc(pageBytesIn);
            bytesOut.inc(pageBytesOut);
            nanos.inc(pageNanos);
        }
    }

    /** Flink's own counters are for one thread. */
    private static final class Sum implements Counter {
        private final LongAdder sum = new LongAdder();

        @Override
        public void inc() {
            sum.increment();
        }

        @Override
        public void inc(long more) {
            sum.add(more);
        }

        @Override
        public void dec() {
            sum.decrement();
        }

        @Override
        public void dec(long less) {
            sum.add(-less);
        }

        @Override
        public long getCount() {
            return sum.sum();
        }
    }
}
