// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Writes or compares partitioned directories of many files, with Spark alone. */
public final class LakeFiles {

    /** The number of files, which are spread evenly over five directories. */
    static final int FILES = 40;

    private static final int DIRECTORIES = 5;
    private static final int ROWS = 400_000;

    private LakeFiles() {}

    /** Arguments: {@code write FOLDER}, or {@code compare FOLDER OTHERS...}, which fails if the rows differ. */
    public static void main(String[] args) throws IOException {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            if (args[0].equals("write")) {
                spark.range(0, ROWS, 1, FILES / DIRECTORIES)
                        .selectExpr(
                                "id",
                                "xxhash64(id) as many",
                                "if(id % 7 = 0, null, sqrt(id)) as real",
                                "sha2(cast(id as string), 256) as text",
                                "id % " + DIRECTORIES + " as part")
                        .write()
                        .partitionBy("part")
                        .option("compression", "snappy")
                        .parquet(args[1]);
                return;
            }
            List<Object> expected = digest(spark.read().parquet(args[1]));
            for (int i = 2; i < args.length; i++) {
                Checks.equal(expected, digest(spark.read().parquet(args[i])), "rows of " + args[i]);
            }
        }
    }

    private static List<Object> digest(Dataset<Row> rows) {
        Row digest = rows.selectExpr("xxhash64(id, many, real, text, part) as hash")
                .selectExpr("count(1)", "bit_xor(hash)", "cast(sum(cast(hash as decimal(38))) as string)")
                .head();
        return List.of(digest.get(0), digest.get(1), digest.get(2));
    }
}
