// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.internal.text.PlainText;
import io.github.fastcodec.internal.text.Reason;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Arrays;
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

/** The command line, and what all commands share. Its help is in {@code help.properties}. */
@Command(
        name = RootCommand.NAME,
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
        resourceBundle = "io.github.fastcodec.internal.cli.help",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = RootCommand.Version.class,
        sortOptions = false,
        usageHelpAutoWidth = false,
        usageHelpWidth = Console.WIDTH)
public final class RootCommand implements Runnable {

    static final String NAME = "parquet-fastcodec";

    private static final String VERBOSE = "--verbose";

    /** The system property that slf4j-simple reads once, when the first logger is created. */
    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    @Option(names = VERBOSE, scope = ScopeType.INHERIT)
    private boolean verbose;

    /** Whether the command may have changed files. */
    private boolean mayHaveChanged;

    /** The tables and the cluster of the application that runs the command; null on the command line. */
    private final @Nullable TableProvider application;

    /** Receives the report for people if the standard output has the document; null on the command line. */
    private final @Nullable PrintWriter text;

    RootCommand() {
        this(null, null);
    }

    private RootCommand(@Nullable PrintStream text, @Nullable TableProvider application) {
        this.text = text == null ? null : new PrintWriter(text, true, Charset.defaultCharset());
        this.application = application;
    }

    /** Runs a command and exits with its code. */
    public static void main(String[] args) {
        if (Arrays.asList(args).contains(VERBOSE) && System.getProperty(LOG_LEVEL) == null) {
            System.setProperty(LOG_LEVEL, "info");
        }
        Interruption.exit(run(args, System.out, System.err, null, null));
    }

    /**
     * Runs a command. Does not exit the JVM, and does not end an application.
     *
     * @param text receives the report for people if the arguments contain {@code --json}; null for nowhere
     * @param application the application whose machines do the work, or null for the command line
     * @return the exit code of the command line: 0 if everything was done
     */
    public static int run(
            String[] args,
            PrintStream out,
            PrintStream err,
            @Nullable PrintStream text,
            @Nullable TableProvider application) {
        RootCommand root = new RootCommand(text, application);
        CommandLine commandLine = new CommandLine(root)
                .setOut(new PrintWriter(out, true, Charset.defaultCharset()))
                .setErr(new PrintWriter(err, true, Charset.defaultCharset()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpLongOptionsMaxWidth(30)
                .setExecutionStrategy(RootCommand::execute)
                .setParameterExceptionHandler(RootCommand::refuse)
                .setExecutionExceptionHandler(root::fail);
        if (out != System.out || !Console.isTerminal(Console.STDOUT)) {
            commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
        }
        try {
            boolean wasBroken = commandLine.getOut().checkError(); // by earlier output of the application
            int exitCode = commandLine.execute(args);
            if (!wasBroken && commandLine.getOut().checkError()) { // the disk is full, or the reader has exited
                err.println("The output could not be written completely.");
                return Math.max(exitCode, ExitCode.FAILED);
            }
            return exitCode;
        } catch (OutOfMemoryError | LinkageError e) {
            return OutputOptions.fail(commandLine, Arrays.asList(args), Failures.of(e), ExitCode.FAILED);
        }
    }

    /** Returns the tables and the cluster of the application that runs a command; null on the command line. */
    static @Nullable TableProvider application(CommandSpec command) {
        return ((RootCommand) command.root().userObject()).application;
    }

    /** Returns the receiver of the report for people if the standard output has the document; null on the command line. */
    static @Nullable PrintWriter text(CommandSpec command) {
        return ((RootCommand) command.root().userObject()).text;
    }

    /** Records that the command may change files from here on. */
    static void beginChanges(CommandSpec command) {
        ((RootCommand) command.root().userObject()).mayHaveChanged = true;
    }

    /** Returns whether stack traces are requested. */
    static boolean isVerbose(CommandSpec command) {
        return ((RootCommand) command.root().userObject()).verbose;
    }

    /** Called by picocli if the arguments name no command. */
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

    /** Refuses empty values: an empty path would mean the working directory. */
    private static void requireValues(ArgSpec argument) {
        // a list of commas alone has no values
        boolean isEmpty = argument.arity().max() > 0
                && (argument.stringValues().isEmpty()
                        || Stream.concat(argument.originalStringValues().stream(), argument.stringValues().stream())
                                .anyMatch(String::isEmpty));
        if (isEmpty) {
            String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
            throw new ParameterException(
                    argument.command().commandLine(),
                    name + " is empty, expected a value: are all variables in the command set?");
        }
    }

    private static int refuse(ParameterException e, String[] args) {
        String sentence = Failures.sentence(e.getMessage());
        if (e instanceof UnmatchedArgumentException unmatched) {
            if (!unmatched.isUnknownOption() && e.getCommandLine().getParent() == null) {
                sentence = "\"" + unmatched.getUnmatched().get(0)
                        + "\" is not a command, expected advise, recompress, verify or doctor.";
            }
            List<String> suggestions = unmatched.getSuggestions();
            sentence += suggestions.isEmpty() ? "" : " Did you mean " + suggestions.get(0) + "?";
        }
        return refuse(sentence, e.getCommandLine(), Arrays.asList(args));
    }

    private static int refuse(String sentence, CommandLine command, List<String> args) {
        String help = "See \"" + command.getCommandSpec().qualifiedName() + " --help\".";
        return OutputOptions.fail(command, args, sentence + " " + help, ExitCode.USAGE);
    }

    /**
     * Prints why a command failed, and returns the exit code. If the command has not changed files yet, an
     * IllegalArgumentException means that the user's arguments or settings are invalid, and an UnsupportedOperationException
     * means that no engine on this machine supports them.
     */
    private int fail(Exception e, CommandLine command, ParseResult parsed) {
        if (e instanceof UncheckedIOException && e.getCause() instanceof IOException cause) {
            return fail(cause, command, parsed);
        }
        boolean isUsageError =
                e.getClass() == IllegalArgumentException.class || e.getClass() == UnsupportedOperationException.class;
        boolean isRefused = !mayHaveChanged && isUsageError && e.getMessage() != null;
        int exitCode = isRefused
                ? refuse(Failures.sentence(e.getMessage()), command, parsed.originalArgs())
                : OutputOptions.fail(command, parsed.originalArgs(), Failures.of(e), ExitCode.FAILED);
        if (verbose) {
            Reason.trace(e).lines().forEach(line -> command.getErr().println(PlainText.of(line)));
        }
        return exitCode;
    }

    /** The versions of this program and of Java. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {
                NAME + " " + RootCommand.class.getPackage().getImplementationVersion(),
                "java " + Runtime.version() + ", " + System.getProperty("java.vm.name")
            };
        }
    }
}
