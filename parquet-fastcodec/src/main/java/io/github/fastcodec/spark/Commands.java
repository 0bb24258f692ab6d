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

    /** Runs a command, stops the Spark context, and exits with the command's code unless that is 0. */
    static void run(List<String> command, String[] args) {
        List<String> arguments = new ArrayList<>(command);
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
}
