// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import io.github.fastcodec.CodecLevels;
import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PageStats;
import io.github.fastcodec.internal.doctor.Report;
import io.github.fastcodec.internal.engines.Engines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The plugin's status in this JVM and, on the driver, the reports of the executors. A report contains only JDK types,
 * because the receiver of a Spark message may not see the application's classes. Thread-safe.
 */
final class PluginStatus {

    private static final String EXECUTOR = "executor";

    /** The latest report of each executor, keyed by the executor's id. */
    private static final Map<String, Map<?, ?>> REPORTS = new ConcurrentHashMap<>();

    private static volatile Configuration configuration = new Configuration(false);
    private static volatile boolean active;

    /** The times of the tasks and of the codecs when the application started, in nanoseconds. */
    private static volatile long taskNanosBefore;

    private static volatile Map<String, PageStats> pagesBefore = Map.of();

    private PluginStatus() {}

    /** Records the configuration of an application that starts, and whether the plugin is active in this JVM. */
    static void set(Configuration settings, boolean isActive) {
        configuration = settings;
        active = isActive;
        taskNanosBefore = TaskCpu.nanos();
        pagesBefore = FastCodecStats.snapshot().getPages();
    }

    /** Forgets the executors of an application that has ended. */
    static void forgetExecutors() {
        REPORTS.clear();
    }

    /** Returns this JVM's report, for the driver. */
    static HashMap<String, Object> report(String executor) {
        HashMap<String, Object> report = localStatus();
        report.put(EXECUTOR, executor);
        return report;
    }

    /** On the driver, stores an executor's report. */
    static void receive(Object message) {
        if (message instanceof Map && ((Map<?, ?>) message).get(EXECUTOR) instanceof String) {
            REPORTS.put((String) ((Map<?, ?>) message).get(EXECUTOR), (Map<?, ?>) message);
        }
    }

    /** Returns the status of the driver and of all executors that have reported, as JSON. */
    static String json() {
        HashMap<String, Object> status = new HashMap<>();
        HashMap<String, Object> driver = localStatus();
        status.put("driver", driver);
        status.put("executors", new ArrayList<Object>(REPORTS.values()));
        status.put("share", share(driver));
        return Report.json(status);
    }

    /** Returns the share of the codecs in this JVM and in all executors that have reported; see {@link CodecShare}. */
    static String share() {
        return share(localStatus());
    }

    private static String share(Map<?, ?> local) {
        List<Map<?, ?>> all = new ArrayList<>(REPORTS.values());
        all.add(local);
        return CodecShare.of(all);
    }

    private static HashMap<String, Object> localStatus() {
        HashMap<String, Object> report = new HashMap<>();
        report.put("active", active);
        List<Object> codecs = new ArrayList<>();
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            if (codec != CompressionCodecName.UNCOMPRESSED) { // UNCOMPRESSED pages are not counted
                codecs.add(row(codec));
            }
        }
        report.put("codecs", codecs);
        report.put(CodecShare.TASK_NANOS, TaskCpu.nanos() - taskNanosBefore);
        return report;
    }

    private static HashMap<String, Object> row(CompressionCodecName codec) {
        PageStats written = FastCodecStats.of(codec, Direction.COMPRESS);
        PageStats read = FastCodecStats.of(codec, Direction.DECOMPRESS);
        HashMap<String, Object> row = new HashMap<>();
        row.put("codec", codec.name().toLowerCase(Locale.ROOT));
        row.put("engine", engine(codec));
        row.put("level", level(codec));
        row.put("written", written.getPages());
        row.put("read", read.getPages());
        row.put("failed", written.getFailures() + read.getFailures());
        row.put(CodecShare.WRITE_NANOS, written.getNanos() - nanosBefore(codec, Direction.COMPRESS));
        row.put(CodecShare.READ_NANOS, read.getNanos() - nanosBefore(codec, Direction.DECOMPRESS));
        return row;
    }

    private static long nanosBefore(CompressionCodecName codec, Direction direction) {
        PageStats before = pagesBefore.get((codec + "." + direction).toLowerCase(Locale.ROOT));
        return before == null ? 0 : before.getNanos();
    }

    private static String engine(CompressionCodecName codec) {
        try {
            return Engines.forCompression(
                            codec, FastCodecOptions.from(configuration::get).engine(codec))
                    .name();
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return "none: " + e.getMessage();
        }
    }

    /** Returns the level for files that do not set one. */
    private static String level(CompressionCodecName codec) {
        return CodecLevels.of(codec)
                .map(levels -> configuration.get(levels.key(), Integer.toString(levels.defaultLevel())))
                .orElse("");
    }
}
