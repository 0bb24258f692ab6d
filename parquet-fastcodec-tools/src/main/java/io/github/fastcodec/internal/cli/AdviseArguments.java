// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.internal.advise.Conversion;
import io.github.fastcodec.internal.advise.TableAdvice;
import io.github.fastcodec.internal.advise.TableSample;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.text.ToolsJar;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all commands that advise: the sample, the goal, and the destination of the advice. */
final class AdviseArguments {

    private static final String PYTHON = "python";

    @Option(names = "--goal", paramLabel = "GOAL", defaultValue = "balanced")
    private Goal goal;

    @Option(names = "--columns", paramLabel = "COLUMN", split = ",")
    private List<String> columns = new ArrayList<>();

    @Option(names = "--sample", paramLabel = "SIZE", converter = ByteSize.class, defaultValue = "64MB")
    private long sample;

    @Option(names = "--seed", paramLabel = "N")
    private @Nullable Long seed;

    @Option(names = "--levels", paramLabel = "LIST")
    private @Nullable String levels;

    @Option(names = "--storage", paramLabel = "SIZE", converter = ByteSize.class)
    private @Nullable Long storage;

    @Option(names = "--all")
    private boolean all;

    @Option(names = "--html", paramLabel = "FILE")
    private @Nullable Path html;

    @Option(names = "--plan", paramLabel = "FILE", descriptionKey = "advice-plan")
    private @Nullable Path plan;

    /**
     * The command as the user types it, or {@code python}. Set by the programs that start this one, which does not know how it
     * was started.
     */
    @Option(names = "--program", hidden = true, defaultValue = "${sys:parquet-fastcodec.program}")
    private @Nullable String program;

    /** Returns the line that converts files on this machine. */
    Conversion conversion(List<String> paths) {
        Conversion jar = Conversion.of(paths);
        return program == null
                ? conversion(jar.program(), jar.options(), paths)
                : conversion(List.of(program, "recompress"), jar.options(), paths);
    }

    /** Returns the line that converts files, or a table, on Spark. */
    Conversion conversionOnSpark(Map<String, String> options, List<String> paths) {
        return conversion(
                PYTHON.equals(program)
                        ? List.of()
                        : List.of("spark-submit", "--class", "io.github.fastcodec.jobs.RecompressJob", ToolsJar.path()),
                options,
                paths);
    }

    private Conversion conversion(List<String> words, Map<String, String> options, List<String> paths) {
        return new Conversion(words, plan == null ? null : plan.toString(), options, paths);
    }

    /** @throws IllegalArgumentException if an option is invalid */
    AdviseOptions options(WorkOptions work, FastCodecOptions codecs) {
        requireOutput("--html", html, ".html");
        requireOutput("--plan", plan, ".json");
        AdviseOptions options = AdviseOptions.of(goal)
                .withCodecs(codecs)
                .withColumns(columns)
                .withSample(sample)
                .withCandidates(candidates())
                .withThreads(work.requestedThreads())
                .withMemory(work.requestedMemory());
        options = seed == null ? options : options.withSeed(seed);
        return storage == null ? options : options.withStorageSpeed(storage);
    }

    private List<CodecLevel> candidates() {
        if (levels == null) {
            return List.of();
        }
        try {
            return CodecLevel.listOf(levels);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--levels: " + e.getMessage(), e);
        }
    }

    /** Advises on files, writes and prints the advice, and returns the exit code. */
    int run(
            Machines machines,
            FileList files,
            AdviseOptions options,
            Conversion conversion,
            List<String> notes,
            OutputOptions output)
            throws IOException {
        try (Interruption interruption = Interruption.watch()) {
            int exitCode;
            try {
                List<TableSample> samples = machines.measure(files, options, output, interruption);
                exitCode = report(
                        new TableAdvice(options).conclude(files.files(), files.bytes(), samples, conversion, notes),
                        output);
            } catch (CancellationException e) {
                // report it here: closing the interruption ends the JVM
                return output.fail("Interrupted before enough was measured for a recommendation");
            }
            if (interruption.isRequested()) {
                output.printErrors(List.of("Interrupted: the advice is based on partial measurements."));
                return ExitCode.FAILED;
            }
            return exitCode;
        }
    }

    /** Writes and prints advice, and returns the exit code. */
    private int report(Advice advice, OutputOptions output) {
        List<String> failures = write(advice);
        output.print(new AdviceText(advice, all).text());
        if (output.json()) {
            output.out().println(advice.toJson());
        }
        output.printErrors(failures);
        return failures.isEmpty() && advice.basis().leftOutFiles().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    /** Writes the requested files, and returns a sentence for each failure. Does not throw, so that the advice is still printed. */
    private List<String> write(Advice advice) {
        List<String> failures = new ArrayList<>();
        try {
            if (plan != null) {
                Files.writeString(plan, advice.plan().toJson() + System.lineSeparator());
            }
        } catch (IOException e) {
            failures.add("--plan was not written: " + Failures.of(e));
        }
        try {
            if (html != null) {
                Files.writeString(html, advice.toHtml());
            }
        } catch (IOException e) {
            failures.add("--html was not written: " + Failures.of(e));
        }
        return failures;
    }

    /**
     * Refuses a file whose name does not end in {@code ending}, or whose directory is missing, before anything is measured. The
     * ending is checked because an option without a value takes the next argument, which may be a file that must not be
     * overwritten.
     */
    private void requireOutput(String option, @Nullable Path file, String ending) {
        if (file == null) {
            return;
        }
        if (!file.toString().endsWith(ending)) {
            throw new IllegalArgumentException(option + " is " + file + ", expected a name that ends in " + ending);
        }
        Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a name is in a directory");
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException(
                    option + " is " + file + ", but the directory " + directory + " does not exist: create it");
        }
    }
}
