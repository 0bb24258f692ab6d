// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.recompress.Plan;
import io.github.fastcodec.internal.recompress.PlanJson;
import io.github.fastcodec.internal.recompress.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** What columns are to be compressed with, as it is said on the command line. */
final class PlanOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--codec", paramLabel = "CODEC[:LEVEL]", converter = TargetConverter.class)
    private Target codec;

    @Option(names = "--column", paramLabel = "COLUMN=CODEC[:LEVEL]")
    private List<String> columns = new ArrayList<>();

    @Option(names = "--plan", paramLabel = "FILE")
    private Path file;

    @Option(names = "--keep-smaller")
    private boolean keepSmaller;

    PlanOptions() {}

    /**
     * Returns the plan of the file, if there is one, with what the other options say beside it.
     *
     * @throws ParameterException if no option says what to do, or one makes no sense
     */
    Plan plan() {
        if (codec == null && columns.isEmpty() && file == null) {
            throw new ParameterException(
                    command.commandLine(), "--codec, --column or --plan must say what to compress with");
        }
        Plan plan = file == null ? Plan.ofColumns() : read();
        if (codec != null) {
            plan = plan.withFallback(codec);
        }
        for (String column : columns) {
            int equals = column.lastIndexOf('='); // a name may have one too
            if (equals < 1) {
                throw new ParameterException(
                        command.commandLine(),
                        "--column is \"" + column + "\", expected a column, = and a codec, such as comment=zstd:12");
            }
            try {
                plan = plan.withColumn(
                        column.substring(0, equals), new TargetConverter().convert(column.substring(equals + 1)));
            } catch (TypeConversionException e) {
                throw new ParameterException(command.commandLine(), "--column " + column + ": " + e.getMessage());
            }
        }
        return keepSmaller ? plan.keepingSmaller(true) : plan;
    }

    private Plan read() {
        try {
            return PlanJson.read(Files.readString(file));
        } catch (IOException e) {
            throw new ParameterException(command.commandLine(), "--plan: " + Failures.of(e), e);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--plan " + file + ": " + e.getMessage(), e);
        }
    }

    /** A codec and perhaps its level, such as {@code zstd:9}. */
    static final class TargetConverter implements ITypeConverter<Target> {

        TargetConverter() {}

        @Override
        public Target convert(String text) {
            int colon = text.indexOf(':');
            String name = colon < 0 ? text : text.substring(0, colon);
            CompressionCodecName codec;
            try {
                codec = CompressionCodecName.valueOf(name.strip().toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("\"" + name + "\" is no codec, expected one of "
                        + Arrays.stream(CompressionCodecName.values())
                                .map(value -> value.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", ")));
            }
            if (colon < 0) {
                return new Target(codec);
            }
            String level = text.substring(colon + 1).strip();
            try {
                return new Target(codec, Integer.parseInt(level));
            } catch (NumberFormatException e) {
                throw new TypeConversionException("the level \"" + level + "\" is no number");
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
