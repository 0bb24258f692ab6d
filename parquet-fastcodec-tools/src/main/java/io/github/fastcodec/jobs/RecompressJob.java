// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * The command {@code recompress} on the executors of a Spark application: {@code spark-submit --class
 * io.github.fastcodec.jobs.RecompressJob parquet-fastcodec-tools-VERSION-all.jar IN --to OUT --codec zstd}. The options, the report
 * and the exit code are those of the command. With {@code --table NAME} it recompresses an Iceberg table, with {@code --delta
 * PATH} a Delta table, through the table's own log: the command {@code recompress-table}.
 */
public final class RecompressJob {

    private RecompressJob() {}

    /** Runs the command, stops the Spark context, and exits with the command's code unless that is 0. */
    public static void main(String[] args) {
        Commands.main("recompress", args);
    }

    /**
     * Runs the command inside of a session, which goes on afterwards. Its Spark jobs belong to the job group and the job tags of the
     * calling thread, so that to cancel those ends them.
     *
     * @param arguments those of the command, such as {@code in --to out --codec zstd:9}
     * @return what the command has done; arguments that make no sense and failures are in the report
     */
    public static JobReport run(SparkSession spark, List<String> arguments) {
        return Commands.report(spark, "recompress", arguments);
    }

    /** Does the same. */
    public static JobReport run(SparkSession spark, String... arguments) {
        return run(spark, List.of(arguments));
    }
}
