// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * The command {@code verify} on the executors of a Spark application: {@code spark-submit --class
 * io.github.fastcodec.jobs.VerifyJob parquet-fastcodec-tools-VERSION-all.jar PATH}. Executors list the files and check them. The
 * options, the report and the exit code are those of the command. With {@code --table NAME} the files are those of an Iceberg
 * table's current snapshot, with {@code --delta PATH} those of a Delta table's current version, and what the table's log says of
 * them is checked too: the command {@code verify-table}.
 */
public final class VerifyJob {

    private VerifyJob() {}

    /** Runs the command, stops the Spark context, and exits with the command's code unless that is 0. */
    public static void main(String[] args) {
        Commands.main("verify", args);
    }

    /**
     * Runs the command inside of a session, which goes on afterwards. Its Spark jobs belong to the job group and the job tags of the
     * calling thread, so that to cancel those ends them.
     *
     * @param arguments those of the command, such as {@code --delta hdfs:///lake/orders --values}
     * @return what the command has found; arguments that make no sense and failures are in the report
     */
    public static JobReport run(SparkSession spark, List<String> arguments) {
        return Commands.report(spark, "verify", arguments);
    }

    /** Does the same. */
    public static JobReport run(SparkSession spark, String... arguments) {
        return run(spark, List.of(arguments));
    }
}
