// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The pages of a task, or of a stage's tasks, by codec and direction. Immutable; it travels between JVMs. */
final class StagePages implements Serializable {

    private static final long serialVersionUID = 1L;

    /** No pages. */
    static final StagePages NONE = new StagePages(new TreeMap<>());

    private static final int PAGES = 0;
    private static final int BYTES_IN = 1;
    private static final int BYTES_OUT = 2;
    private static final int NANOS = 3;

    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

    /** The counts, by what was done: {@code compressed to ZSTD}. */
    private final TreeMap<String, long[]> counts;

    private StagePages(TreeMap<String, long[]> counts) {
        this.counts = counts;
    }

    /** Returns some pages of one codec in one direction. Sizes are in bytes. */
    static StagePages of(
            CompressionCodecName codec, boolean compressed, long pages, long bytesIn, long bytesOut, long nanos) {
        TreeMap<String, long[]> counts = new TreeMap<>();
        String done = (compressed ? "compressed to " : "decompressed from ") + codec;
        counts.put(done, new long[] {pages, bytesIn, bytesOut, nanos});
        return new StagePages(counts);
    }

    /** Returns these and others. */
    StagePages plus(StagePages others) {
        TreeMap<String, long[]> sum = new TreeMap<>(counts);
        others.counts.forEach((done, more) -> sum.merge(done, more, StagePages::sum));
        return new StagePages(sum);
    }

    private static long[] sum(long[] some, long[] others) {
        long[] sum = some.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += others[i];
        }
        return sum;
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    /**
     * Returns a sentence for a log: {@code 1,024 pages compressed to ZSTD, 1.2 GB to 310 MB, 4.1 s of 61 s task time}.
     *
     * @param taskMillis the time that the tasks ran, in milliseconds
     */
    String ofTaskTime(long taskMillis) {
        long nanos = counts.values().stream().mapToLong(count -> count[NANOS]).sum();
        return (counts.size() == 1 ? this : this + ", together " + time(nanos)) + " of " + time(taskMillis * 1_000_000)
                + " task time";
    }

    /** Returns what Spark's UI shows: {@code 1,024 pages compressed to ZSTD, 1.2 GB to 310 MB, 4.1 s}. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        for (Map.Entry<String, long[]> entry : counts.entrySet()) {
            long[] count = entry.getValue();
            parts.add(String.format(
                    Locale.ROOT,
                    "%,d %s %s, %s to %s, %s",
                    count[PAGES],
                    count[PAGES] == 1 ? "page" : "pages",
                    entry.getKey(),
                    bytes(count[BYTES_IN]),
                    bytes(count[BYTES_OUT]),
                    time(count[NANOS])));
        }
        return String.join("; ", parts);
    }

    private static String time(long nanos) {
        double millis = nanos / 1e6;
        return millis < 999.5 ? String.format(Locale.ROOT, "%.0f ms", millis) : number(millis / 1000) + " s";
    }

    private static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 999.5) {
            value /= 1000;
            unit++;
        }
        return (unit == 0 ? Long.toString(bytes) : number(value)) + " " + UNITS[unit];
    }

    /** Returns a number with one decimal place, or none if it is ten or more. */
    private static String number(double value) {
        return String.format(Locale.ROOT, value < 9.95 ? "%.1f" : "%,.0f", value);
    }
}
