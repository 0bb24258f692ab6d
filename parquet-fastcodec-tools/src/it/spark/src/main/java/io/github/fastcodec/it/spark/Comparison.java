// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * One job, for its times: an uncompressed table is written in each codec, and all columns of all rows are read back. A time
 * is the CPU time of all tasks, as Spark itself counts it for each: what else the machine does is not in it.
 * Arguments: the folder of the table and of what is written, the number of rows, a file for the result.
 */
public final class Comparison {

    /** The parquet-java names, and how Spark 4 spells them; with a level if it is not the default. */
    static final List<String> CODECS = List.of("gzip", "gzip:9", "zstd", "zstd:9", "zstd:12", "snappy", "lz4_raw");

    /** The keys of levels, and what stands for those above. */
    private static final Map<String, Map<String, String>> LEVELS = Map.of(
            "gzip:9", Map.of("zlib.compress.level", "BEST_COMPRESSION"),
            "zstd:9", Map.of("parquet.compression.codec.zstd.level", "9"),
            "zstd:12", Map.of("parquet.compression.codec.zstd.level", "12"));

    private static final int REPETITIONS = 3;

    private Comparison() {}

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            Path table = root.resolve("table");
            if (!Files.exists(table)) {
                orders(spark, Long.parseLong(args[1]))
                        .write()
                        .option("compression", "uncompressed")
                        .parquet(table.toString());
            }
            Dataset<Row> source = spark.read().parquet(table.toString());
            CpuTime cpuTime = new CpuTime();
            spark.sparkContext().addSparkListener(cpuTime);
            Properties results = new Properties();
            String digest = Rows.digest(source).toString();
            Path folder = root.resolve("written");
            for (String codec : CODECS) {
                long write = Long.MAX_VALUE;
                long scan = Long.MAX_VALUE;
                // The fastest of some: the first ones warm up, and what disturbs only ever adds.
                for (int i = 0; i < REPETITIONS; i++) {
                    write = Math.min(
                            write,
                            cpuTime.of(
                                    spark,
                                    () -> source.write()
                                            .mode("overwrite")
                                            .option("compression", codec.split(":")[0])
                                            .options(LEVELS.getOrDefault(codec, Map.of()))
                                            .parquet(folder.toString())));
                    scan = Math.min(
                            scan,
                            cpuTime.of(
                                    spark,
                                    () -> spark.read()
                                            .parquet(folder.toString())
                                            .write()
                                            .format("noop")
                                            .mode("overwrite")
                                            .save()));
                }
                Checks.equal(
                        digest,
                        Rows.digest(spark.read().parquet(folder.toString())).toString(),
                        "rows of " + codec);
                results.setProperty(codec + ".write", Double.toString(write / 1e9));
                results.setProperty(codec + ".scan", Double.toString(scan / 1e9));
            }
            try (OutputStream file = Files.newOutputStream(Path.of(args[2]))) {
                results.store(file, null);
            }
        }
    }

    /** Returns rows in the manner of an order table: keys, amounts, flags, dates, and a line of words. */
    private static Dataset<Row> orders(SparkSession spark, long rows) {
        String words =
                "array('furiously', 'quick', 'final', 'deposits', 'sleep', 'among', 'regular', 'accounts', 'bold',"
                        + " 'requests', 'haggle', 'carefully', 'ironic', 'packages', 'above', 'theodolites')";
        String random = "pmod(xxhash64(id, %d), %d)";
        return spark.range(0, rows, 1, 4)
                .selectExpr(
                        "id div 4 as order_key",
                        random.formatted(1, 200_000) + " as part_key",
                        random.formatted(2, 10_000) + " as supplier_key",
                        "cast(id % 4 as int) as line",
                        "cast(" + random.formatted(3, 50) + " as decimal(12, 2)) as quantity",
                        random.formatted(4, 10_000_000) + " / 100 as price",
                        random.formatted(5, 11) + " / 100 as discount",
                        "element_at(array('A', 'N', 'R'), cast(" + random.formatted(6, 3) + " as int) + 1) as flag",
                        "date_add(date'1992-01-01', cast(" + random.formatted(7, 2500) + " as int)) as shipped",
                        "timestamp_millis(700000000000 + " + random.formatted(8, 1_000_000_000) + ") as received",
                        "concat_ws(' ', transform(sequence(1, 6), i -> element_at(" + words
                                + ", cast(pmod(xxhash64(id, i), 16) as int) + 1))) as comment");
    }

    /** The CPU time of the tasks that have ended. */
    private static final class CpuTime extends SparkListener {

        private final AtomicLong nanos = new AtomicLong();

        @Override
        public void onTaskEnd(SparkListenerTaskEnd task) {
            nanos.addAndGet(task.taskMetrics().executorCpuTime());
        }

        /** Returns the nanoseconds of all tasks of an action. */
        long of(SparkSession spark, Runnable action) throws TimeoutException {
            long before = nanos.get();
            action.run();
            // Tasks are reported by another thread.
            spark.sparkContext().listenerBus().waitUntilEmpty();
            return nanos.get() - before;
        }
    }
}
