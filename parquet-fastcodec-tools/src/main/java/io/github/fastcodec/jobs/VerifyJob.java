// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the command {@code verify} on the executors of a Spark application: {@code spark-submit --class
 * io.github.fastcodec.jobs.VerifyJob parquet-fastcodec-tools-VERSION-all.jar PATH}. Executors list the files and check them. The
 * options, the report and the exit code are those of the command. With {@code --table NAME} it runs the command {@code
 * verify-table} on the current snapshot of an Iceberg table, and with {@code --delta PATH} on the current version of a Delta
 * table. {@code verify-table} also compares the files with the table's log.
 */
public final class VerifyJob {

    private VerifyJob() {}

    /** Runs the command, stops the Spark context, and exits with the command's exit code unless that is 0. */
    public static void main(String[] args) {
        Commands.main("verify", args);
    }

    /**
     * Runs the command inside a session, which stays open. Its Spark jobs run under the job group and the job tags of the calling
     * thread, and end if that group or one of those tags is cancelled.
     *
     * @param arguments the arguments of the command, such as {@code --delta hdfs:///lake/orders --values}
     * @return the result of the command, which also reports invalid arguments and failures
     */
    public static JobReport run(SparkSession spark, List<String> arguments) {
        return Commands.report(spark, "verify", arguments);
    }

    /** Does the same as {@link #run(SparkSession, List)}, with the arguments as varargs. */
    public static JobReport run(SparkSession spark, String... arguments) {
        return run(spark, List.of(arguments));
    }
}
