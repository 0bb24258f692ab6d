// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Other JVMs with this one's class path: what a command measures depends on the heap and the collector that it has. */
public final class Jvm {

    /** The options of the JVM in which a command measures, as they stand after {@code java}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface Options {
        String[] value();
    }

    private Jvm() {}

    /**
     * Executes a command: in this JVM or, if it states {@link Options} that this JVM has not got, in a child JVM that has them.
     * There the options of this JVM come last, so that the user's override the command's. Its main class is the root command's.
     *
     * @return the exit code, which is that of the child if there is one
     */
    public static int execute(ParseResult parsed) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        List<String> needed = optionsOf(last(parsed).commandSpec());
        List<String> given = ManagementFactory.getRuntimeMXBean().getInputArguments();
        if (given.containsAll(needed)) {
            return new RunLast().execute(parsed);
        }
        parsed.commandSpec().commandLine().getErr().println("Starting a JVM with " + String.join(" ", needed) + ".");
        List<String> options = new ArrayList<>(needed);
        options.addAll(given);
        Class<?> main = parsed.commandSpec().userObject().getClass();
        try {
            Process child =
                    process(options, main, parsed.originalArgs()).inheritIO().start();
            Runtime.getRuntime().addShutdownHook(new Thread(child::destroy)); // who ends this JVM means both
            return child.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while the child JVM ran", e);
        }
    }

    /** Adds to a command's help which options its JVM has, if it states any. */
    public static void describe(CommandSpec command) {
        List<String> needed = optionsOf(command);
        if (!needed.isEmpty()) {
            List<String> lines = new ArrayList<>(List.of(command.usageMessage().description()));
            lines.add("");
            lines.add("Runs in a JVM with " + String.join(" ", needed)
                    + ". If java was started without these options, the command starts another JVM. Options that you give to"
                    + " java come after these.");
            command.usageMessage().description(lines.toArray(new String[0]));
        }
    }

    /** Returns a process with this JVM's class path that is ready to be started. */
    static ProcessBuilder process(List<String> options, Class<?> main, List<String> arguments) {
        List<String> all = new ArrayList<>(options);
        all.add("--enable-native-access=ALL-UNNAMED");
        return process(all, System.getProperty("java.class.path"), main, arguments);
    }

    /** Returns a process of this Java that is ready to be started. */
    static ProcessBuilder process(List<String> options, String classPath, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-cp");
        command.add(classPath);
        command.add(main.getName());
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    private static ParseResult last(ParseResult parsed) {
        return parsed.hasSubcommand() ? last(parsed.subcommand()) : parsed;
    }

    private static List<String> optionsOf(CommandSpec command) {
        Options options = command.userObject().getClass().getAnnotation(Options.class);
        return options == null ? List.of() : List.of(options.value());
    }
}
