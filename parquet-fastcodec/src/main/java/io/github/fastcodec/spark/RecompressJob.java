// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

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
        Commands.run("recompress", args);
    }
}
