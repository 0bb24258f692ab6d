// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecStats;
import java.lang.ref.WeakReference;
import java.util.Properties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What a task says about itself when it closes, in system properties: tests, cluster and jobs run in one JVM, but in
 * class loaders of their own. Tasks of one job add up.
 */
final class Probe {

    private Probe() {}

    /** Adds rows that a task saw, with a sum of their hashes, which does not depend on their order. */
    static void rows(long count, long digest) {
        Properties properties = System.getProperties();
        synchronized (properties) {
            properties.merge("it.rows", count, (a, b) -> (Long) a + (Long) b);
            properties.merge("it.digest", digest, (a, b) -> (Long) a + (Long) b);
        }
    }

    /** Says how many pages went through our classes, as this task sees them, and which loader they and it are in. */
    static void end() {
        Properties properties = System.getProperties();
        properties.put("it.loader", new WeakReference<>(Probe.class.getClassLoader()));
        try {
            Counters.put(properties);
        } catch (NoClassDefFoundError plain) {
            properties.put("it.codecs.loader", "none");
        }
    }

    /** Apart, because in a plain Flink there are no such classes. */
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
