// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The part of its tasks' CPU time that an application spends in codecs: what any other codec could save at most. */
final class CodecShare {

    /** The key of a JVM's CPU time, in a {@link PluginStatus}. */
    static final String TASK_NANOS = "taskCpuNanos";

    /** The keys of the times that a codec took. */
    static final String WRITE_NANOS = "writeNanos";

    static final String READ_NANOS = "readNanos";

    private CodecShare() {}

    /**
     * Returns the share as a sentence, and what follows from it; empty text if no task has ended.
     *
     * @param statuses one for each JVM, as {@link PluginStatus} creates them
     */
    static String of(List<Map<?, ?>> statuses) {
        long tasks = 0;
        Map<String, Long> codecs = new TreeMap<>();
        for (Map<?, ?> status : statuses) {
            tasks += nanos(status, TASK_NANOS);
            for (Object codec : (List<?>) Objects.requireNonNull(status.get("codecs"))) {
                Map<?, ?> row = (Map<?, ?>) codec;
                String name = String.valueOf(row.get("codec")).toUpperCase(Locale.ROOT);
                codecs.merge("writing " + name, nanos(row, WRITE_NANOS), Long::sum);
                codecs.merge("reading " + name, nanos(row, READ_NANOS), Long::sum);
            }
        }
        if (tasks == 0) {
            return "";
        }
        codecs.values().removeIf(nanos -> nanos == 0);
        long sum = codecs.values().stream().mapToLong(Long::longValue).sum();
        List<Map.Entry<String, Long>> largestFirst = new ArrayList<>(codecs.entrySet());
        largestFirst.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
        String each = largestFirst.stream()
                .map(codec -> codec.getKey() + " " + seconds(codec.getValue()))
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "codecs took %s of %s of task CPU (%.0f %%)%s. No other codec can save more CPU than that."
                        + " Run advise on a file to see what another codec or level gains.",
                seconds(sum),
                seconds(tasks),
                100.0 * sum / tasks,
                each.isEmpty() ? "" : ": " + each);
    }

    private static long nanos(Map<?, ?> row, String key) {
        Object nanos = row.get(key);
        return nanos instanceof Long ? (Long) nanos : 0;
    }

    private static String seconds(long nanos) {
        double seconds = (double) nanos / TimeUnit.SECONDS.toNanos(1);
        return String.format(Locale.ROOT, seconds < 9.95 ? "%.1f s" : "%,.0f s", seconds);
    }
}
