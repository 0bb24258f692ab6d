// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecStats;
import java.lang.ref.WeakReference;
import java.util.Properties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The counts that a task leaves in system properties when it closes. Tests, cluster and jobs run in one JVM, but in separate
 * class loaders. The counts of a job's tasks add up.
 */
final class Probe {

    private Probe() {}

    /** Adds the number of rows that a task saw, and a sum of their hashes that does not depend on their order. */
    static void rows(long count, long digest) {
        Properties properties = System.getProperties();
        synchronized (properties) {
            properties.merge("it.rows", count, (a, b) -> (Long) a + (Long) b);
            properties.merge("it.digest", digest, (a, b) -> (Long) a + (Long) b);
        }
    }

    /**
     * Stores how many pages went through the copy of our classes that this task sees, and the loaders of that copy and of the
     * task.
     */
    static void end() {
        Properties properties = System.getProperties();
        properties.put("it.loader", new WeakReference<>(Probe.class.getClassLoader()));
        try {
            Counters.put(properties);
        } catch (NoClassDefFoundError plain) {
            properties.put("it.codecs.loader", "none");
        }
    }

    /** Separate, because a plain Flink lacks these classes. */
    private static final class Counters {

        static void put(Properties properties) {
            for (CompressionCodecName codec : CompressionCodecName.values()) {
                for (Direction direction : Direction.values()) {
                    properties.put(
                            "it.pages." + codec + "." + direction,
                            FastCodecStats.of(codec, direction).getPages());
                }
            }
            properties.put(
                    "it.codecs.loader",
                    FastCodecStats.class.getClassLoader() == Probe.class.getClassLoader() ? "job" : "lib");
        }
    }
}
