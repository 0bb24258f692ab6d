// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import io.github.fastcodec.internal.cli.RootCommand;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands of the command line in Spark. If the arguments name a table, the command for tables runs; otherwise, the command
 * for files.
 */
final class Commands {

    private static final String JSON = "--json";

    private Commands() {}

    /**
     * Runs a command as an application: after the command, stops Spark, and exits with the command's exit code unless that is 0.
     */
    static void main(String command, String[] args) {
        SparkSession spark = SparkSession.builder().getOrCreate();
        int code;
        try {
            code = run(spark, command, List.of(args), System.out, System.err, null);
        } finally {
            spark.stop();
        }
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Runs a command inside a session, which stays open, and returns its output. */
    static JobReport report(SparkSession spark, String command, List<String> args) {
        List<String> arguments = new ArrayList<>(args);
        if (!arguments.contains(JSON)) {
            arguments.add(0, JSON); // before a "--", which makes all later arguments paths
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        int code = run(spark, command, arguments, new PrintStream(out), new PrintStream(err), new PrintStream(text));
        Charset charset = Charset.defaultCharset();
        return new JobReport(code, out.toString(charset), text.toString(charset), err.toString(charset));
    }

    private static int run(
            SparkSession spark,
            String command,
            List<String> args,
            PrintStream out,
            PrintStream err,
            @Nullable PrintStream text) {
        boolean isTable = args.stream().anyMatch(arg -> arg.matches("--(table|delta)(=.*)?"));
        List<String> arguments = new ArrayList<>(List.of(isTable ? command + "-table" : command));
        arguments.addAll(args);
        return RootCommand.run(arguments.toArray(new String[0]), out, err, text, new SparkTableProvider(spark));
    }
}
