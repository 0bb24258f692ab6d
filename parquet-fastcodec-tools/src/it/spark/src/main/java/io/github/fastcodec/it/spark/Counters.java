// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PageStats;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.engines.Engines;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.spark.SparkEnv;
import org.apache.spark.metrics.source.Source;
import org.apache.spark.sql.SparkSession;

/** The counters of parquet-fastcodec on the executors, by their names in Spark's metrics. */
final class Counters {

    private static final String PLUGIN = "io.github.fastcodec.spark.FastCodecSparkPlugin";

    private static final List<String> NAMES = List.of("pages", "bytesIn", "bytesOut", "nanos", "failures");

    private Counters() {}

    /** Returns the growth since the last state, except that of times, and makes {@code state} the new one. */
    static Map<String, Long> grown(SparkSession spark, Map<String, Long> state) {
        Map<String, Long> now = new TreeMap<>();
        Executors.ask(spark, Counters::ofThisJvm)
                .values()
                .forEach(each -> each.forEach((name, value) -> now.merge(name, value, Long::sum)));
        Map<String, Long> grown = new TreeMap<>();
        now.forEach((name, value) -> {
            long growth = value - state.getOrDefault(name, 0L);
            if (growth != 0 && !name.endsWith(".nanos")) {
                grown.put(name, growth);
            }
        });
        state.putAll(now);
        return grown;
    }

    /** Returns the expected growth when the given pages are written or read. */
    static Map<String, Long> expected(CompressionCodecName codec, Direction direction, PageCount count) {
        boolean compress = direction == Direction.COMPRESS;
        String prefix = prefix(codec, direction);
        return new TreeMap<>(Map.of(
                prefix + "pages", count.pages(),
                prefix + "bytesIn", compress ? count.uncompressedBytes() : count.compressedBytes(),
                prefix + "bytesOut", compress ? count.compressedBytes() : count.uncompressedBytes()));
    }

    static Map<String, Long> ofThisJvm() {
        boolean agent = isAgentThere();
        Map<String, Long> values = new TreeMap<>();
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            if (codec != CompressionCodecName.UNCOMPRESSED) {
                for (Direction direction : Direction.values()) {
                    String prefix = prefix(codec, direction);
                    long[] counted = agent ? ofAgent(prefix) : OurCounters.count(codec, direction);
                    for (int i = 0; i < NAMES.size(); i++) {
                        values.put(prefix + NAMES.get(i), counted[i]);
                    }
                }
            }
        }
        return values;
    }

    private static boolean isAgentThere() {
        try {
            Class.forName("io.github.fastcodec.agent.Agent", false, ClassLoader.getSystemClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Returns the counts of the agent's MBean, which exists from the first page on. */
    private static long[] ofAgent(String prefix) {
        long[] counted = new long[NAMES.size()];
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName agent = new ObjectName("io.github.fastcodec:type=FastCodec");
            if (server.isRegistered(agent)) {
                Object[] row = {prefix.substring(0, prefix.length() - 1)};
                TabularData pages = (TabularData) server.getAttribute(agent, "Pages");
                CompositeData values = (CompositeData) pages.get(row).get("value");
                for (int i = 0; i < counted.length; i++) {
                    counted[i] = (Long) values.get(NAMES.get(i));
                }
            }
            return counted;
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A class of its own, because these classes are missing where only the agent is. */
    private static final class OurCounters {
        static long[] count(CompressionCodecName codec, Direction direction) {
            PageStats stats = FastCodecStats.of(codec, io.github.fastcodec.Direction.valueOf(direction.name()));
            return new long[] {
                stats.getPages(), stats.getBytesIn(), stats.getBytesOut(), stats.getNanos(), stats.getFailures()
            };
        }
    }

    /** Returns the plugin's metrics of pages in Spark's metrics system of this JVM. Requires that it measured tasks. */
    static Map<String, Long> metricsOfThisJvm() {
        Source source = SparkEnv.get()
                .metricsSystem()
                .getSourcesByName("plugin." + PLUGIN)
                .head();
        Map<String, Long> values = new TreeMap<>();
        source.metricRegistry().getGauges().forEach((name, gauge) -> values.put(name, (Long) gauge.getValue()));
        Long tasks = values.remove("tasks.cpuNanos");
        Checks.equal(true, tasks != null && tasks > 0, "the CPU time of tasks is measured: " + tasks);
        return values;
    }

    /** Returns the engine for each codec in this JVM, with the version of its library. */
    static Map<String, String> enginesOfThisJvm() {
        Map<String, String> engines = new TreeMap<>();
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            if (codec != CompressionCodecName.UNCOMPRESSED) {
                CodecEngine engine = Engines.forCompression(codec);
                Checks.equal(engine, Engines.forDecompression(codec), "engine to read " + codec);
                engines.put(codec.name(), engine.name() + " " + engine.libraryVersion());
            }
        }
        return engines;
    }

    private static String prefix(CompressionCodecName codec, Direction direction) {
        return codec.name().toLowerCase(Locale.ROOT) + "." + direction.name().toLowerCase(Locale.ROOT) + ".";
    }
}
