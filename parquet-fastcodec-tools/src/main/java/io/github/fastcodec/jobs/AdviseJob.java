// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the command {@code advise} on the executors of a Spark application: {@code spark-submit --class
 * io.github.fastcodec.jobs.AdviseJob parquet-fastcodec-tools-VERSION-all.jar PATH}. Executors list the files and measure pages of
 * some of them; the report covers all files. The options, the report and the exit code are those of the command. With {@code
 * --table NAME} it runs the command {@code advise-table} on the current snapshot of an Iceberg table, and with {@code --delta PATH}
 * on the current version of a Delta table.
 */
public final class AdviseJob {

    private AdviseJob() {}

    /** Runs the command, stops the Spark context, and exits with the command's exit code unless that is 0. */
    public static void main(String[] args) {
        Commands.main("advise", args);
    }

    /**
     * Runs the command inside a session, which stays open. Its Spark jobs run under the job group and the job tags of the calling
     * thread, and end if that group or one of those tags is cancelled.
     *
     * @param arguments the arguments of the command, such as {@code --goal smallest hdfs:///events}
     * @return the result of the command, which also reports invalid arguments and failures
     */
    public static JobReport run(SparkSession spark, List<String> arguments) {
        return Commands.report(spark, "advise", arguments);
    }

    /** Does the same as {@link #run(SparkSession, List)}, with the arguments as varargs. */
    public static JobReport run(SparkSession spark, String... arguments) {
        return run(spark, List.of(arguments));
    }
}
