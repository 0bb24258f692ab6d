// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * A command of benchmarks.jar: what its help looks like and what its exit codes mean. A command adds its name, its options, an
 * example as footer and, if an exit code of 1 says more than that something broke, its own list of exit codes.
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
        exitCodeList = {Tool.FINE, "1:It broke. The stack trace says why.", Tool.REFUSED})
public abstract class Tool implements Callable<Integer> {

    public static final String FINE = "0:All went well.";
    public static final String REFUSED = "2:An argument is wrong. Nothing ran.";

    @Spec
    private CommandSpec spec;

    @Option(names = "--help", usageHelp = true, description = "Print this and do nothing else.")
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    /** Returns what to throw when an argument is wrong: the sentence goes to standard error, and the exit code is 2. */
    protected final ParameterException refused(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    /** Returns the command line as the user gave it, with the name of the command. */
    protected final String commandLine() {
        List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
        return spec.root().name() + " " + String.join(" ", arguments);
    }

    /** The value of an option: a file that can be read. An empty text means none, and is null. */
    public static final class ExistingFile implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            if (text.isEmpty()) {
                return null;
            }
            Path file = Path.of(text).toAbsolutePath();
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw new TypeConversionException("cannot read " + file + ", expected a file");
            }
            return file;
        }
    }
}
