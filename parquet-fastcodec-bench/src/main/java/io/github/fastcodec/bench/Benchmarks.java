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
 * The program in benchmarks.jar. Its first argument names a command; if it names none, all arguments are those of
 * {@code suite}, so that {@code java -jar benchmarks.jar -f 2 CompressionBenchmark} reads as with any JMH jar.
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
            "Measures parquet-fastcodec, beside parquet-java.",
            "Without a command it runs the suite of JMH benchmarks: suite --help. JMH's own help is -h, its list of"
                    + " benchmarks and parameters -lp."
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

    /** Returns the program, whose streams a caller may still set. */
    static CommandLine program() {
        return new CommandLine(new Benchmarks())
                .setUsageHelpWidth(WIDTH)
                // what is JMH's stays as it is given, two hyphens too: no argument can be a NUL
                .setEndOfOptionsDelimiter("\0")
                .setExpandAtFiles(false)
                .setPosixClusteredShortOptionsAllowed(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, args) -> refuse(wrong));
    }

    /** Returns the exit code of the command that the arguments name, or else of the suite with these arguments. */
    static int run(CommandLine program, String... args) {
        return program.execute(withCommand(program, args));
    }

    /** Returns the arguments, with {@code suite} before them if they begin with no command. */
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
