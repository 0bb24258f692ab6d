// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The application that is submitted to Spark. Arguments: its name (plain, key, plugin, agent), and the folder that the four
 * share. Each writes to a subfolder of its own name, reads the files of the others, and leaves its result there.
 */
public final class Application {

    final SparkSession spark;
    final String self;
    final Path root;
    final Checks checks = new Checks();

    /** The codecs that this Spark knows, by the names that it gives them. */
    final Map<String, CompressionCodecName> codecs;

    final Dataset<Row> source;
    private final List<Object> digest;

    private Application(SparkSession spark, String self, Path root) {
        this.spark = spark;
        this.self = self;
        this.root = root;
        codecs = acceptedCodecs();
        source = Rows.source(spark);
        digest = Rows.digest(source);
        checks.fact("application", spark.sparkContext().applicationId());
        checks.fact("spark", spark.version());
        checks.fact("scala", scala.util.Properties.versionNumberString());
        checks.fact("java", System.getProperty("java.version"));
        checks.fact("parquet", parquetVersion());
        checks.fact("codecs", codecs.keySet());
    }

    public static void main(String[] args) throws Exception {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            Application application = new Application(spark, args[0], Path.of(args[1]));
            if (application.self.equals("plain")) {
                PlainSpark.check(application);
            } else {
                SwappedSpark.check(application);
            }
            application.checks.writeTo(application.root.resolve(application.self + ".json"));
        }
    }

    String parquetVersion() {
        return ParquetWriter.class.getPackage().getImplementationVersion();
    }

    Path folder(String writer, String name) {
        return root.resolve(writer).resolve(name);
    }

    /** Returns a writer of rows into folders by {@link Rows#PARTITION}; a task has several files open at once. */
    DataFrameWriter<Row> writer(String codec) {
        spark.conf().set("spark.sql.maxConcurrentOutputFileWriters", "8");
        spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
        return source.write()
                .mode("overwrite")
                .partitionBy(Rows.PARTITION)
                .option("compression", codec)
                .option("parquet.page.size", "8192"); // so that columns have several pages
    }

    /** Reads all of a folder, vectorized or row by row, and compares its rows with the source's. */
    void readAll(Path folder, boolean vectorized) {
        spark.conf().set("spark.sql.parquet.enableVectorizedReader", Boolean.toString(vectorized));
        Dataset<Row> rows = spark.read().schema(source.schema()).parquet(folder.toString());
        String plan = rows.queryExecution().executedPlan().toString();
        Checks.require(plan.contains("Batched: " + vectorized), "\"Batched: " + vectorized + "\" is not in " + plan);
        Checks.equal(digest, Rows.digest(rows), "rows of " + folder);
    }

    static String way(boolean vectorized) {
        return vectorized ? "vectorized" : "row by row";
    }

    boolean isWritten(String writer, String codec) {
        return Files.exists(folder(writer, codec).resolve(Rows.PARTITION + "=p0"));
    }

    long sizeOf(Path folder) throws IOException {
        return PageCount.files(folder).stream()
                .mapToLong(file -> file.toFile().length())
                .sum();
    }

    private Map<String, CompressionCodecName> acceptedCodecs() {
        Map<String, CompressionCodecName> accepted = new TreeMap<>();
        String key = "spark.sql.parquet.compression.codec";
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            String name = codec.name().toLowerCase(Locale.ROOT);
            for (String candidate : List.of(name, name.replace("_", ""))) {
                if (codec == CompressionCodecName.UNCOMPRESSED || accepted.containsValue(codec)) {
                    continue;
                }
                try {
                    spark.conf().set(key, candidate);
                    accepted.put(candidate, codec);
                } catch (IllegalArgumentException e) {
                    // unknown under this name
                }
            }
        }
        spark.conf().unset(key);
        return accepted;
    }
}
