// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files or columns that failed, grouped by reason. Each member of a small group gets a line; a large group gets a single line.
 * Not thread-safe.
 */
final class FailedFiles {

    /** The maximum size of a group in which each member gets a line. */
    private static final int MAX_SHOWN = 10;

    /** The maximum number of groups. */
    private static final int MAX_REASONS = 1_000;

    private final Map<String, Group> groups = new LinkedHashMap<>();
    private long others;

    /** Files that failed for the same reason. */
    private static final class Group {
        private final List<Failure> shown = new ArrayList<>();
        private long number;
    }

    private record Failure(String sentence, @Nullable Exception exception) {
        private List<String> lines(String more, boolean verbose) {
            return Failures.lines(sentence + more, exception, verbose);
        }
    }

    /** Adds a file that was not recompressed. */
    void add(String file, Exception failure) {
        add(file, Failures.of(file, failure), failure);
    }

    /** Adds a file or column with the sentence to print. The sentence without the name is the reason. */
    void add(String name, String sentence, @Nullable Exception exception) {
        String reason = sentence.replace(name, "").replace(name.substring(name.lastIndexOf('/') + 1), "");
        if (groups.size() == MAX_REASONS && !groups.containsKey(reason)) {
            others++;
            return;
        }
        Group group = groups.computeIfAbsent(reason, none -> new Group());
        group.number++;
        if (group.shown.size() < MAX_SHOWN) {
            group.shown.add(new Failure(sentence, exception));
        }
    }

    /** Returns the lines, with stack traces if {@code verbose}. */
    List<String> lines(boolean verbose) {
        List<String> lines = new ArrayList<>();
        for (Group group : groups.values()) {
            if (group.number > MAX_SHOWN) {
                String more = " The same holds for " + (group.number - 1) + " more; --json lists them.";
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
