// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        private final List<String> sentences = new ArrayList<>();
        private long number;
    }

    FailedFiles() {}

    /** Adds one, with the sentence that says why. The reason is what the sentence says beside the name. */
    void add(String name, String sentence) {
        String reason = sentence.replace(name, "").replace(name.substring(name.lastIndexOf('/') + 1), "");
        if (groups.size() == REASONS && !groups.containsKey(reason)) {
            others++;
            return;
        }
        Group group = groups.computeIfAbsent(reason, none -> new Group());
        group.number++;
        if (group.sentences.size() < SHOWN) {
            group.sentences.add(sentence);
        }
    }

    /** Returns the lines. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Group group : groups.values()) {
            if (group.number > SHOWN) {
                lines.add(group.sentences.get(0) + " So are " + (group.number - 1) + " more; --json lists them.");
            } else {
                lines.addAll(group.sentences);
            }
        }
        if (others > 0) {
            lines.add(others + " more failed for other reasons; --json lists them.");
        }
        return lines;
    }
}
