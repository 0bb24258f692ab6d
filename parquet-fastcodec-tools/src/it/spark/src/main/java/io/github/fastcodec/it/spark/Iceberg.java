// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Iceberg's tables, which are read and written through a relocated copy of Parquet inside Iceberg's jar. */
final class Iceberg {

    /** The catalog that the submission configures; its warehouse is a folder of each application's own. */
    private static final String CATALOG = "iceberg";

    private Iceberg() {}

    static boolean isOnTheClassPath() {
        try {
            Class.forName(
                    "org.apache.iceberg.spark.SparkCatalog",
                    false,
                    Thread.currentThread().getContextClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    static void check(Application app, SwappedSpark swapped) {
        Dataset<Row> rows = Rows.flat(app.source);
        List<Object> digest = Rows.digest(rows);
        rows.createOrReplaceTempView("rows");
        for (CompressionCodecName codec : List.of(
                CompressionCodecName.ZSTD,
                CompressionCodecName.GZIP,
                CompressionCodecName.SNAPPY,
                CompressionCodecName.LZ4_RAW,
                CompressionCodecName.BROTLI)) {
            String name = codec.name().toLowerCase(Locale.ROOT);
            String table = CATALOG + ".db." + name;
            Path data = data(app, name);
            app.checks.that("Iceberg: every page of " + name + " is written by parquet-fastcodec", () -> {
                swapped.grown();
                create(app, table, "'write.parquet.compression-codec' = '" + name + "'");
                swapped.requireAll(codec, Direction.COMPRESS, data);
            });
            for (boolean vectorized : new boolean[] {true, false}) {
                String way = Application.way(vectorized);
                app.checks.that("Iceberg: every page of " + name + " is read by parquet-fastcodec, " + way, () -> {
                    swapped.grown();
                    app.spark.conf().set("spark.sql.iceberg.vectorization.enabled", Boolean.toString(vectorized));
                    Checks.equal(digest, Rows.digest(app.spark.table(table)), "rows of " + table);
                    // the values of an identity partition come from the table's metadata
                    PageCount read = PageCount.without(Rows.PARTITION, data, codec);
                    swapped.requireAll(codec, Direction.DECOMPRESS, read);
                });
            }
        }
        app.checks.that("Iceberg: the level of a table is its own", () -> {
            long[] sizes = new long[2];
            for (int i = 0; i < 2; i++) {
                String name = "level" + i;
                swapped.grown();
                create(
                        app,
                        CATALOG + ".db." + name,
                        "'write.parquet.compression-codec' = 'zstd', 'write.parquet.compression-level' = '"
                                + (i == 0 ? 1 : 19) + "'");
                swapped.requireAll(CompressionCodecName.ZSTD, Direction.COMPRESS, data(app, name));
                sizes[i] = app.sizeOf(data(app, name));
            }
            Checks.require(sizes[1] < sizes[0], sizes[1] + " bytes at level 19, " + sizes[0] + " at level 1");
        });
    }

    private static Path data(Application app, String table) {
        return app.root
                .resolve(CATALOG + "-of-" + app.self)
                .resolve("db")
                .resolve(table)
                .resolve("data");
    }

    private static void create(Application app, String table, String properties) {
        app.spark.sql("CREATE TABLE " + table + " USING iceberg PARTITIONED BY (" + Rows.PARTITION + ") TBLPROPERTIES ("
                + properties + ") AS SELECT * FROM rows");
    }
}
