// SPDX-License-Identifier: Apache-2.0
import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecStats;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Writes and reads a table in the SQL format; fails unless this project compressed and decompressed its pages. */
public final class Main {

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("flink").resolve("trades");
        TableEnvironment tables = TableEnvironment.create(
                EnvironmentSettings.newInstance().inBatchMode().build());
        tables.executeSql("CREATE TABLE trades (id BIGINT, name STRING) WITH ('connector' = 'filesystem', 'path' = '"
                + folder.toUri() + "', 'format' = 'parquet-fastcodec', 'parquet-fastcodec.compression' = 'GZIP')");
        tables.executeSql("INSERT INTO trades VALUES (1, 'a'), (2, 'b'), (3, 'c')")
                .await();
        try (CloseableIterator<Row> rows =
                tables.executeSql("SELECT SUM(id), MAX(name) FROM trades").collect()) {
            check(rows.next().toString().equals("+I[6, c]"), "the table has other rows");
        }
        for (Direction direction : Direction.values()) {
            check(FastCodecStats.of(CompressionCodecName.GZIP, direction).getPages() > 0, direction + " was another's");
        }
        System.out.println("[GZIP] written and read by Flink");
    }

    private static void check(boolean truth, String message) {
        if (!truth) {
            throw new AssertionError(message);
        }
    }
}
