// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.internal.text.PlainText;
import io.github.fastcodec.internal.text.Reason;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line: {@code java -jar parquet-fastcodec-tools-VERSION-all.jar COMMAND}. Its help is in {@code help.properties}.
 */
@Command(
        name = FastCodec.NAME,
        subcommands = {
            AdviseCommand.class,
            AdviseTableCommand.class,
            RecompressCommand.class,
            RecompressTableCommand.class,
            VerifyCommand.class,
            VerifyTableCommand.class,
            DoctorCommand.class,
            GenerateCompletion.class
        },
        resourceBundle = "io.github.fastcodec.cli.help",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = FastCodec.Version.class,
        sortOptions = false,
        usageHelpAutoWidth = false,
        usageHelpWidth = Console.WIDTH)
public final class FastCodec implements Runnable {

    static final String NAME = "parquet-fastcodec";

    private static final String VERBOSE = "--verbose";

    /** What slf4j-simple reads once, when the first logger is made. */
    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    @Option(names = VERBOSE, scope = ScopeType.INHERIT)
    private boolean verbose;

    /** Whether the command may have changed something. */
    private boolean hasBegun;

    /** What the application offers that the command runs in, or null if it runs by itself. */
    private final @Nullable TableProvider application;

    FastCodec() {
        this(null);
    }

    private FastCodec(@Nullable TableProvider application) {
        this.application = application;
    }

    /** Runs a command and exits with its code. */
    public static void main(String[] args) {
        if (Arrays.asList(args).contains(VERBOSE) && System.getProperty(LOG_LEVEL) == null) {
            System.setProperty(LOG_LEVEL, "info");
        }
        Interruption.exit(run(args, System.out, System.err));
    }

    /**
     * Runs a command. Does not end the JVM.
     *
     * @return the exit code of the command line: 0 if all was done
     */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        return run(args, out, err, null);
    }

    /**
     * Runs a command inside of an application whose machines do the work, for the jobs of this project. Does not end the
     * application.
     *
     * @param application the {@link TableProvider} of the application
     * @return the exit code of the command line: 0 if all was done
     */
    public static int run(String[] args, PrintStream out, PrintStream err, @Nullable Object application) {
        FastCodec fastCodec = new FastCodec((@Nullable TableProvider) application);
        CommandLine commandLine = new CommandLine(fastCodec)
                .setOut(new PrintWriter(out, true, Charset.defaultCharset()))
                .setErr(new PrintWriter(err, true, Charset.defaultCharset()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpLongOptionsMaxWidth(30)
                .setExecutionStrategy(FastCodec::execute)
                .setParameterExceptionHandler(FastCodec::refuse)
                .setExecutionExceptionHandler(fastCodec::fail);
        if (out != System.out || !Console.isTerminal(Console.STDOUT)) {
            commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
        }
        try {
            boolean wasBroken = commandLine.getOut().checkError(); // by what the application printed before
            int exitCode = commandLine.execute(args);
            if (!wasBroken && commandLine.getOut().checkError()) { // a full disk, or a reader that has ended
                err.println("What was printed could not be written to its end.");
                return Math.max(exitCode, ExitCode.FAILED);
            }
            return exitCode;
        } catch (OutOfMemoryError | LinkageError e) {
            return OutputOptions.fail(commandLine, Arrays.asList(args), Failures.of(e), ExitCode.FAILED);
        }
    }

    /** Returns what the application offers that a command runs in, or null if it runs by itself. */
    static @Nullable TableProvider application(CommandSpec command) {
        return ((FastCodec) command.root().userObject()).application;
    }

    /** Says that the command changes files from here on. */
    static void changesBegin(CommandSpec command) {
        ((FastCodec) command.root().userObject()).hasBegun = true;
    }

    /** Returns whether stack traces are asked for. */
    static boolean isVerbose(CommandSpec command) {
        return ((FastCodec) command.root().userObject()).verbose;
    }

    /** Without a command there is only the help to give. */
    @Override
    public void run() {
        throw new IllegalArgumentException("A command is missing");
    }

    private static int execute(ParseResult parsed) {
        for (ParseResult at = parsed; at != null; at = at.subcommand()) {
            for (ArgSpec argument : at.matchedArgs()) {
                requireValues(argument);
            }
        }
        return new RunLast().execute(parsed);
    }

    /** An empty text names nothing; as a path it would be the working directory. */
    private static void requireValues(ArgSpec argument) {
        boolean isEmpty = argument.arity().max() > 0
                && Stream.concat(argument.originalStringValues().stream(), argument.stringValues().stream())
                        .anyMatch(String::isEmpty);
        if (isEmpty) {
            String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
            throw new ParameterException(
                    argument.command().commandLine(),
                    name + " is empty, expected a value: is each variable of the command line set?");
        }
    }

    private static int refuse(ParameterException e, String[] args) {
        List<String> meant = e instanceof UnmatchedArgumentException unmatchedArgumentException
                ? unmatchedArgumentException.getSuggestions()
                : Collections.emptyList();
        String sentence =
                Failures.sentence(e.getMessage()) + (meant.isEmpty() ? "" : " Did you mean " + meant.get(0) + "?");
        return refuse(sentence, e.getCommandLine(), Arrays.asList(args));
    }

    private static int refuse(String sentence, CommandLine command, List<String> args) {
        String help = "\"" + command.getCommandSpec().qualifiedName() + " --help\" lists what there is.";
        return OutputOptions.fail(command, args, sentence + " " + help, ExitCode.USAGE);
    }

    /**
     * Tells what ended a command. Before it has changed anything, an IllegalArgumentException is what the user's arguments or
     * settings have caused, and an UnsupportedOperationException says that no engine here has what they ask for.
     */
    private int fail(Exception e, CommandLine command, ParseResult parsed) {
        if (e instanceof UncheckedIOException && e.getCause() instanceof IOException cause) {
            return fail(cause, command, parsed);
        }
        boolean isOfArguments =
                e.getClass() == IllegalArgumentException.class || e.getClass() == UnsupportedOperationException.class;
        boolean isRefused = !hasBegun && isOfArguments && e.getMessage() != null;
        int exitCode = isRefused
                ? refuse(Failures.sentence(e.getMessage()), command, parsed.originalArgs())
                : OutputOptions.fail(command, parsed.originalArgs(), Failures.of(e), ExitCode.FAILED);
        if (verbose) {
            Reason.trace(e).lines().forEach(line -> command.getErr().println(PlainText.of(line)));
        }
        return exitCode;
    }

    /** The versions of what runs. */
    static final class Version implements IVersionProvider {

        Version() {}

        @Override
        public String[] getVersion() {
            return new String[] {
                NAME + " " + FastCodec.class.getPackage().getImplementationVersion(),
                "java " + Runtime.version() + ", " + System.getProperty("java.vm.name")
            };
        }
    }
}
