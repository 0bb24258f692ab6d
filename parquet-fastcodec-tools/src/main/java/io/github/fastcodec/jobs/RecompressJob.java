// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the command {@code recompress} on the executors of a Spark application: {@code spark-submit --class
 * io.github.fastcodec.jobs.RecompressJob parquet-fastcodec-tools-VERSION-all.jar IN --to OUT --codec zstd}. The options, the report
 * and the exit code are those of the command. With {@code --table NAME} or {@code --delta PATH} it runs the command {@code
 * recompress-table}, which recompresses an Iceberg or a Delta table through the table's own log.
 */
public final class RecompressJob {

    private RecompressJob() {}

    /** Runs the command, stops the Spark context, and exits with the command's exit code unless that is 0. */
    public static void main(String[] args) {
        Commands.main("recompress", args);
    }

    /**
     * Runs the command inside a session, which stays open. Its Spark jobs run under the job group and the job tags of the calling
     * thread, and end if that group or one of those tags is cancelled.
     *
     * @param arguments the arguments of the command, such as {@code in --to out --codec zstd:9}
     * @return the result of the command, which also reports invalid arguments and failures
     */
    public static JobReport run(SparkSession spark, List<String> arguments) {
        return Commands.report(spark, "recompress", arguments);
    }

    /** Does the same as {@link #run(SparkSession, List)}, with the arguments as varargs. */
    public static JobReport run(SparkSession spark, String... arguments) {
        return run(spark, List.of(arguments));
    }
}
