// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import io.github.fastcodec.flink.FastCodecReaders;
import io.github.fastcodec.flink.FastCodecWriters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.formats.parquet.ParquetBuilder;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.flink.formats.parquet.avro.AvroParquetReaders;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Times jobs on a cluster in this JVM. The jobs write an uncompressed table in each codec and read it back: as Avro records by a
 * sink and a source, and in SQL by an INSERT and a query over all columns. A time is the CPU time of all tasks. Not thread-safe;
 * the cluster ends with the JVM.
 */
public final class Comparison implements Callable<Properties> {

    /** The parquet-java names. */
    static final List<String> CODECS = List.of("gzip", "zstd", "snappy", "lz4_raw");

    static final String OURS = "ours";

    private static final String COLUMNS =
            "order_key BIGINT, part_key BIGINT, supplier_key BIGINT, line INT, quantity INT, price DOUBLE, discount DOUBLE,"
                    + " flag STRING, shipped INT, received BIGINT, words STRING";

    private static final String QUERY = "SELECT COUNT(*), SUM(order_key), SUM(part_key), SUM(supplier_key), SUM(line),"
            + " SUM(quantity), MAX(price), MIN(discount), MAX(flag), SUM(shipped), SUM(received), MAX(words),"
            + " SUM(CHAR_LENGTH(words)) FROM ";

    private final Configuration client;
    private final TableEnvironment tables;
    private final boolean ours;
    private final Path root;
    private final Path table;

    /** The result of the query over the uncompressed table. */
    private final String expected;

    private final String digest;

    /** Whether the output of a sink was compared with the table. */
    private boolean checked;

    /**
     * Starts a cluster, and creates the table if it does not exist.
     *
     * @param side {@link #OURS}, for this project's writers, readers and format; any other value for Flink's own
     * @param root the folder of the table and of the output
     * @param rows the number of rows of the table
     */
    public Comparison(String side, Path root, long rows) throws Exception {
        this.root = root;
        ours = side.equals(OURS);
        client = client(root);
        tables = TableEnvironment.create(EnvironmentSettings.newInstance()
                .inBatchMode()
                .withConfiguration(client)
                .build());
        table = root.resolve("table");
        boolean there = Files.exists(table);
        declare("orders", "parquet", "uncompressed", table);
        if (!there) {
            make(rows);
        }
        for (String codec : CODECS) {
            declare(codec, ours ? "parquet-fastcodec" : "parquet", codec, inserted(codec));
        }
        expected = query("orders");
        digest = digest(AvroParquetReaders.forGenericRecord(schema()), table);
    }

    private static Configuration client(Path root) throws Exception {
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(
                        Configuration.fromMap(Map.of("rest.bind-port", "0", "taskmanager.memory.managed.size", "64m")))
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(2)
                .build());
        cluster.start();
        return Configuration.fromMap(Map.of(
                "execution.target", "remote",
                "execution.attached", "true",
                "execution.runtime-mode", "BATCH",
                "rest.address", cluster.getRestAddress().get().getHost(),
                "rest.port", Integer.toString(cluster.getRestAddress().get().getPort()),
                "parallelism.default", "2",
                "pipeline.object-reuse", "true",
                // No classes are there, but the system class loader would load jobs without a class path.
                "pipeline.classpaths", root.toUri().toString(),
                "restart-strategy.type", "none"));
    }

    /** Runs each job once, and returns the CPU seconds of each codec and operation. */
    @Override
    public Properties call() throws Exception {
        Properties results = new Properties();
        for (String codec : CODECS) {
            run(codec, results);
        }
        checked = true;
        return results;
    }

    private void run(String codec, Properties results) throws Exception {
        Path sunk = root.resolve("stream-" + codec);
        Path inserted = inserted(codec);
        keep(results, codec + ".sink", CpuTime.of(() -> write(codec, table, sunk)));
        keep(results, codec + ".source", CpuTime.of(() -> read(sunk)));
        keep(
                results,
                codec + ".INSERT",
                CpuTime.of(() -> tables.executeSql("INSERT OVERWRITE `" + codec + "` SELECT * FROM orders")
                        .await()));
        keep(
                results,
                codec + ".query",
                CpuTime.of(() -> equal(expected, query(codec), "INSERT and query of " + codec)));
        if (!checked) {
            equal(digest, digest(reader(), sunk), "sink and source of " + codec);
        }
        delete(sunk);
        delete(inserted);
    }

    private Path inserted(String codec) {
        return root.resolve("sql-" + codec);
    }

    private static void keep(Properties results, String name, long nanos) {
        results.setProperty(name, Double.toString(nanos / 1e9));
    }

    /** Creates a table that resembles an order table: keys, amounts, flags, dates, and a line of words. */
    private void make(long rows) throws Exception {
        tables.executeSql("CREATE TEMPORARY TABLE ids (id BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '"
                + rows
                + "', 'rows-per-second' = '100000000', 'fields.id.kind' = 'sequence', 'fields.id.start' = '0', 'fields.id.end' = '"
                + (rows - 1)
                + "')");
        String words =
                "ARRAY['furiously', 'quick', 'final', 'deposits', 'sleep', 'among', 'regular', 'accounts', 'bold',"
                        + " 'requests', 'haggle', 'carefully', 'ironic', 'packages', 'above', 'theodolites']";
        StringBuilder line = new StringBuilder(words + "[" + random(8, 16) + " + 1]");
        for (int word = 9; word < 14; word++) {
            line.append(" || ' ' || ").append(words).append("[").append(random(word, 16) + " + 1]");
        }
        tables.executeSql("INSERT INTO orders SELECT id / 4, " + random(1, 200_000) + ", " + random(2, 10_000)
                        + ", CAST(MOD(id, 4) AS INT), CAST(" + random(3, 50) + " AS INT), CAST(" + random(4, 10_000_000)
                        + " AS DOUBLE) / 100, CAST(" + random(5, 11) + " AS DOUBLE) / 100, ARRAY['A', 'N', 'R'][CAST("
                        + random(6, 3) + " AS INT) + 1], CAST(8035 + " + random(7, 2500) + " AS INT), 700000000000 + "
                        + random(7, 1_000_000_000) + ", " + line + " FROM ids")
                .await();
    }

    /** Returns an SQL expression for a number from 0 to below the bound, computed from the id and the seed. */
    private static String random(int seed, long below) {
        // MOD has the type of its second argument
        String mixed = "CAST(MOD(id * " + (1_000_003 + 2 * seed) + " + " + seed + ", 1000000007) AS BIGINT)";
        return "MOD(" + mixed + " * 48271, " + below + ")";
    }

    private void declare(String name, String format, String codec, Path folder) {
        tables.executeSql(String.format(
                "CREATE TEMPORARY TABLE `%s` (%s) WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = '%s',"
                        + " '%s.compression' = '%s')",
                name, COLUMNS, folder.toUri(), format, format, codec.toUpperCase(Locale.ROOT)));
    }

    /** Returns the query's only row. */
    @SuppressWarnings("try") // close may be interrupted, as all calls here may
    private String query(String table) throws Exception {
        try (CloseableIterator<Row> rows =
                tables.executeSql(QUERY + "`" + table + "`").collect()) {
            return rows.next().toString();
        }
    }

    private void write(String codec, Path from, Path to) throws Exception {
        Schema schema = schema();
        CompressionCodecName name = CompressionCodecName.valueOf(codec.toUpperCase(Locale.ROOT));
        ParquetWriterFactory<GenericRecord> writers = ours
                ? Ours.writers(schema, name)
                : new ParquetWriterFactory<>((ParquetBuilder<GenericRecord>)
                        file -> builder(file, schema, name).build());
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(client);
        records(env, AvroParquetReaders.forGenericRecord(schema), from)
                .sinkTo(FileSink.forBulkFormat(path(to), writers).build());
        env.execute("sink");
    }

    private void read(Path folder) throws Exception {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(client);
        records(env, reader(), folder).sinkTo(new DiscardingSink<>());
        env.execute("source");
    }

    /** Returns the number of records, and a sum of their hashes. */
    private String digest(StreamFormat<GenericRecord> format, Path folder) throws Exception {
        System.getProperties().keySet().removeIf(key -> key.toString().startsWith("it."));
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(client);
        records(env, format, folder)
                .map(new RowDigest<>(GenericRecord::toString))
                .sinkTo(new DiscardingSink<>());
        env.execute("digest");
        return System.getProperties().get("it.rows") + " records, "
                + System.getProperties().get("it.digest");
    }

    private static DataStream<GenericRecord> records(
            StreamExecutionEnvironment env, StreamFormat<GenericRecord> format, Path folder) {
        return env.fromSource(
                FileSource.forRecordStreamFormat(format, path(folder)).build(),
                WatermarkStrategy.noWatermarks(),
                "files");
    }

    private StreamFormat<GenericRecord> reader() {
        StreamFormat<GenericRecord> format = AvroParquetReaders.forGenericRecord(schema());
        return ours ? Ours.reader(format) : format;
    }

    private static Schema schema() {
        return SchemaBuilder.record("orders")
                .fields()
                .optionalLong("order_key")
                .optionalLong("part_key")
                .optionalLong("supplier_key")
                .optionalInt("line")
                .optionalInt("quantity")
                .optionalDouble("price")
                .optionalDouble("discount")
                .optionalString("flag")
                .optionalInt("shipped")
                .optionalLong("received")
                .optionalString("words")
                .endRecord();
    }

    private static ParquetWriter.Builder<GenericRecord, ?> builder(
            org.apache.parquet.io.OutputFile file, Schema schema, CompressionCodecName codec) {
        return AvroParquetWriter.<GenericRecord>builder(file).withSchema(schema).withCompressionCodec(codec);
    }

    private static org.apache.flink.core.fs.Path path(Path folder) {
        return new org.apache.flink.core.fs.Path(folder.toUri());
    }

    private static void equal(String expected, String actual, String what) {
        if (!expected.equals(actual)) {
            throw new AssertionError(what + ": expected " + expected + ", got " + actual);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files = Files.exists(folder) ? files(folder) : List.of();
        for (int i = files.size() - 1; i >= 0; i--) {
            Files.delete(files.get(i));
        }
    }

    /** Returns a folder and everything in it, each folder before its content. */
    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.collect(Collectors.toList());
        }
    }

    /** Separate, because a plain Flink lacks these classes. */
    private static final class Ours {

        static ParquetWriterFactory<GenericRecord> writers(Schema schema, CompressionCodecName codec) {
            return FastCodecWriters.of(file -> builder(file, schema, codec));
        }

        static StreamFormat<GenericRecord> reader(StreamFormat<GenericRecord> format) {
            return FastCodecReaders.of(format);
        }
    }
}
