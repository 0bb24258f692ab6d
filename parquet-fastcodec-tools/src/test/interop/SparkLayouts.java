// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/** Writes small files with the version of Spark on the class path; layouts-java starts it. */
public final class SparkLayouts {

    private static final String COLUMNS = "select id,"
            + " xxhash64(id) as noise,"
            + " concat('word ', id % 40) as word,"
            + " if(id % 5 = 0, null, concat('row ', id % 17, ' of many')) as text,"
            + " cast(null as int) as gone,"
            + " id % 3 = 0 as flag,"
            + " date_add(date'2026-01-01', cast(id / 9 as int)) as day,"
            + " timestamp_seconds(1767225600 + id) as at,"
            + " cast(id % 23 / 4 as decimal(9, 2)) as price,"
            + " cast(id * id as decimal(30, 3)) as large,"
            + " if(id % 11 = 0, null, sequence(0, id % 5)) as list,"
            + " named_struct('a', cast(id % 13 as int), 'b', if(id % 3 = 0, null, concat('b', id % 7))) as pair,"
            + " map(concat('k', id % 4), id, 'all', 7L) as map"
            + " from range(0, 250, 1, 1)";

    private static final String VARIANT =
            "select id, parse_json(concat('{\"a\": ', id, ', \"b\": [\"x\", ', id % 7, ']}')) as any from range(0, 250, 1, 1)";

    private final SparkSession spark;
    private final Path directory;

    private SparkLayouts(SparkSession spark, Path directory) {
        this.spark = spark;
        this.directory = directory;
    }

    public static void main(String[] args) throws IOException {
        SparkSession spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.session.timeZone", "UTC")
                .config(
                        "spark.sql.warehouse.dir",
                        Files.createTempDirectory("warehouse").toString())
                .getOrCreate();
        try {
            SparkLayouts layouts = new SparkLayouts(spark, Path.of(args[0]));
            layouts.write(
                    "v1-snappy-bloom",
                    COLUMNS,
                    Map.of(
                            "compression", "snappy",
                            // not of word, whose dictionary makes it superfluous
                            "parquet.bloom.filter.enabled#id", "true",
                            "parquet.bloom.filter.expected.ndv#id", "40",
                            "parquet.page.row.count.limit", "40"));
            layouts.write(
                    "v2-zstd",
                    COLUMNS,
                    Map.of(
                            "compression",
                            "zstd",
                            "parquet.writer.version",
                            "v2",
                            "parquet.page.row.count.limit",
                            "40"));
            if (Integer.parseInt(spark.version().split("\\.")[0]) >= 4) {
                layouts.write("v1-gzip-variant", VARIANT, Map.of("compression", "gzip"));
            }
        } finally {
            spark.stop();
        }
    }

    private void write(String name, String query, Map<String, String> options) throws IOException {
        Path folder = Files.createTempDirectory("spark");
        spark.sql(query)
                .write()
                .mode(SaveMode.Overwrite)
                .options(options)
                .parquet(folder.toUri().toString());
        Path target = directory.resolve("spark-" + spark.version() + "-" + name + ".parquet");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().endsWith(".parquet")) {
                    Files.deleteIfExists(target);
                    Files.move(file, target);
                } else {
                    Files.delete(file);
                }
            }
        }
        Files.delete(folder);
    }
}
