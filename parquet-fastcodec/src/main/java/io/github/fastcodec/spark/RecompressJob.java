// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import io.github.fastcodec.cli.FastCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.SparkContext;

/**
 * The command {@code recompress} on the executors of a Spark application: {@code spark-submit --class
 * io.github.fastcodec.spark.RecompressJob parquet-fastcodec-VERSION-all.jar IN --to OUT --codec zstd}. The options, the report
 * and the exit code are those of the command. With {@code --table NAME} it recompresses an Iceberg table, with {@code --delta
 * PATH} a Delta table, through the table's own log: the command {@code recompress-table}.
 */
public final class RecompressJob {

    private RecompressJob() {}

    /** Runs the command, stops the Spark context, and exits with the command's code unless that is 0. */
    public static void main(String[] args) {
        int code = run(args);
        if (code != 0) {
            System.exit(code);
        }
    }

    private static int run(String[] args) {
        List<String> arguments = new ArrayList<>(
                ofTable(args)
                        ? List.of("recompress-table", "--tables", SparkTableProvider.class.getName())
                        : List.of("recompress", "--cluster", SparkClusterProvider.class.getName()));
        arguments.addAll(Arrays.asList(args));
        SparkContext context = SparkContext.getOrCreate();
        try {
            return FastCodec.run(arguments.toArray(new String[0]), System.out, System.err);
        } finally {
            context.stop();
        }
    }

    private static boolean ofTable(String[] args) {
        return Arrays.stream(args).anyMatch(arg -> arg.matches("--(table|delta)(=.*)?"));
    }
}
