// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.io.IOException;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * The class to name in {@code spark.plugins}. Before any task runs, it installs this project's codecs on the driver and on
 * every executor: in parquet-java and, if Iceberg's own copy of parquet-java is on the class path, in that copy too. It
 * adds the page counters to Spark's metrics. It neither needs nor changes {@code parquet.crypto.factory.class}.
 *
 * <p>It never makes an application fail. If it cannot install the codecs, it logs the reason once, and parquet-java works
 * as before.
 */
public final class FastCodecSparkPlugin implements SparkPlugin {

    private static final Logger LOG = LoggerFactory.getLogger(FastCodecSparkPlugin.class);

    /** The name of {@code CodecFactory} in Iceberg's runtime jar, which relocates parquet-java but not Hadoop's types. */
    private static final String ICEBERG_CODEC_FACTORY =
            "org.apache.iceberg.shaded.org.apache.parquet.hadoop.CodecFactory";

    private static final String HADOOP_PREFIX = "spark.hadoop.";

    /** The executor id of the driver. In local mode the driver is the only executor. */
    private static final String DRIVER = "driver";

    /** How often an executor reports its status to the driver, in milliseconds. */
    private static final long REPORT_MILLIS = 10_000;

    /** Creates the plugin. Spark calls this. */
    public FastCodecSparkPlugin() {}

    /**
     * Returns the plugin's status on the driver and on each executor, as a JSON object. Its member {@code driver} is the
     * driver's status; {@code executors} is a list of the statuses that executors have reported, each with the executor's
     * id in {@code executor}. A status contains {@code active}, and {@code codecs}, whose elements contain {@code codec},
     * {@code engine}, {@code level}, the numbers of pages {@code written}, {@code read} and {@code failed} since the JVM
     * started, and {@code writeNanos} and {@code readNanos}, the time that the codec took since the application started. A
     * status also contains {@code taskCpuNanos}, the CPU time of the application's tasks that have ended. The member
     * {@code share} compares these times in a sentence. Executors report when they start and every ten seconds. Call this on
     * the driver of an application.
     */
    public static String status() {
        return PluginStatus.json();
    }

    /** Returns the part that installs the codecs on the driver. */
    @Override
    public DriverPlugin driverPlugin() {
        return new DriverPlugin() {

            private boolean installed;

            @Override
            public Map<String, String> init(SparkContext context, PluginContext plugin) {
                installed = install(configuration(plugin));
                return Map.of();
            }

            @Override
            public Object receive(Object message) {
                PluginStatus.receive(message);
                return ""; // the sender does not wait for an answer
            }

            @Override
            public void shutdown() {
                logShare(installed);
                PluginStatus.forgetExecutors();
                forgetSettings(installed);
            }

            @Override
            public void registerMetrics(String applicationId, PluginContext plugin) {
                PageMetrics.registerWith(plugin.metricRegistry());
            }
        };
    }

    /** Returns the part that installs the codecs on an executor. */
    @Override
    public ExecutorPlugin executorPlugin() {
        return new ExecutorPlugin() {

            /** Reports this executor's status to the driver; null in local mode, where the driver is the executor. */
            private @Nullable Timer timer;

            private boolean installed;

            @Override
            public void init(PluginContext plugin, Map<String, String> extraConf) {
                if (plugin.executorID().equals(DRIVER)) {
                    return; // local mode: the driver plugin does the same in this JVM
                }
                installed = install(configuration(plugin));
                // Spark copies the registry when this method returns; later registrations have no effect.
                PageMetrics.registerWith(plugin.metricRegistry());
                timer = new Timer("parquet-fastcodec-status", true);
                timer.schedule(report(plugin), 0, REPORT_MILLIS);
            }

            @Override
            public void onTaskStart() {
                TaskCpu.taskStarts();
            }

            @Override
            public void shutdown() {
                if (timer != null) {
                    timer.cancel();
                }
                logShare(installed);
                forgetSettings(installed);
            }
        };
    }

    private static TimerTask report(PluginContext plugin) {
        return new TimerTask() {
            @Override
            public void run() {
                try {
                    plugin.send(PluginStatus.report(plugin.executorID()));
                } catch (IOException | RuntimeException e) {
                    // The driver is shutting down or busy. The next report follows.
                    LOG.debug("The driver did not accept a status report", e);
                }
            }
        };
    }

    /** Logs the codecs' share of the application's CPU time, as far as this JVM knows it. */
    private static void logShare(boolean installed) {
        String share = installed ? PluginStatus.share() : "";
        if (!share.isEmpty()) {
            LOG.info("parquet-fastcodec: {}", share);
        }
    }

    /**
     * Restores the defaults if this application installed the codecs. Another application may start in this JVM, as in a
     * shell, and must not use this application's settings.
     */
    static void forgetSettings(boolean installed) {
        if (installed) {
            install(new Configuration());
        }
    }

    private static Configuration configuration(PluginContext plugin) {
        Configuration configuration = new Configuration();
        for (Tuple2<String, String> setting : plugin.conf().getAllWithPrefix(HADOOP_PREFIX)) {
            configuration.set(setting._1(), setting._2());
        }
        return configuration;
    }

    /** Installs the codecs, and returns whether any copy of parquet-java uses them. */
    private static boolean install(Configuration configuration) {
        boolean active = FastCodecInstaller.install(configuration);
        PluginStatus.set(configuration, active);
        // Spark's context class loader sees the application's jars, which may include Iceberg.
        return installInIceberg(configuration, Thread.currentThread().getContextClassLoader()) || active;
    }

    /** Installs the codecs in Iceberg's parquet-java, and returns whether it uses them. Does nothing without Iceberg. */
    static boolean installInIceberg(Configuration configuration, ClassLoader loader) {
        Class<?> codecFactory;
        try {
            codecFactory = Class.forName(ICEBERG_CODEC_FACTORY, false, loader);
        } catch (ClassNotFoundException e) {
            return false;
        } catch (LinkageError e) {
            LOG.warn(
                    "parquet-fastcodec is not active in Iceberg's parquet-java: {} does not load",
                    ICEBERG_CODEC_FACTORY,
                    e);
            return false;
        }
        return FastCodecInstaller.install(configuration, codecFactory);
    }
}
