// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.advise.TableAdvice;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that set the codecs of columns. */
final class PlanOptions {

    @Option(names = "--codec", paramLabel = "CODEC[:LEVEL]", converter = Codec.class)
    private @Nullable CodecLevel codec;

    @Option(names = "--column", paramLabel = "COLUMN=CODEC[:LEVEL]")
    private List<String> columns = new ArrayList<>();

    @Option(names = "--plan", paramLabel = "FILE")
    private @Nullable Path file;

    @Option(names = "--keep-smaller")
    private boolean keepSmaller;

    @Option(names = "--checksums")
    private boolean checksums;

    /**
     * Returns the plan that the options describe. A plan file, if given, is extended by the other options.
     *
     * @throws IllegalArgumentException if the options request no change, or an option is invalid
     */
    Plan plan() {
        if (codec == null && columns.isEmpty() && file == null && !checksums) {
            throw new IllegalArgumentException("--codec, --column or --plan is required, unless --checksums is given");
        }
        Plan plan = file == null ? Plan.ofColumns() : read(file);
        if (codec != null) {
            plan = plan.withOthers(codec);
        }
        Set<String> named = new HashSet<>();
        for (String column : columns) {
            int equals = column.lastIndexOf('='); // a column's name may also contain =
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "--column is \"" + column + "\", expected a column, = and a codec, such as comment=zstd:12");
            }
            String path = column.substring(0, equals);
            if (!named.add(path)) {
                throw new IllegalArgumentException("--column names " + path + " twice, expected one codec per column");
            }
            try {
                plan = plan.withColumn(path, CodecLevel.of(column.substring(equals + 1)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--column " + column + ": " + e.getMessage());
            }
        }
        plan = keepSmaller ? plan.keepSmaller() : plan;
        return checksums ? plan.addChecksums() : plan;
    }

    /**
     * Returns the plan for files that Spark reads. Plain Spark has no codecs for BROTLI and LZO.
     *
     * @throws IllegalArgumentException if the plan contains BROTLI or LZO, or if {@link #plan} throws one
     */
    Plan planForSpark() {
        Plan plan = plan();
        Stream.concat(Stream.ofNullable(plan.others()), plan.columns().values().stream())
                .map(CodecLevel::codec)
                .filter(TableAdvice.NOT_IN_PARQUET_JAVA::contains)
                .findFirst()
                .ifPresent(codec -> {
                    throw new IllegalArgumentException("The job does not write " + codec
                            + ", which only a Spark with parquet-fastcodec can read. Use another codec, such as"
                            + " zstd:9");
                });
        return plan;
    }

    private static Plan read(Path file) {
        try {
            return Plan.fromJson(Files.readString(file));
        } catch (CharacterCodingException e) { // its message has neither the file nor the cause
            throw new IllegalArgumentException("--plan: " + file + " is not a text in UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("--plan: " + Failures.of(file.toString(), e), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--plan " + file + ": " + e.getMessage(), e);
        }
    }

    /** Parses a codec with its level, and reports errors to picocli. */
    static final class Codec implements ITypeConverter<CodecLevel> {

        @Override
        public CodecLevel convert(String text) {
            try {
                return CodecLevel.of(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
