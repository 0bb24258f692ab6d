// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files, or columns, that failed: a line for each, but one for many that failed for one reason, as those of a table do. For
 * one thread.
 */
final class FailedFiles {

    /** How many that failed for one reason get a line each. */
    private static final int SHOWN = 10;

    /** How many reasons are told apart. */
    private static final int REASONS = 1_000;

    private final Map<String, Group> groups = new LinkedHashMap<>();
    private long others;

    /** Those that failed for the same reason. */
    private static final class Group {
        private final List<Failure> shown = new ArrayList<>();
        private long number;
    }

    private record Failure(String sentence, @Nullable Exception exception) {
        private List<String> lines(String more, boolean verbose) {
            return Failures.lines(sentence + more, exception, verbose);
        }
    }

    FailedFiles() {}

    /** Adds a file that was not written again. */
    void add(String file, Exception failure) {
        add(file, Failures.of(file, failure), failure);
    }

    /** Adds one, with the sentence that says why. The reason is what the sentence says beside the name. */
    void add(String name, String sentence, @Nullable Exception exception) {
        String reason = sentence.replace(name, "").replace(name.substring(name.lastIndexOf('/') + 1), "");
        if (groups.size() == REASONS && !groups.containsKey(reason)) {
            others++;
            return;
        }
        Group group = groups.computeIfAbsent(reason, none -> new Group());
        group.number++;
        if (group.shown.size() < SHOWN) {
            group.shown.add(new Failure(sentence, exception));
        }
    }

    /** Returns the lines, and stack traces among them if they are asked for. */
    List<String> lines(boolean verbose) {
        List<String> lines = new ArrayList<>();
        for (Group group : groups.values()) {
            if (group.number > SHOWN) {
                String more = " So are " + (group.number - 1) + " more; --json lists them.";
                lines.addAll(group.shown.get(0).lines(more, verbose));
            } else {
                group.shown.forEach(failure -> lines.addAll(failure.lines("", verbose)));
            }
        }
        if (others > 0) {
            lines.add(others + " more failed for other reasons; --json lists them.");
        }
        return lines;
    }
}
