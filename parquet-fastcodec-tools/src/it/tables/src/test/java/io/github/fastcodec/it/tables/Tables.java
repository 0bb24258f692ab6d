// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.internal.cli.RootCommand;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A Spark session in this JVM with an Iceberg catalog and Delta tables, and the commands as the job runs them. {@code
 * -Diceberg.catalog=jdbc} uses a catalog in H2 for the Iceberg tables.
 */
final class Tables {

    static final Path ROOT = newFolder();

    /** The options in the form that spark-submit takes. */
    static final Map<String, String> CONF = conf();

    static final SparkSession SPARK = session();

    private Tables() {}

    private static Path newFolder() {
        try {
            return Files.createTempDirectory(
                    Files.createDirectories(Path.of(System.getProperty("tables.folder"))), "run-");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> conf() {
        Map<String, String> conf = new TreeMap<>();
        conf.put("spark.driver.host", "127.0.0.1");
        conf.put("spark.ui.enabled", "false");
        conf.put("spark.sql.shuffle.partitions", "2");
        conf.put("spark.databricks.delta.snapshotPartitions", "2");
        conf.put(
                "spark.sql.extensions",
                "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions,io.delta.sql.DeltaSparkSessionExtension");
        conf.put("spark.sql.catalog.ice", "org.apache.iceberg.spark.SparkCatalog");
        String type = System.getProperty("iceberg.catalog", "hadoop");
        conf.put("spark.sql.catalog.ice.type", type);
        if (type.equals("jdbc")) {
            conf.put("spark.sql.catalog.ice.uri", "jdbc:h2:" + ROOT.resolve("catalog") + ";AUTO_SERVER=TRUE");
        }
        conf.put("spark.sql.catalog.ice.warehouse", ROOT.resolve("ice").toString());
        conf.put("spark.sql.catalog.ice.cache-enabled", "false");
        conf.put("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog");
        return conf;
    }

    private static SparkSession session() {
        SparkSession.Builder builder = SparkSession.builder().master("local[2]");
        CONF.forEach(builder::config);
        builder.config("spark.delta.logStore.file.impl", FaultyLogStore.class.getName());
        SparkSession spark = builder.getOrCreate();
        spark.sparkContext().setLogLevel("ERROR");
        return spark;
    }

    static void sql(String statement) {
        SPARK.sql(statement);
    }

    static List<Row> rows(String query) {
        return SPARK.sql(query).collectAsList();
    }

    static long number(String query) {
        return rows(query).get(0).getLong(0);
    }

    /** Returns the newest version of a Delta table. */
    static long version(String table) {
        return SPARK.sql("DESCRIBE HISTORY " + table)
                .selectExpr("max(version)")
                .head()
                .getLong(0);
    }

    /** Returns a digest of rows that does not depend on their order. */
    static String digest(String columns, String table) {
        return rows("SELECT count(1), bit_xor(h), cast(sum(cast(h AS decimal(38))) AS string) FROM (SELECT xxhash64("
                        + columns + ") AS h FROM " + table + ")")
                .get(0)
                .toString();
    }

    /** Returns the table provider that the job passes to the command. */
    static TableProvider provider() {
        try {
            Constructor<?> constructor = Class.forName("io.github.fastcodec.jobs.SparkTableProvider")
                    .getDeclaredConstructor(SparkSession.class);
            constructor.setAccessible(true);
            return (TableProvider) constructor.newInstance(SPARK);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs the command for a table as the job does, requires its exit code, and returns its document. */
    static JsonNode recompress(int exitCode, String... options) throws IOException {
        return recompressBy(provider(), exitCode, options);
    }

    static JsonNode recompressBy(TableProvider provider, int exitCode, String... options) throws IOException {
        JsonNode report = run("recompress-table", provider, exitCode, options);
        if (exitCode == 0) {
            requireTrueLog(options);
        }
        return report;
    }

    /** Requires that everything the log of an intact table says about its files is true. */
    private static void requireTrueLog(String... options) throws IOException {
        List<String> table = new ArrayList<>(List.of("--values"));
        for (int i = 0; i < options.length; i++) {
            if (options[i].startsWith("--table") || options[i].startsWith("--delta")) {
                table.add(options[i]);
                if (!options[i].contains("=")) {
                    table.add(options[i + 1]);
                }
            }
        }
        run("verify-table", provider(), 0, table.toArray(new String[0]));
    }

    /** Measures all pages of a table's files as the job does, and returns its document. */
    static JsonNode advise(String... options) throws IOException {
        List<String> all =
                new ArrayList<>(List.of("--goal", "smallest", "--levels", "zstd:3,zstd:9", "--sample", "4g"));
        all.addAll(List.of(options));
        return run("advise-table", provider(), 0, all.toArray(new String[0]));
    }

    private static JsonNode run(String command, TableProvider provider, int exitCode, String... options)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(command, "--json"));
        arguments.addAll(List.of(options));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = RootCommand.run(
                arguments.toArray(new String[0]), new PrintStream(out), new PrintStream(err), null, provider);
        String said = out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
        assertEquals(exitCode, code, said);
        return out.size() == 0
                ? new ObjectMapper().getNodeFactory().textNode(said)
                : new ObjectMapper().readTree(out.toByteArray());
    }

    static long files(JsonNode report) {
        return report.at("/recompressed/files").asLong();
    }

    static long kept(JsonNode report, String reason) {
        return report.at("/kept/" + reason + "/files").asLong();
    }
}
