// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import java.util.List;

/**
 * The command {@code advise} on the executors of a Spark application: {@code spark-submit --class
 * io.github.fastcodec.spark.AdviseJob parquet-fastcodec-VERSION-all.jar PATH}. Executors list the files, and measure pages of
 * some of them; the report is for all. The options, the report and the exit code are those of the command.
 */
public final class AdviseJob {

    private AdviseJob() {}

    /** Runs the command, stops the Spark context, and exits with the command's code unless that is 0. */
    public static void main(String[] args) {
        Commands.run(List.of("advise", "--cluster", SparkClusterProvider.class.getName()), args);
    }
}
