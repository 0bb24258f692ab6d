// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * The command {@code advise} on the executors of a Spark application: {@code spark-submit --class
 * io.github.fastcodec.jobs.AdviseJob parquet-fastcodec-tools-VERSION-all.jar PATH}. Executors list the files, and measure pages of
 * some of them; the report is for all. The options, the report and the exit code are those of the command. With {@code --table
 * NAME} the files are those of an Iceberg table's current snapshot, with {@code --delta PATH} those of a Delta table's current
 * version: the command {@code advise-table}.
 */
public final class AdviseJob {

    private AdviseJob() {}

    /** Runs the command, stops the Spark context, and exits with the command's code unless that is 0. */
    public static void main(String[] args) {
        Commands.main("advise", args);
    }

    /**
     * Runs the command inside of a session, which goes on afterwards. Its Spark jobs belong to the job group and the job tags of the
     * calling thread, so that to cancel those ends them.
     *
     * @param arguments those of the command, such as {@code --goal smallest hdfs:///events}
     * @return what the command has measured; arguments that make no sense and failures are in the report
     */
    public static JobReport run(SparkSession spark, List<String> arguments) {
        return Commands.report(spark, "advise", arguments);
    }

    /** Does the same. */
    public static JobReport run(SparkSession spark, String... arguments) {
        return run(spark, List.of(arguments));
    }
}
