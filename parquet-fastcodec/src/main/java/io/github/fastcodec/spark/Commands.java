// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import io.github.fastcodec.cli.FastCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.SparkContext;

/** Commands of the command line as applications of Spark. */
final class Commands {

    private Commands() {}

    /**
     * Runs a command, or the one for tables if the arguments name a table. Then stops the Spark context, and exits with the
     * command's code unless that is 0.
     */
    static void run(String command, String[] args) {
        List<String> arguments = new ArrayList<>(
                ofTable(args)
                        ? List.of(command + "-table", "--tables", SparkTableProvider.class.getName())
                        : List.of(command, "--cluster", SparkClusterProvider.class.getName()));
        arguments.addAll(Arrays.asList(args));
        SparkContext context = SparkContext.getOrCreate();
        int code;
        try {
            code = FastCodec.run(arguments.toArray(new String[0]), System.out, System.err);
        } finally {
            context.stop();
        }
        if (code != 0) {
            System.exit(code);
        }
    }

    private static boolean ofTable(String[] args) {
        return Arrays.stream(args).anyMatch(arg -> arg.matches("--(table|delta)(=.*)?"));
    }
}
