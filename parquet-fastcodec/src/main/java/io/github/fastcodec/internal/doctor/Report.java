// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.doctor;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Formats the Doctor's report, which consists of maps, collections, strings and numbers, as JSON or as text. */
public final class Report {

    private static final int WIDTH = 80;

    /** The position at which the second column of an engine's lines starts. */
    private static final int INDENT = 10;

    private Report() {}

    /** Returns the report as JSON, with a trailing newline. */
    public static String json(Map<String, Object> report) {
        StringBuilder out = new StringBuilder();
        appendJson(out, report);
        return out.append(System.lineSeparator()).toString();
    }

    /** Returns the report as text, in lines of at most 80 columns unless a word or path is longer. */
    public static String text(Map<String, Object> report) {
        StringBuilder out = new StringBuilder();
        for (Map.Entry<String, Object> line : report.entrySet()) {
            if (line.getValue() instanceof String) {
                appendLine(out, String.format("%-18s %s", line.getKey(), line.getValue()));
            }
        }
        Map<?, ?> configuration = (Map<?, ?>) get(report, "configuration");
        configuration.forEach((key, value) -> appendLine(out, "  " + key + " = " + value));
        appendLine(out, "");
        Object codec = null;
        for (Object engine : (List<?>) get(report, "engines")) {
            Map<?, ?> entry = (Map<?, ?>) engine;
            appendLine(
                    out,
                    String.format(
                            "%-" + INDENT + "s%-8s %-14s %-18s%s",
                            get(entry, "codec").equals(codec) ? "" : get(entry, "codec"),
                            entry.get("state"),
                            entry.get("engine"),
                            entry.get("version"),
                            speeds(entry)));
            codec = get(entry, "codec");
            for (Object file : (Collection<?>) get(entry, "native")) {
                appendLine(out, " ".repeat(INDENT) + "native: " + file);
            }
            for (String key : List.of("why", "fix")) {
                if (entry.containsKey(key)) {
                    appendWrapped(out, key + ": " + entry.get(key));
                }
            }
        }
        appendLine(out, "");
        Collection<?> warnings = (Collection<?>) get(report, "warnings");
        for (Object warning : warnings) {
            appendWrapped(out, "warning: " + warning);
        }
        Collection<?> problems = (Collection<?>) get(report, "problems");
        for (Object problem : problems) {
            appendWrapped(out, problem.toString());
        }
        appendLine(
                out,
                problems.isEmpty() ? "Every codec that has an engine passed its self-test." : "Something is wrong.");
        return out.toString();
    }

    private static Object get(Map<?, ?> entry, String key) {
        return Objects.requireNonNull(entry.get(key), key);
    }

    private static String speeds(Map<?, ?> entry) {
        if (!entry.containsKey("decompress MB/s")) {
            return "";
        }
        Object compress = get(entry, "compress MB/s");
        return String.format("%6s %6s MB/s", compress.equals(0L) ? "-" : compress, entry.get("decompress MB/s"));
    }

    /** Appends a line. Control characters, which paths may contain, are replaced so that they do not reach a terminal. */
    private static void appendLine(StringBuilder out, String text) {
        out.append(text.stripTrailing().replaceAll("[\\p{Cntrl}\\p{Cf}]", "?")).append(System.lineSeparator());
    }

    /** Appends text, indented and wrapped between words. */
    private static void appendWrapped(StringBuilder out, String text) {
        StringBuilder line = new StringBuilder(" ".repeat(INDENT));
        boolean empty = true;
        for (String word : text.split("\\s+")) {
            if (!empty && line.length() + 1 + word.length() > WIDTH) {
                appendLine(out, line.toString());
                line = new StringBuilder(" ".repeat(INDENT + 5));
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        appendLine(out, line.toString());
    }

    private static void appendJson(StringBuilder out, Object value) {
        if (value instanceof Map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                out.append(separator);
                appendJson(out, entry.getKey());
                out.append(':');
                appendJson(out, entry.getValue());
                separator = ",";
            }
            out.append(((Map<?, ?>) value).isEmpty() ? "{}" : "}");
        } else if (value instanceof Collection) {
            String separator = "[";
            for (Object element : (Collection<?>) value) {
                out.append(separator);
                appendJson(out, element);
                separator = ",";
            }
            out.append(((Collection<?>) value).isEmpty() ? "[]" : "]");
        } else if (value instanceof Number) {
            out.append(value);
        } else {
            out.append('"');
            value.toString().chars().forEach(unit -> {
                if (unit < ' ' || unit > '~') {
                    out.append(String.format("\\u%04x", unit));
                } else {
                    out.append(unit == '"' || unit == '\\' ? "\\" : "").append((char) unit);
                }
            });
            out.append('"');
        }
    }
}
