// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.internal.text.PlainText;
import io.github.fastcodec.internal.text.ToolsJar;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The line with which the reader of an advice converts the files, but for the codecs. Immutable.
 *
 * @param program the words before the options; empty for a call in Python
 * @param planFile the file that the plan was written to; null if the line has to contain the plan
 * @param options the values of other options, keyed by their names without dashes
 * @param paths the files and directories; empty if the options name a table
 */
public record Conversion(
        List<String> program, @Nullable String planFile, Map<String, String> options, Collection<String> paths) {

    /** The options for the files that {@code recompress} writes. */
    public static final Map<String, String> TARGET = Map.of("to", "converted");

    /** Returns the command of {@code recompress} in the jar with all tools. */
    public static Conversion of(Collection<String> paths) {
        return new Conversion(List.of("java", "-jar", ToolsJar.path(), "recompress"), null, TARGET, paths);
    }

    /** Returns the line that converts the files to a plan. */
    String line(Plan plan) {
        return program.isEmpty() ? python(plan) : shell(plan);
    }

    private String shell(Plan plan) {
        List<String> words = new ArrayList<>(program);
        if (planFile != null) {
            words.addAll(List.of("--plan", planFile));
        } else {
            if (plan.others() != null) {
                words.addAll(List.of("--codec", option(plan.others())));
            }
            plan.columns().forEach((path, codec) -> words.addAll(List.of("--column", path + "=" + option(codec))));
            if (plan.keepsSmaller()) {
                words.add("--keep-smaller");
            }
        }
        options.forEach((name, value) -> words.addAll(List.of("--" + name, value)));
        if (paths.stream().anyMatch(path -> path.startsWith("-"))) {
            words.add("--");
        }
        words.addAll(paths);
        return words.stream().map(PlainText::forShell).collect(Collectors.joining(" "));
    }

    private String python(Plan plan) {
        List<String> arguments = new ArrayList<>(List.of("spark"));
        if (!paths.isEmpty()) {
            String all = paths.stream().map(PlainText::forPython).collect(Collectors.joining(", "));
            arguments.add(paths.size() == 1 ? all : "[" + all + "]");
        }
        options.forEach((name, value) -> arguments.add(name + "=" + PlainText.forPython(value)));
        if (planFile != null) {
            arguments.add("plan=" + PlainText.forPython(planFile));
        } else {
            if (plan.others() != null) {
                arguments.add("codec=" + PlainText.forPython(option(plan.others())));
            }
            if (!plan.columns().isEmpty()) {
                arguments.add(plan.columns().entrySet().stream()
                        .map(column -> PlainText.forPython(column.getKey()) + ": "
                                + PlainText.forPython(option(column.getValue())))
                        .collect(Collectors.joining(", ", "columns={", "}")));
            }
            if (plan.keepsSmaller()) {
                arguments.add("keep_smaller=True");
            }
        }
        return "parquet_fastcodec.recompress(" + String.join(", ", arguments) + ")";
    }

    private static String option(CodecLevel codec) {
        return codec.codec().name().toLowerCase(Locale.ROOT) + (codec.level() == null ? "" : ":" + codec.level());
    }
}
