// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Delta Lake's tables: their data, which Spark's own Parquet writes and reads, and the checkpoints of their logs. */
final class Delta {

    private static final String CODEC = "spark.sql.parquet.compression.codec";

    private Delta() {}

    static boolean isOnTheClassPath() {
        try {
            Class.forName(
                    "io.delta.sql.DeltaSparkSessionExtension",
                    false,
                    Thread.currentThread().getContextClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    static void check(Application app, SwappedSpark swapped) {
        List<Object> digest = Rows.digest(app.source);
        for (CompressionCodecName codec :
                List.of(CompressionCodecName.ZSTD, CompressionCodecName.GZIP, CompressionCodecName.SNAPPY)) {
            String name = codec.name().toLowerCase(Locale.ROOT);
            Path table = table(app, name);
            app.checks.that("Delta: every page of " + name + " is written by parquet-fastcodec", () -> {
                swapped.grown();
                app.source
                        .write()
                        .format("delta")
                        .partitionBy(Rows.PARTITION)
                        .option("compression", name)
                        .save(table.toString());
                swapped.requireAll(codec, Direction.COMPRESS, table);
            });
            for (boolean vectorized : new boolean[] {true, false}) {
                String way = Application.way(vectorized);
                app.checks.that("Delta: every page of " + name + " is read by parquet-fastcodec, " + way, () -> {
                    swapped.grown();
                    app.spark.conf().set("spark.sql.parquet.enableVectorizedReader", Boolean.toString(vectorized));
                    Checks.equal(digest, Rows.digest(read(app, table)), "rows of " + table);
                    // The values of a partition are in the files too, but are read from the table's log.
                    PageCount read = PageCount.without(Rows.PARTITION, table, codec);
                    swapped.requireAll(codec, Direction.DECOMPRESS, read);
                });
            }
        }
        app.checks.that("Delta: every page is served when small files are made one", () -> {
            Path table = table(app, "compacted");
            app.source.write().format("delta").option("compression", "zstd").save(table.toString());
            PageCount before = PageCount.of(table, CompressionCodecName.ZSTD);
            swapped.grown();
            app.spark.conf().set(CODEC, "zstd");
            app.spark.sql("OPTIMIZE delta.`" + table + "`");
            PageCount written = PageCount.of(table, CompressionCodecName.ZSTD).minus(before);
            Map<String, Long> expected = Counters.expected(CompressionCodecName.ZSTD, Direction.DECOMPRESS, before);
            expected.putAll(Counters.expected(CompressionCodecName.ZSTD, Direction.COMPRESS, written));
            Checks.require(written.pages() > 0, "no file was written");
            Checks.equal(expected, swapped.grown(), "pages and bytes on the executors");
            Checks.equal(digest, Rows.digest(read(app, table)), "rows of " + table);
        });
        app.checks.that("Delta: every page of the log's checkpoint is written by parquet-fastcodec", () -> {
            Path table = table(app, "log");
            app.spark.conf().set(CODEC, "snappy");
            app.spark.sql("CREATE TABLE delta.`" + table + "` (id BIGINT) USING delta"
                    + " TBLPROPERTIES ('delta.checkpointInterval' = '2')");
            swapped.grown();
            for (int i = 1; i <= 2; i++) {
                app.spark
                        .range(i)
                        .write()
                        .format("delta")
                        .mode("append")
                        .option("compression", "zstd")
                        .save(table.toString());
            }
            PageCount checkpoint = PageCount.of(table.resolve("_delta_log"), CompressionCodecName.SNAPPY);
            Checks.require(checkpoint.pages() > 0, "no checkpoint");
            Checks.equal(checkpoint.pages(), swapped.grown().get("snappy.compress.pages"), "pages of the checkpoint");
        });
        app.spark.conf().unset(CODEC);
    }

    private static Dataset<Row> read(Application app, Path table) {
        return app.spark.read().format("delta").load(table.toString());
    }

    private static Path table(Application app, String name) {
        return app.root.resolve("delta-of-" + app.self).resolve(name);
    }
}
