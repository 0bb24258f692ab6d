// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * A command of benchmarks.jar: the layout of its help and the meaning of its exit codes. Each command adds its name, its
 * options and an example as its footer. If exit code 1 means more than an unexpected error, it also adds its own list of exit
 * codes.
 */
@Command(
        sortOptions = false,
        sortSynopsis = false,
        showDefaultValues = true,
        descriptionHeading = "%n",
        parameterListHeading = "%nArguments:%n",
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n",
        footerHeading = "%nExample:%n",
        exitCodeList = {Tool.SUCCESS, "1:An error occurred. The stack trace shows the cause.", Tool.REFUSED})
public abstract class Tool implements Callable<Integer> {

    public static final String SUCCESS = "0:The command succeeded.";
    public static final String REFUSED = "2:An argument is wrong. Nothing ran.";

    @Spec
    private CommandSpec spec;

    @Option(names = "--help", usageHelp = true, description = "Print this help and exit.")
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    /** Returns the exception to throw if an argument is wrong. The sentence goes to standard error, and the exit code is 2. */
    protected final ParameterException refused(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    /** Returns the command line as the user typed it, with the name of the program, without the path that Maven adds. */
    protected final String commandLine() {
        return spec.root().commandLine().getParseResult().originalArgs().stream()
                .filter(argument -> !argument.startsWith("--report="))
                .collect(Collectors.joining(" ", spec.root().name() + " ", ""));
    }

    /** Converts the value of an option to a readable file. An empty string means no file and becomes null. */
    public static final class ExistingFile implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            if (text.isEmpty()) {
                return null;
            }
            Path file = Path.of(text).toAbsolutePath();
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw new TypeConversionException("cannot read " + file + ", expected a readable file");
            }
            return file;
        }
    }
}
