// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The rows that every application writes: all kinds of types, nulls, columns that fit a dictionary and others. */
final class Rows {

    /** The column that partitions the rows into five folders, one of which is for nulls. */
    static final String PARTITION = "part";

    private static final int COUNT = 10_000;

    private Rows() {}

    static Dataset<Row> source(SparkSession spark) {
        return spark.range(0, COUNT, 1, 2)
                .selectExpr(
                        "id",
                        "if(id % 7 = 0, null, cast(id % 100 as int)) as few",
                        "xxhash64(id) as many",
                        "if(id % 11 = 0, null, sqrt(id)) as real",
                        "cast(id % 1000 as float) / 4 as single",
                        "cast(id * 3 as decimal(18, 4)) as money",
                        "cast(xxhash64(id, 1) as decimal(38, 10)) as large",
                        "id % 3 = 0 as yes",
                        "cast(id % 50 as byte) as tiny",
                        "element_at(array('red', 'green', 'blue', null), cast(id % 4 as int) + 1) as colour",
                        "concat('row ', id, ' of ', sha2(cast(id as string), 256)) as text",
                        "unhex(md5(cast(id as string))) as bytes",
                        "date_add(date'2020-01-01', cast(id % 2000 as int)) as day",
                        "timestamp_micros(1600000000000000 + id * 1234567) as moment",
                        "if(id % 13 = 0, null, transform(sequence(0, id % 5), x -> x * id)) as list",
                        "named_struct('a', cast(id % 17 as int), 'b', cast(id % 5 as string)) as pair",
                        "map('k', id, 'l', id + 1) as entries",
                        "if(id % 5 = 4, null, concat('p', id % 5)) as " + PARTITION)
                .cache();
    }

    /** Returns the same rows without the columns that Iceberg only reads row by row. */
    static Dataset<Row> flat(Dataset<Row> rows) {
        return rows.drop("list", "pair", "entries");
    }

    /** Returns a digest of the rows that does not depend on their order. */
    static List<Object> digest(Dataset<Row> rows) {
        List<String> columns = new ArrayList<>();
        for (String column : rows.columns()) {
            columns.add(column.equals("entries") ? "map_entries(entries)" : column);
        }
        Row digest = rows.selectExpr("xxhash64(" + String.join(", ", columns) + ") as hash")
                .selectExpr("count(1)", "bit_xor(hash)", "cast(sum(cast(hash as decimal(38))) as string)")
                .head();
        return List.of(digest.get(0), digest.get(1), digest.get(2));
    }
}
