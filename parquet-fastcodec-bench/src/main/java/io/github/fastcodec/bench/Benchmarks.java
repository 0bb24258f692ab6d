// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import io.github.fastcodec.bench.demo.Demo;
import io.github.fastcodec.bench.tools.JobTables;
import io.github.fastcodec.bench.tools.OpenWriters;
import io.github.fastcodec.bench.tools.ReportAgain;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The program in benchmarks.jar. It runs the command that the first argument names. If the first argument is not a command, all
 * arguments belong to {@code suite}, so that {@code java -jar benchmarks.jar -f 2 CompressionBenchmark} works as with any JMH jar.
 */
@Command(
        name = "java -jar benchmarks.jar",
        customSynopsis = {
            "java -jar benchmarks.jar COMMAND [OPTIONS]",
            "       java -jar benchmarks.jar COMMAND --help",
            "       java -jar benchmarks.jar [OPTIONS of suite and of JMH] [EXPRESSION...]"
        },
        description = {
            "",
            "Compares parquet-fastcodec with parquet-java.",
            "Without a command it runs the suite of JMH benchmarks; suite --help describes it. -h prints JMH's help, -lp"
                    + " lists benchmarks and parameters."
        },
        commandListHeading = "%nCommands:%n",
        subcommands = {Suite.class, ReportAgain.class, Demo.class, JobTables.class, OpenWriters.class})
public final class Benchmarks {

    private static final String SUITE = "suite";
    private static final String HELP = "--help";
    private static final int WIDTH = 110;

    @Option(names = HELP, usageHelp = true, hidden = true)
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    private Benchmarks() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        System.exit(run(program(), args));
    }

    /** Returns the program. The caller may set its streams. */
    static CommandLine program() {
        return new CommandLine(new Benchmarks())
                .setUsageHelpWidth(WIDTH)
                // no argument can be a NUL, so JMH gets its arguments unchanged, even two hyphens
                .setEndOfOptionsDelimiter("\0")
                .setExpandAtFiles(false)
                .setPosixClusteredShortOptionsAllowed(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, args) -> refuse(wrong));
    }

    /** Runs the command that the arguments name, or else the suite, and returns the exit code. */
    static int run(CommandLine program, String... args) {
        return program.execute(withCommand(program, args));
    }

    /** Returns the arguments, preceded by {@code suite} if they do not begin with a command. */
    static String[] withCommand(CommandLine program, String... args) {
        boolean named = args.length > 0
                && (args[0].equals(HELP) || program.getSubcommands().containsKey(args[0]));
        return named ? args : Stream.concat(Stream.of(SUITE), Stream.of(args)).toArray(String[]::new);
    }

    private static int refuse(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        command.getErr()
                .println(
                        wrong.getMessage() + "; see " + command.getCommandSpec().qualifiedName() + " " + HELP);
        return CommandLine.ExitCode.USAGE;
    }
}
