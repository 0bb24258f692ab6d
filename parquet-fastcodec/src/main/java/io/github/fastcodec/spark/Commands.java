// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import io.github.fastcodec.cli.FastCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** Commands of the command line as applications of Spark. */
final class Commands {

    private Commands() {}

    /**
     * Runs a command, or the one for tables if the arguments name a table. Then stops Spark, and exits with the
     * command's code unless that is 0.
     */
    static void run(String command, String[] args) {
        List<String> arguments = new ArrayList<>(List.of(ofTable(args) ? command + "-table" : command));
        arguments.addAll(Arrays.asList(args));
        SparkSession spark = SparkSession.builder().getOrCreate();
        int code;
        try {
            code = FastCodec.run(
                    arguments.toArray(new String[0]), System.out, System.err, new SparkTableProvider(spark));
        } finally {
            spark.stop();
        }
        if (code != 0) {
            System.exit(code);
        }
    }

    private static boolean ofTable(String[] args) {
        return Arrays.stream(args).anyMatch(arg -> arg.matches("--(table|delta)(=.*)?"));
    }
}
